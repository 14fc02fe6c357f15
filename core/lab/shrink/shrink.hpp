// Shrink: from a program that fails to the smallest one that fails for the same reason.
//
// In this order: fewest crashes, clock steps and faults together, fewest clients, fewest
// operations, simplest arguments, fewest preemptions, fewest other deviations from "keep going",
// earliest deviations. Small programs, made by leaving out clients and operations, are tried first,
// each with all schedules of 0 preemptions, then 1, and so on; if the budget for that ends, clients
// and operations are removed from the whole program one at a time. Then one argument after the
// other is made simpler, as the scenario proposes, as long as that fails too; if any was, smaller
// programs are tried again. A smaller or simpler program may need another schedule, and more
// preemptions than the one before it, but never more than the failure that was given. That the
// number of preemptions is the least for the program in the result is proven by having run every
// schedule with fewer, or, where those are many, one of every class of equivalent ones
// (by_classes); see search.hpp.
//
// Promises: the result fails with the same property; it is no larger than the given program, and
// has no more preemptions; the same input gives the same result. `proven` is said only of what was
// exhausted; otherwise exhausted_below tells how far that went. A run that was cut off (its steps,
// the checker's budget, a waiting loop held back) exhausts nothing.
// Does not promise: that no smaller program fails, once a budget ends (programs_exhausted is then
// false); that no simpler arguments fail: only that no single step of Scenario::simpler does
// (arguments_exhausted); anything outside the bound on preemptions of the given failure, or on
// time-outs and spurious wake-ups.
//
// Threads: the one thread that explores. Cost: at most the budgets, in schedules. No errors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::shrink {

struct Budget {
  std::uint64_t schedules_max = 200'000;       // in all
  std::uint64_t happenings_max = 20'000;       // of those, until fewer of them are given up
  std::uint64_t small_programs_max = 100'000;  // of those, for programs tried from below
  std::uint64_t one_program_max = 20'000;      // for each smaller or simpler program
  std::uint32_t candidates_max = 256;          // programs tried, for each number of clients
  /// Asked after every schedule; false ends shrinking with what is there.
  std::function<bool(std::uint64_t)> go_on;
};

struct Shrunk {
  cases::Subject subject;  // with the smaller program
  schedule::Found found;
  bool proven = false;                // no schedule of this program with fewer preemptions fails
  std::uint32_t exhausted_below = 0;  // every schedule with fewer preemptions than this was run,
  bool by_classes = false;            // or one that is equivalent to it
  bool fewest_happenings = true;      // with fewer crashes, clock steps and faults nothing fails
  bool programs_exhausted = false;    // every smaller program that can be made was tried in full
  bool arguments_exhausted = false;   // so was every program with one argument simpler
  std::uint64_t schedules = 0;        // run on the way
};

[[nodiscard]] Shrunk shrink(const cases::Subject& subject, const schedule::Found& found,
                            const Budget& budget = {});

/// In one line, for people: "fewest preemptions, proven: ..." or "preemptions <= k, exhausted below
/// j: ...".
[[nodiscard]] std::string to_text(const Shrunk& shrunk);

}  // namespace oncelab::shrink
