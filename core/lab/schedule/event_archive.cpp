#include <oncelab/core/lab/schedule/event_archive.hpp>

namespace oncelab::schedule {

namespace {

constexpr std::size_t steps_max = 100'000;
constexpr std::size_t items_max = 1'000'000;  // of one list, or of one wakeup tree
constexpr std::uint64_t byte_max = 0xFF;
constexpr std::uint64_t word_max = 0xFFFF'FFFF;

}  // namespace

void exchange(Archive& archive, Event& event) {
  archive.number(event.thread, byte_max);
  archive.number(event.kind, static_cast<std::uint64_t>(runtime::OpKind::effect));
  archive.number(event.blocking, static_cast<std::uint64_t>(Blocking::passes));
  archive.number(event.depends_on_all, 1);
  archive.number(event.after_all, 1);
  archive.number(event.values, word_max);
  for (Access& access : event.accesses) {
    archive.number(access.place, word_max);
    archive.number(access.use, byte_max);
  }
}

namespace {

void exchange(Archive& archive, Planned& planned) {
  exchange(archive, planned.event);
  archive.number(planned.outcome_known, 1);
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as a planned sequence is long
void exchange(Archive& archive, WakeupTree& tree, std::size_t depth) {
  if (depth > steps_max) {
    archive.spoil();
    return;
  }
  archive.list(tree, items_max, [&](WakeupBranch& branch) {
    exchange(archive, branch.first);
    archive.number(branch.leaf, 1);
    exchange(archive, branch.then, depth + 1);
  });
}

}  // namespace

void exchange(Archive& archive, std::vector<Event>& events) {
  archive.list(events, items_max, [&](Event& event) { exchange(archive, event); });
}

void exchange(Archive& archive, Continuation& continuation) {
  archive.list(continuation, steps_max, [&](Planned& planned) { exchange(archive, planned); });
}

void exchange(Archive& archive, WakeupTree& tree) { exchange(archive, tree, 0); }

}  // namespace oncelab::schedule
