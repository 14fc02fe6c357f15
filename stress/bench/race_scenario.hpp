// RaceScenario: a seeded race as a scenario. Its program is given; clients can be left out of it.
#pragma once

#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/stress/bench/race_programs.hpp>

namespace oncelab::bench {

class RaceScenario final : public scenario::Scenario {
 public:
  explicit RaceScenario(const RaceProgram& race);
  [[nodiscard]] std::string_view name() const override { return race_.name; }
  [[nodiscard]] std::string_view summary() const override { return "a seeded race"; }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const override {
    return variants_;
  }
  [[nodiscard]] std::string_view default_variant() const override;
  /// The race's own program, whatever is asked for. An operation's key is the client whose part it
  /// is.
  [[nodiscard]] scenario::Program program(unsigned clients, unsigned ops) const override;
  [[nodiscard]] Result<void> validate(const scenario::Program& program) const override;
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override;

 private:
  const RaceProgram& race_;
  std::vector<scenario::Variant> variants_;
};

}  // namespace oncelab::bench
