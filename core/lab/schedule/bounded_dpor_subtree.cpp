// What a copy of the process finds in a subtree, and how the original makes it its own.
#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/bounded_dpor.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::size_t steps_max = 100'000;
constexpr std::uint64_t byte_max = 0xFF;
constexpr std::uint64_t word_max = 0xFFFF'FFFF;
}  // namespace

bool BoundedDpor::open_at(std::size_t depth) const {
  Node node = path_[depth];
  bool cut = false;
  return next(node, cut);
}

// There are no sleep sets: what else is asked for at the node does not matter to this thread's
// runs.
Message BoundedDpor::next_at(std::size_t depth) const {
  Node node = path_[depth];
  bool cut = false;
  const bool open = next(node, cut);
  ONCELAB_ASSERT(open);
  Archive archive;
  archive.number(node.thread);
  node.values.exchange(archive);
  return archive.numbers();
}

void BoundedDpor::confine(std::size_t depth) {
  depth_ = depth + 1;
  common_ = run_.numbered();
  asked_.assign(depth + 1, 0);
  cut_ = false;
  lost_ = false;
}

void BoundedDpor::close_below(std::size_t depth) {
  for (; depth_ > depth + 1; --depth_) {
    const bool left = next(path_[depth_ - 1], cut_);
    ONCELAB_ASSERT(!left);
  }
}

void BoundedDpor::report(Archive& archive) {
  const auto branch = static_cast<std::ptrdiff_t>(asked_.size() - 1);
  (void)run_.exchange_since(common_, archive);
  std::vector<Node> nodes(path_.begin() + branch,
                          path_.begin() + static_cast<std::ptrdiff_t>(depth_));
  archive.list(nodes, steps_max, [&](Node& node) { exchange(archive, node); });
  archive.list(asked_, steps_max, [&](std::uint64_t& threads) { archive.number(threads); });
  archive.number(cut_);
  archive.number(lost_);
}

void BoundedDpor::take_over(std::size_t depth, Archive& archive) {
  close_below(depth);
  const bool open = next(path_[depth], cut_);
  ONCELAB_ASSERT(open);
  const Renumbering renumbering = run_.exchange_since({}, archive);
  std::vector<Node> nodes;
  archive.list(nodes, steps_max, [&](Node& node) { exchange(archive, node); });
  ONCELAB_ASSERT(!nodes.empty());
  for (Node& node : nodes) {
    renumber(node, renumbering);
  }
  nodes.front().todo = path_[depth].todo;
  nodes.front().done = path_[depth].done;
  path_.resize(depth);
  path_.insert(path_.end(), nodes.begin(), nodes.end());
  depth_ = path_.size();
  run_.begin_run(static_cast<std::uint32_t>(depth));  // what follows are other events
  std::vector<std::uint64_t> asked;
  archive.list(asked, depth + 1, [&](std::uint64_t& threads) { archive.number(threads); });
  for (std::uint32_t step = 0; step < asked.size(); ++step) {
    ask(step, renumbering.threads(asked[step]));
  }
  bool cut = false;
  bool lost = false;
  archive.number(cut, 1);
  archive.number(lost, 1);
  cut_ |= cut;
  lost_ |= lost;
}

void BoundedDpor::exchange(Archive& archive, Node& node) {
  archive.number(node.enabled);
  archive.number(node.todo);
  archive.number(node.done);
  archive.number(node.world);
  archive.number(node.thread, byte_max);
  archive.number(node.before, byte_max);
  archive.number(node.switch_preempts, 1);
  archive.number(node.preemptions, word_max);
  node.values.exchange(archive);
}

void BoundedDpor::renumber(Node& node, const Renumbering& renumbering) {
  for (std::uint64_t* const threads : {&node.enabled, &node.todo, &node.done, &node.world}) {
    *threads = renumbering.threads(*threads);
  }
  node.thread = renumbering.thread(node.thread);
  node.before = renumbering.thread(node.before);
}

}  // namespace oncelab::schedule
