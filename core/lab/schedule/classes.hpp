// For tests: what a set of runs of a small program comes to, and a second definition of when two
// runs are equivalent, written from the meaning of the operations and sharing no code with the
// partial-order reduction.
//
// Two runs are equivalent if they have the same steps with the same results, and every two steps
// that depend on each other come in the same order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/small_program.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::schedule {

struct Classes {
  std::uint64_t runs = 0;  // that the strategy counts
  std::uint64_t blocked = 0;
  bool complete = false;
  bool failed = false;            // some run did not finish: its end is not among `ends`
  bool assumed_fairness = false;  // some run held a spinning thread back: classes mean nothing
  std::map<std::string, std::uint64_t> of;  // runs by class
  std::set<small::Ended> ends;
  [[nodiscard]] std::set<std::string> names() const;
};

struct SmallOptions {
  bool each_instruction_an_operation = false;
  bool one_partition_each = false;  // operations of different clients are judged apart
  std::uint64_t runs_max = 200'000;
  runtime::RunOptions run;
};

/// The program as the explorer runs it. Both must outlive it.
[[nodiscard]] std::unique_ptr<scenario::Experiment> experiment_of(const small::Program& program,
                                                                  const SmallOptions& options);
[[nodiscard]] Classes run_all(const small::Program& program, Strategy& strategy,
                              const SmallOptions& options);

}  // namespace oncelab::schedule
