// Failures to measure minimising with: of every wrong variant of every scenario, of programs drawn
// at random, and of the seeded races, as the samplers meet them.
//
// Deterministic. The same failure can come more than once: it is found more often than others.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <oncelab/core/lab/case/make_case.hpp>

namespace oncelab::bench {

struct FoundFailure {
  std::string of;  // what failed, for a row of a table
  cases::Subject subject;
  schedule::Found found;
  /// Threads beside the main one.
  [[nodiscard]] std::size_t threads() const { return found.trace.threads.size() - 1; }
};

class FoundFailures {
 public:
  /// Each strategy looks with the seeds 1 to `seeds`. `only`: rows that begin so; empty: all.
  FoundFailures(std::uint64_t seeds, std::string only);
  [[nodiscard]] const std::vector<FoundFailure>& all() const { return all_; }

 private:
  void add_variants(const scenario::Scenario& scenario);
  void add_generated(const scenario::Scenario& scenario, const cases::Subject& subject);
  void look(const std::string& of, const cases::Subject& subject, std::uint64_t schedules_max);

  std::uint64_t seeds_;
  std::string only_;
  std::vector<std::unique_ptr<scenario::Scenario>> scenarios_;
  std::vector<FoundFailure> all_;
};

}  // namespace oncelab::bench
