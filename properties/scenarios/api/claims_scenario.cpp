#include <oncelab/properties/scenarios/api/claims_scenario.hpp>

#include <string>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/memo.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/generators/request_programs.hpp>
#include <oncelab/properties/generators/simpler_request.hpp>
#include <oncelab/properties/scenarios/api/claims_experiment.hpp>
#include <oncelab/properties/scenarios/contract_scenario.hpp>

namespace oncelab::properties {

namespace {

class ClaimsScenario final : public ContractScenario {
 public:
  ClaimsScenario()
      : ContractScenario({"claim-store",
                          "of all requests with one key, one executes at a time",
                          claim_store_contract,
                          {std::string(request_operation), "k1", "b1"},
                          "mutex"}) {}

  [[nodiscard]] std::optional<scenario::Program> generate(Seed seed, unsigned size) const override {
    return draw_request_program(claim_store_programs, seed, size);
  }
  [[nodiscard]] std::vector<scenario::Program> simpler(
      const scenario::Program& program) const override {
    return simpler_request_programs(program);
  }

  [[nodiscard]] scenario::Happenings happenings() const override {
    return {.crashes = std::nullopt, .clock_steps = 1, .faults = std::nullopt};
  }
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    auto checker = models::make("claim-store", {});
    ONCELAB_ASSERT(checker.has_value());
    return std::make_unique<ClaimsExperiment>(sut(setting.variant), program,
                                              check::with_memo(std::move(*checker)));
  }

 protected:
  [[nodiscard]] std::string misfit(const scenario::Operation& operation) const override {
    return request_misfit(operation, true);
  }
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_claims_scenario() {
  return std::make_unique<ClaimsScenario>();
}

}  // namespace oncelab::properties
