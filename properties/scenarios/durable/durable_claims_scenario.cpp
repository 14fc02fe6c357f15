#include <oncelab/properties/scenarios/durable/durable_claims_scenario.hpp>

#include <string>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/memo.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/generators/request_programs.hpp>
#include <oncelab/properties/generators/simpler_request.hpp>
#include <oncelab/properties/scenarios/contract_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_claims_experiment.hpp>

namespace oncelab::properties {

namespace {

class DurableClaimsScenario final : public ContractScenario {
 public:
  DurableClaimsScenario()
      : ContractScenario({"durable-claim-store",
                          "of all requests with one key, one executes at a time, whatever crashes",
                          durable_claims_contract,
                          {std::string(request_operation), "k1", "b1"},
                          "log"}) {}

  [[nodiscard]] std::optional<scenario::Program> generate(Seed seed, unsigned size) const override {
    return draw_request_program(claim_store_programs, seed, size);
  }
  [[nodiscard]] std::vector<scenario::Program> simpler(
      const scenario::Program& program) const override {
    return simpler_request_programs(program);
  }

  [[nodiscard]] scenario::Happenings happenings() const override {
    return {.crashes = 1, .clock_steps = 0, .faults = 1};
  }
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    auto checker = models::make("claim-store", {});
    ONCELAB_ASSERT(checker.has_value());
    return std::make_unique<DurableClaimsExperiment>(sut(setting.variant), program,
                                                     check::with_memo(std::move(*checker)));
  }

 protected:
  [[nodiscard]] std::string misfit(const scenario::Operation& operation) const override {
    return request_misfit(operation, true);
  }
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_durable_claims_scenario() {
  return std::make_unique<DurableClaimsScenario>();
}

}  // namespace oncelab::properties
