// What a copy of the process finds in a subtree, and how the original makes it its own.
#include <iterator>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>
#include <oncelab/core/lab/schedule/event_archive.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::size_t plans_max = 100'000'000;
constexpr std::size_t steps_max = 100'000;
}  // namespace

bool Dpor::open_at(std::size_t depth) const {
  const Node& node = path_[depth];
  if (node.values.has_next()) {
    return true;
  }
  if (node.todo.empty()) {
    return false;
  }
  Node next = node;
  return next_thread(next);  // what is to do may have become redundant
}

// The plans of other threads from here on do not matter to the runs of this one.
Message Dpor::next_at(std::size_t depth) const {
  Node next = path_[depth];
  const bool open = next.values.next() || next_thread(next);
  ONCELAB_ASSERT(open);
  Archive archive;
  archive.number(next.thread);
  next.values.exchange(archive);
  next.asleep.exchange(archive);
  schedule::exchange(archive, next.taken);
  exchange(archive, next.then);
  bool timed = timed_;
  archive.number(timed);
  return archive.numbers();
}

void Dpor::confine(std::size_t depth) {
  depth_ = depth + 1;
  path_[depth].size = {};
  common_ = run_.numbered();
  log_.emplace(depth);
  lost_ = false;
  blocked_ = 0;
}

void Dpor::close_below(std::size_t depth) {
  while (depth_ > depth + 1) {
    const bool left = next_branch(path_[depth_ - 1]);
    ONCELAB_ASSERT(!left);
    drop_last();
  }
}

void Dpor::report(Archive& archive) {
  const auto branch = static_cast<std::ptrdiff_t>(log_->depth());
  (void)run_.exchange_since(common_, archive);
  std::vector<Node> nodes(path_.begin() + branch,
                          path_.begin() + static_cast<std::ptrdiff_t>(depth_));
  nodes.front().todo.clear();  // the original's has all that, and the plans
  archive.list(nodes, steps_max, [&](Node& node) { exchange(archive, node); });
  archive.list(log_->plans(), plans_max, [&](DeepPlan& plan) {
    archive.number(plan.depth);
    schedule::exchange(archive, plan.sequence);
  });
  archive.number(lost_);
  archive.number(timed_);
  archive.number(blocked_);
}

void Dpor::take_over(std::size_t depth, Archive& archive) {
  close_below(depth);
  const bool open = next_branch(path_[depth]);
  ONCELAB_ASSERT(open);
  const Renumbering renumbering = run_.exchange_since({}, archive);
  std::vector<Node> nodes;
  archive.list(nodes, steps_max, [&](Node& node) { exchange(archive, node); });
  ONCELAB_ASSERT(!nodes.empty());
  for (Node& node : nodes) {
    renumber(node, renumbering);
  }
  nodes.front().todo = std::move(path_[depth].todo);
  nodes.front().size.runs += path_[depth].size.runs;
  nodes.front().size.branches = path_[depth].size.branches;
  path_.resize(depth);
  path_.insert(path_.end(), std::move_iterator(nodes.begin()), std::move_iterator(nodes.end()));
  depth_ = path_.size();
  run_.begin_run(static_cast<std::uint32_t>(depth));  // what follows are other events
  std::vector<DeepPlan> plans;
  archive.list(plans, plans_max, [&](DeepPlan& plan) {
    archive.number(plan.depth, depth);
    schedule::exchange(archive, plan.sequence);
  });
  for (DeepPlan& plan : plans) {
    renumbering.apply(plan.sequence);
    plan_at(plan.depth, std::move(plan.sequence));
  }
  bool lost = false;
  bool timed = false;
  std::uint64_t blocked = 0;
  archive.number(lost, 1);
  archive.number(timed, 1);
  archive.number(blocked);
  lost_ |= lost;
  timed_ |= timed;
  blocked_ += blocked;
}

void Dpor::renumber(Node& node, const Renumbering& renumbering) {
  node.thread = renumbering.thread(node.thread);
  node.unprompted = renumbering.threads(node.unprompted);
  node.asleep.renumber(renumbering);
  renumbering.apply(node.taken);
  for (Then& then : node.then) {
    renumbering.apply(then.tree);
  }
  renumbering.apply(node.todo);
}

}  // namespace oncelab::schedule
