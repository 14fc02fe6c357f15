#include <oncelab/properties/scenarios/api/api_scenario.hpp>

#include <string>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/memo.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/generators/request_programs.hpp>
#include <oncelab/properties/generators/simpler_request.hpp>
#include <oncelab/properties/scenarios/api/api_experiment.hpp>
#include <oncelab/properties/scenarios/contract_scenario.hpp>

namespace oncelab::properties {

namespace {

class ApiScenario final : public ContractScenario {
 public:
  ApiScenario()
      : ContractScenario({"api-request",
                          "the same key and the same request get the same response",
                          claim_store_contract,
                          {std::string(request_operation), "k1", "b1"},
                          "mutex"}) {}

  [[nodiscard]] std::vector<std::string> profiles() const override { return {"strict", "seed"}; }
  [[nodiscard]] std::string profile_text(std::string_view profile) const override {
    const ApiProfileFacts facts = api_profile_facts(std::string(profile).c_str());
    return std::string(facts.covers_every_method ? "every method" : "POST and PATCH") +
           (facts.checks_keys ? "; exactly one key, 1 to 255 printable ASCII characters"
                              : "; the first key header as it is, an empty one is no key") +
           (facts.query_counts ? "; the query counts" : "; the query is ignored") +
           (facts.lease_ms < 0 ? "; claims never end"
                               : "; claims end after " + std::to_string(facts.lease_ms / 1000) +
                                     " s, with owner tokens") +
           (facts.replayed_headers == 0
                ? "; no header is replayed"
                : "; " + std::to_string(facts.replayed_headers) + " headers are replayed") +
           (facts.answers_problem_json ? "; refusals have stable codes (problem+json)"
                                       : "; refusals are plain text") +
           (facts.marks_replays_only ? "; only replays have the marker" : "");
  }

  [[nodiscard]] std::optional<scenario::Program> generate(Seed seed, unsigned size) const override {
    return draw_request_program(api_request_programs, seed, size);
  }
  [[nodiscard]] std::vector<scenario::Program> simpler(
      const scenario::Program& program) const override {
    return simpler_request_programs(program);
  }

  [[nodiscard]] scenario::Happenings happenings() const override {
    return {.crashes = std::nullopt, .clock_steps = 1, .faults = 0};
  }
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    auto checker = models::make("api-request", {});
    ONCELAB_ASSERT(checker.has_value());
    return std::make_unique<ApiExperiment>(sut(setting.variant), setting.profile, program,
                                           check::with_memo(std::move(*checker)));
  }

 protected:
  [[nodiscard]] std::string misfit(const scenario::Operation& operation) const override {
    return request_misfit(operation, false);
  }
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_api_scenario() { return std::make_unique<ApiScenario>(); }

}  // namespace oncelab::properties
