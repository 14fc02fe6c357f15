// For tests: does the partial-order reduction come to what depth-first search comes to, where
// processes crash, the clock goes on and things go wrong?
//
// Both explore a small program in its world, within a bound on preemptions if there is one. They
// agree if both reach the same ends and the same classes (order_matters.hpp), and the reduction
// without a bound runs each class once, and begins none in vain unless a step chooses among values
// or time-outs come. Every run of the reduction must repeat itself when its schedule is followed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <oncelab/core/lab/schedule/strategy.hpp>
#include <oncelab/core/lab/schedule/world_program.hpp>

namespace oncelab::worlds {

struct Explored {
  std::uint64_t runs = 0;  // that the strategy counts
  std::uint64_t blocked = 0;
  bool complete = false;
  bool failed = false;                      // some run did not finish
  bool assumed_fairness = false;            // some run held a spinning thread back
  std::string not_repeated;                 // a run that did not; empty: none
  std::map<std::string, std::uint64_t> of;  // runs by class
  std::set<std::string> plain;              // classes with a run without a needless clock step
  std::set<std::string> ends;
};

struct Exploration {
  const char* strategy = "dpor";
  std::optional<std::uint32_t> preemptions_max;
  std::uint64_t runs_max = 10'000;
  bool repeat = false;  // each run
};

[[nodiscard]] Explored explore_all(const Program& program, const Exploration& how);

struct Agreement {
  bool compared = false;   // false: depth-first search has too much to run
  std::string difference;  // empty: none
  std::uint64_t all = 0;   // schedules, of depth-first search
  std::uint64_t reduced = 0;
  std::uint64_t classes = 0;
  std::uint64_t blocked = 0;  // of the runs of the reduction: begun in vain
};

[[nodiscard]] Agreement agreement(const Program& program,
                                  std::optional<std::uint32_t> preemptions_max,
                                  std::uint64_t runs_max);

}  // namespace oncelab::worlds
