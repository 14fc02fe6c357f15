#include <oncelab/properties/scenarios/inbox/inbox_experiment.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace oncelab::properties {

namespace {
constexpr std::uint32_t handler_place = 0;  // in the world
constexpr std::array handler_faults = {runtime::FaultKind::handler_error};
}  // namespace

InboxExperiment::InboxExperiment(const scenario::Sut& sut, const scenario::Program& program,
                                 InboxExperimentOptions options)
    : ContractExperiment(program, std::move(options.checker), "deliveries"),
      sut_(sut),
      handle_(recorder().intern("handle")),
      effect_(recorder().intern("effect")) {
  outputs_[static_cast<int>(DeliveryOutcome::delivered)] = symbol("delivered");
  outputs_[static_cast<int>(DeliveryOutcome::duplicate)] = symbol("duplicate");
  outputs_[static_cast<int>(DeliveryOutcome::in_flight)] = symbol("in_flight");
  outputs_[static_cast<int>(DeliveryOutcome::failed)] = symbol("failed");
  for (const auto& client : program.clients) {
    auto& deliveries = program_.emplace_back();
    for (const auto& operation : client) {
      deliveries.push_back(
          {operation.key, symbol(operation.key), operation.input == failing_handler_input});
    }
  }
  for (const auto& client : program_) {
    for (const Delivery& delivery : client) {
      if (std::ranges::find(messages_, delivery.id, [](const Delivery* d) { return d->id; }) ==
          messages_.end()) {
        messages_.push_back(&delivery);
      }
    }
  }
  add_goals(options);
}

void InboxExperiment::add_goals(const InboxExperimentOptions& options) {
  // What some run is sure to reach depends on the program.
  bool several_clients = false;
  bool again_after_success = false;
  for (const Delivery* message : messages_) {
    unsigned clients = 0;
    unsigned all = 0;
    unsigned succeeding = 0;
    for (const auto& client : program_) {
      const auto mine = std::ranges::count(client, message->id, &Delivery::id);
      clients += mine > 0 ? 1U : 0U;
      all += static_cast<unsigned>(mine);
      succeeding += static_cast<unsigned>(std::ranges::count_if(
          client, [&](const Delivery& d) { return d.id == message->id && !d.handler_fails; }));
    }
    several_clients |= clients > 1;
    again_after_success |= all > 1 && succeeding == all;
  }
  duplicate_ = add_goal("a delivery of a message that was already handled", again_after_success);
  overlapped_ = add_goal("two deliveries of one message in progress at the same time",
                         several_clients && options.deliveries_overlap);
  in_flight_ = add_goal("a delivery answered with in_flight",
                        several_clients && options.in_flight_is_answered);
}

bool InboxExperiment::perform(ClientId id, std::size_t operation) {
  const Delivery& delivery = program_[client_of(id)][operation];
  HandlerContext context{this, id, &delivery};
  if (!begin(id, {handle_, delivery.key, history::Value::nil()})) {
    return false;
  }
  const DeliveryOutcome outcome =
      inbox_handle_once(inbox_, delivery.id.data(), delivery.id.size(), {handle, &context});
  return end(id, output(outcome)) && (outcome != DeliveryOutcome::failed || delivery.handler_fails);
}

bool InboxExperiment::handle(void* raw_context) {
  const auto& context = *static_cast<HandlerContext*>(raw_context);
  if (context.delivery->handler_fails || runtime::fault_point(handler_place, handler_faults) != 0) {
    return false;
  }
  InboxExperiment& self = *context.experiment;
  self.effect(context.client, self.effect_, context.delivery->key);
  return true;
}

std::optional<scenario::Failure> InboxExperiment::judge_effects() {
  for (const Delivery* message : messages_) {
    const std::uint32_t times = ledger().count(effect_, message->key);
    if (times > 1) {
      return scenario::Failure{
          "one effect per message",
          "message " + message->id + " had its effect " + std::to_string(times) + " times"};
    }
    const bool acknowledged =
        std::ranges::any_of(history().operations(), [&](const history::Operation& o) {
          return o.key == message->key && (o.output == output(DeliveryOutcome::delivered) ||
                                           o.output == output(DeliveryOutcome::duplicate));
        });
    if (times == 0 && acknowledged) {
      return scenario::Failure{
          "no acknowledgement without effect",
          "message " + message->id + " was acknowledged, but never had its effect"};
    }
  }
  return std::nullopt;
}

void InboxExperiment::note_goals() {
  const auto answered = [&](DeliveryOutcome outcome) {
    return std::ranges::any_of(history().operations(), [&](const history::Operation& o) {
      return o.output == output(outcome);
    });
  };
  if (calls_overlapped()) {
    reach(overlapped_);
  }
  if (answered(DeliveryOutcome::duplicate)) {
    reach(duplicate_);
  }
  if (answered(DeliveryOutcome::in_flight)) {
    reach(in_flight_);
  }
}

}  // namespace oncelab::properties
