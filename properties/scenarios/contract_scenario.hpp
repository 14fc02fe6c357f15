// ContractScenario: a scenario whose variants are the systems under test of a contract.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>

namespace oncelab::properties {

class ContractScenario : public scenario::Scenario {
 public:
  [[nodiscard]] std::string_view name() const final { return texts_.name; }
  [[nodiscard]] std::string_view summary() const final { return texts_.summary; }
  [[nodiscard]] std::string_view contract() const final { return texts_.contract; }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const final;
  [[nodiscard]] std::string_view default_variant() const final;
  /// Every client does `operation` so many times.
  [[nodiscard]] scenario::Program program(unsigned clients, unsigned ops) const final;
  [[nodiscard]] Result<void> validate(const scenario::Program& program) const final;

 protected:
  struct Texts {
    std::string_view name;
    std::string_view summary;
    std::string_view contract;
    scenario::Operation operation;     // of the built-in programs
    std::string_view default_variant;  // if there is none of this name: the first that should hold
  };
  explicit ContractScenario(Texts texts) : texts_(std::move(texts)) {}

  /// What is wrong with an operation, in a few words; empty if nothing is.
  [[nodiscard]] virtual std::string misfit(const scenario::Operation& operation) const = 0;
  /// The same for a whole program, each operation of which is right.
  [[nodiscard]] virtual std::string misfit_of_program(const scenario::Program& program) const {
    (void)program;
    return {};
  }

  [[nodiscard]] const scenario::Sut& sut(std::string_view variant) const;

 private:
  Texts texts_;
  mutable std::vector<scenario::Variant> variants_;  // registered before main, listed when asked
};

}  // namespace oncelab::properties
