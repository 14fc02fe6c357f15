#include <oncelab/properties/scenarios/durable/durable_inbox_scenario.hpp>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/check/memo.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/scenarios/contract_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_experiment.hpp>
#include <oncelab/properties/scenarios/durable/redelivery_experiment.hpp>

namespace oncelab::properties {

namespace {

constexpr std::string_view deliver_operation = "deliver";
constexpr std::size_t id_bytes_max = 64;

// Deliveries are made by clients who do not give up, or by consumers of a queue.
template <class Experiment>
class DurableInboxScenario final : public ContractScenario {
 public:
  DurableInboxScenario(std::string_view name, std::string_view summary,
                       scenario::Happenings happenings)
      : ContractScenario({name,
                          summary,
                          durable_inbox_contract,
                          {std::string(deliver_operation), "m1", ""},
                          "one-record"}),
        happenings_(happenings) {}

  [[nodiscard]] scenario::Happenings happenings() const override { return happenings_; }

  /// Few messages, so that some come twice.
  [[nodiscard]] std::optional<scenario::Program> generate(Seed seed, unsigned size) const override {
    Prng random(seed);
    scenario::Program program;
    program.clients.resize(1 + random.below(1 + size / 34));
    for (auto& client : program.clients) {
      for (std::uint64_t n = 1 + random.below(1 + size / 34); n > 0; --n) {
        client.push_back(
            {std::string(deliver_operation), "m" + std::to_string(1 + random.below(2)), ""});
      }
    }
    return program;
  }

  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    auto checker = models::make("inbox", {});
    ONCELAB_ASSERT(checker.has_value());
    return std::make_unique<Experiment>(sut(setting.variant), program,
                                        check::with_memo(std::move(*checker)));
  }

 protected:
  [[nodiscard]] std::string misfit(const scenario::Operation& operation) const override {
    if (operation.f != deliver_operation || !operation.input.empty()) {
      return "unknown operation (known: deliver, without input)";
    }
    if (operation.key.empty() || operation.key.size() > id_bytes_max ||
        operation.key.find_first_of("\t\n<>") != std::string::npos) {
      return "a message id has 1 to 64 bytes, none of them a tab, a line break, '<' or '>'";
    }
    return {};
  }

 private:
  scenario::Happenings happenings_;
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_durable_inbox_scenario() {
  return std::make_unique<DurableInboxScenario<DurableInboxExperiment>>(
      "durable-inbox", "the same delivery has its effect once, whatever crashes",
      scenario::Happenings{.crashes = 1, .clock_steps = std::nullopt, .faults = 0});
}

std::unique_ptr<scenario::Scenario> make_redelivery_scenario() {
  return std::make_unique<DurableInboxScenario<RedeliveryExperiment>>(
      "redelivery", "every message of a queue is handled once, or ends as a dead letter",
      scenario::Happenings{.crashes = 1, .clock_steps = std::nullopt, .faults = 1});
}

}  // namespace oncelab::properties
