// What a partial-order reduction needs to go on in another process: the nodes of its current path.
#include <algorithm>

#include <oncelab/core/lab/schedule/archive.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>

namespace oncelab::schedule {

namespace {

constexpr std::size_t steps_max = 100'000;
constexpr std::size_t items_max = 1'000'000;  // of one list, or of one wakeup tree
constexpr std::uint64_t byte_max = 0xFF;
constexpr std::uint64_t word_max = 0xFFFF'FFFF;

void exchange(Archive& archive, Event& event) {
  archive.number(event.thread, byte_max);
  archive.number(event.kind, static_cast<std::uint64_t>(runtime::OpKind::clock_step));
  archive.number(event.blocking, static_cast<std::uint64_t>(Blocking::passes));
  archive.number(event.depends_on_all, 1);
  archive.number(event.after_all, 1);
  archive.number(event.values, word_max);
  for (Access& access : event.accesses) {
    archive.number(access.place, word_max);
    archive.number(access.use, byte_max);
  }
}

void exchange(Archive& archive, std::vector<Event>& events) {
  archive.list(events, items_max, [&](Event& event) { exchange(archive, event); });
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as a planned sequence is long
void exchange(Archive& archive, WakeupTree& tree, std::size_t depth) {
  if (depth > steps_max) {
    archive.spoil();
    return;
  }
  archive.list(tree, items_max, [&](WakeupBranch& branch) {
    exchange(archive, branch.first.event);
    archive.number(branch.first.outcome_known, 1);
    archive.number(branch.leaf, 1);
    exchange(archive, branch.then, depth + 1);
  });
}

}  // namespace

void SleepSet::exchange(Archive& archive) {
  archive.list(sleepers_, items_max, [&](Sleeper& sleeper) {
    schedule::exchange(archive, sleeper.event);
    archive.number(sleeper.awake, 1);
  });
}

void Labeller::exchange(Archive& archive) {
  archive.list(thread_ids_, byte_max, [&](std::uint64_t& identity) { archive.number(identity); });
  std::vector<std::uint64_t> identities(places_.size());
  for (const auto& [identity, place] : places_) {
    identities[place - 1] = identity;
  }
  archive.list(identities, items_max, [&](std::uint64_t& identity) { archive.number(identity); });
  places_.clear();
  for (const std::uint64_t identity : identities) {
    (void)place_of(identity);
  }
}

void Dpor::exchange(Archive& archive) {
  path_.resize(depth_);
  archive.list(path_, steps_max, [&](Node& node) {
    archive.number(node.thread, byte_max);
    archive.number(node.unprompted);
    node.asleep.exchange(archive);
    schedule::exchange(archive, node.taken);
    node.values.exchange(archive);
    archive.list(node.then, items_max, [&](Then& then) {
      archive.number(then.values, word_max);
      schedule::exchange(archive, then.tree, 0);
      archive.number(then.leaf, 1);
    });
    schedule::exchange(archive, node.todo, 0);
  });
  archive.number(first_, 1);
  archive.number(finished_, 1);
  archive.number(lost_, 1);
  archive.number(timed_, 1);
  archive.number(blocked_);
  run_.exchange(archive);
  if (archive.reading()) {
    depth_ = path_.size();
  }
}

}  // namespace oncelab::schedule
