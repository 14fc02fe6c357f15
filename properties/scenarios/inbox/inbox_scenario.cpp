// Scenario "inbox": deliveries and redeliveries of messages to the reference inboxes.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_experiment.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>

namespace oncelab::properties {

namespace {

using check::Verdict;

constexpr std::size_t message_id_bytes_max = 255;

Error misfit(std::string text) {
  return make_error(ErrorKind::does_not_fit, "scenario inbox: " + std::move(text));
}

class InboxScenario final : public scenario::Scenario {
 public:
  [[nodiscard]] std::string_view name() const override { return "inbox"; }
  [[nodiscard]] std::string_view summary() const override {
    return "the same delivery has its effect once, however deliveries overlap";
  }
  [[nodiscard]] std::string_view default_variant() const override { return "atomic"; }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const override {
    return variants_;
  }

  [[nodiscard]] scenario::Program program(unsigned clients, unsigned ops) const override {
    scenario::Program p;
    p.clients.assign(
        clients, std::vector<scenario::Operation>(ops, {std::string(deliver_operation), "m1", ""}));
    return p;
  }

  [[nodiscard]] Result<void> validate(const scenario::Program& program) const override {
    if (program.clients.empty() || program.clients.size() > scenario::clients_max) {
      return misfit("a program has 1 to " + std::to_string(scenario::clients_max) +
                    " clients, not " + std::to_string(program.clients.size()));
    }
    for (const auto& client : program.clients) {
      if (client.size() > scenario::operations_per_client_max) {
        return misfit("a client has at most " +
                      std::to_string(scenario::operations_per_client_max) + " operations");
      }
      for (const auto& operation : client) {
        if (operation.f != deliver_operation) {
          return misfit("unknown operation (known: deliver)");
        }
        if (operation.key.empty() || operation.key.size() > message_id_bytes_max) {
          return misfit("a message id has 1 to 255 bytes");
        }
        if (!operation.input.empty() && operation.input != failing_handler_input) {
          return misfit("unknown input of deliver (known: nothing, 'handler fails')");
        }
      }
    }
    return {};
  }

  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    const std::string_view variant = setting.variant;
    const InboxSut* const sut = memory_inbox_sut(setting.variant.c_str());
    ONCELAB_ASSERT(sut != nullptr);
    InboxExperimentOptions options;
    // Each variant is held to its own promise: only `claiming` may answer in_flight.
    const bool claiming = variant == "claiming";
    auto checker = models::make(claiming ? "inbox-claiming" : "inbox", {});
    ONCELAB_ASSERT(checker.has_value());
    options.checker = std::move(*checker);
    options.in_flight_is_answered = claiming;
    // A single lock serves one delivery after the other: they never overlap.
    options.deliveries_overlap = variant != "single-lock";
    return std::make_unique<InboxExperiment>(*sut, program, std::move(options));
  }

 private:
  std::vector<scenario::Variant> variants_ = {
      {"naive", Verdict::violated, "look up, run the handler, mark: two lock holds"},
      {"atomic", Verdict::held, "claimed across the handler; a second delivery waits"},
      {"claiming", Verdict::held, "claimed across the handler; a second delivery gets in_flight"},
      {"single-lock", Verdict::held, "one mutex over look-up, handler and mark"},
  };
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_inbox_scenario() {
  return std::make_unique<InboxScenario>();
}

}  // namespace oncelab::properties
