// Scenario "inbox": deliveries and redeliveries of messages.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/memo.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/generators/inbox_programs.hpp>
#include <oncelab/properties/generators/simpler_inbox.hpp>
#include <oncelab/properties/scenarios/contract_scenario.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_experiment.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>

namespace oncelab::properties {

namespace {

constexpr std::size_t message_id_bytes_max = 255;

class InboxScenario final : public ContractScenario {
 public:
  InboxScenario()
      : ContractScenario({"inbox",
                          "the same delivery has its effect once, however deliveries overlap",
                          inbox_contract,
                          {std::string(deliver_operation), "m1", ""},
                          "atomic"}) {}

  [[nodiscard]] std::optional<scenario::Program> generate(Seed seed, unsigned size) const override {
    return draw_inbox_program(seed, size);
  }
  [[nodiscard]] std::vector<scenario::Program> simpler(
      const scenario::Program& program) const override {
    return simpler_inbox_programs(program);
  }

  [[nodiscard]] scenario::Happenings happenings() const override {
    return {.crashes = std::nullopt, .clock_steps = std::nullopt, .faults = 0};
  }
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    const scenario::Sut& inbox = sut(setting.variant);
    InboxExperimentOptions options;
    // Each is held to its own promise: one that waits must not answer in_flight. Every history of
    // one that waits is one of an inbox that claims, so that is what others are held to.
    auto checker = models::make(inbox.has_trait("waits") ? "inbox" : "inbox-claiming", {});
    ONCELAB_ASSERT(checker.has_value());
    options.checker = check::with_memo(std::move(*checker));
    options.in_flight_is_answered = inbox.has_trait("claims");
    // Of an inbox that says nothing about itself it is not known: it may hold a lock all along.
    options.deliveries_overlap = (inbox.has_trait("waits") || inbox.has_trait("claims")) &&
                                 !inbox.has_trait("serves-one-at-a-time");
    return std::make_unique<InboxExperiment>(inbox, program, std::move(options));
  }

 protected:
  [[nodiscard]] std::string misfit(const scenario::Operation& operation) const override {
    if (operation.f != deliver_operation) {
      return "unknown operation (known: deliver)";
    }
    if (operation.key.empty() || operation.key.size() > message_id_bytes_max) {
      return "a message id has 1 to 255 bytes";
    }
    if (!operation.input.empty() && operation.input != failing_handler_input) {
      return "unknown input of deliver (known: nothing, 'handler fails')";
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_inbox_scenario() {
  return std::make_unique<InboxScenario>();
}

}  // namespace oncelab::properties
