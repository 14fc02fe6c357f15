#include <oncelab/core/lab/shrink/shrink.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/shrink/programs.hpp>
#include <oncelab/core/lab/shrink/search.hpp>

namespace oncelab::shrink {

namespace {

class Shrinker {
 public:
  Shrinker(const cases::Subject& subject, const schedule::Found& found, const Budget& budget)
      : budget_(budget), preemptions_max_(found.schedule.preemptions()) {
    result_.subject = subject;
    result_.found = found;
    purse_.schedules_left = budget.schedules_max;
    purse_.go_on = budget.go_on;
  }

  Shrunk run() {
    if (!from_below()) {
      from_above();
      simplify_schedule();
    }
    result_.schedules = purse_.spent;
    return std::move(result_);
  }

 private:
  [[nodiscard]] SearchLimits limits(std::uint64_t schedules_max) const {
    return {result_.found.failure.property, preemptions_max_, schedules_max};
  }

  /// Searches `program`; if it fails it becomes the result.
  SearchResult attempt(const scenario::Program& program, std::uint64_t schedules_max) {
    if (!result_.subject.scenario->validate(program)) {
      SearchResult none;
      none.all = true;  // not a program of this scenario: there is nothing to run
      return none;
    }
    cases::Subject subject = result_.subject;
    subject.program = program;
    SearchResult searched = search(subject, limits(schedules_max), purse_);
    if (searched.found) {
      accept(std::move(subject), *searched.found, searched.exhausted_below);
    }
    return searched;
  }

  void accept(cases::Subject subject, const schedule::Found& found, std::uint32_t exhausted_below) {
    result_.subject = std::move(subject);
    result_.found = found;
    result_.exhausted_below = exhausted_below;
    preemptions_max_ = found.schedule.preemptions();
    result_.proven = exhausted_below >= preemptions_max_;
  }

  /// Smallest programs first. True if one fails: it is then the smallest, if all before it were
  /// tried in full, and its schedule the simplest.
  bool from_below() {
    const scenario::Program whole = result_.subject.program;
    const std::uint64_t reserve =
        budget_.schedules_max - std::min(budget_.schedules_max, budget_.small_programs_max);
    bool all = true;
    for (std::size_t clients = 1; clients <= whole.clients.size(); ++clients) {
      const SmallerPrograms smaller = smaller_programs(whole, clients, budget_.candidates_max);
      for (const scenario::Program& program : smaller.programs) {
        if (purse_.empty() || purse_.schedules_left <= reserve) {
          return false;
        }
        const SearchResult searched =
            attempt(program, std::min(budget_.one_program_max, purse_.schedules_left - reserve));
        if (searched.found) {
          // What was left out of this list comes after the one that fails.
          result_.programs_exhausted = all;
          return true;
        }
        all &= searched.all;
      }
      all &= smaller.all;
    }
    result_.programs_exhausted = all;
    return false;
  }

  /// One client or one operation less, as long as that still fails.
  void from_above() {
    bool smaller = !result_.programs_exhausted;
    while (smaller && !purse_.empty()) {
      smaller = false;
      for (const scenario::Program& program : one_less(result_.subject.program)) {
        if (attempt(program, budget_.one_program_max).found) {
          smaller = true;
          break;
        }
        if (purse_.empty()) {
          break;
        }
      }
    }
  }

  /// The program stays; the schedule becomes the simplest that can be found.
  void simplify_schedule() {
    const cases::Subject subject = result_.subject;
    SearchResult searched = search(subject, limits(purse_.schedules_left), purse_);
    if (searched.found && simpler(searched.found->schedule, result_.found.schedule)) {
      accept(subject, *searched.found, searched.exhausted_below);
    }
    result_.exhausted_below = std::max(result_.exhausted_below, searched.exhausted_below);
    result_.proven = result_.exhausted_below >= result_.found.schedule.preemptions();
  }

  const Budget& budget_;
  std::uint32_t preemptions_max_;
  Purse purse_;
  Shrunk result_;
};

}  // namespace

Shrunk shrink(const cases::Subject& subject, const schedule::Found& found, const Budget& budget) {
  return Shrinker(subject, found, budget).run();
}

std::string to_text(const Shrunk& shrunk) {
  const std::uint32_t preemptions = shrunk.found.schedule.preemptions();
  const std::string count =
      std::to_string(preemptions) + (preemptions == 1 ? " preemption" : " preemptions");
  std::string text =
      shrunk.proven
          ? "fewest preemptions, proven: every schedule with fewer than " + count + " was run"
          : count + ", perhaps not the fewest: every schedule with fewer than " +
                std::to_string(shrunk.exhausted_below) + " was run";
  if (!shrunk.programs_exhausted) {
    text += "; a smaller program may fail too";
  }
  return text + " (" + std::to_string(shrunk.schedules) + " schedules)";
}

}  // namespace oncelab::shrink
