#include <oncelab/core/lab/schedule/counts.hpp>

#include <algorithm>

#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

void Counts::add(const Counts& more) {
  schedules += more.schedules;
  runs += more.runs;
  steps += more.steps;
  steps_longest = std::max(steps_longest, more.steps_longest);
  assumed_fairness |= more.assumed_fairness;
  timeouts_cut += more.timeouts_cut;
  spurious_cut += more.spurious_cut;
}

void Counts::exchange(Archive& archive) {
  archive.number(schedules);
  archive.number(runs);
  archive.number(steps);
  archive.number(steps_longest, 0xFFFF'FFFF);
  archive.number(assumed_fairness, 1);
  archive.number(timeouts_cut);
  archive.number(spurious_cut);
}

}  // namespace oncelab::schedule
