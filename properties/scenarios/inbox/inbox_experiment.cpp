#include <oncelab/properties/scenarios/inbox/inbox_experiment.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/check/explanation_text.hpp>

namespace oncelab::properties {

using history::Timestamp;
using history::Value;

namespace {
Timestamp now() { return Timestamp{runtime::steps_so_far()}; }
}  // namespace

InboxExperiment::InboxExperiment(const InboxSut& sut, const scenario::Program& program,
                                 InboxExperimentOptions options)
    : sut_(sut),
      options_(std::move(options)),
      handle_(history_.intern("handle")),
      effect_(history_.intern("effect")),
      open_(program.clients.size()),
      overlapped_{"two deliveries of one message in progress at the same time", 0},
      duplicate_{"a delivery of a message that was already handled", 0},
      in_flight_{"a delivery answered with in_flight", 0} {
  outputs_[static_cast<int>(DeliveryOutcome::delivered)] =
      Value::symbol(history_.intern("delivered"));
  outputs_[static_cast<int>(DeliveryOutcome::duplicate)] =
      Value::symbol(history_.intern("duplicate"));
  outputs_[static_cast<int>(DeliveryOutcome::in_flight)] =
      Value::symbol(history_.intern("in_flight"));
  outputs_[static_cast<int>(DeliveryOutcome::failed)] = Value::symbol(history_.intern("failed"));
  for (const auto& client : program.clients) {
    auto& deliveries = program_.emplace_back();
    for (const auto& operation : client) {
      const auto known = std::find(ids_.begin(), ids_.end(), operation.key);
      const auto message = static_cast<std::uint32_t>(known - ids_.begin());
      if (known == ids_.end()) {
        ids_.push_back(operation.key);
        deliveries_.push_back(0);
      }
      ++deliveries_[message];
      deliveries.push_back({operation.key, Value::symbol(history_.intern(operation.key)), message,
                            operation.input == failing_handler_input});
    }
  }
  effects_.assign(ids_.size(), 0);
}

unsigned InboxExperiment::clients() const { return static_cast<unsigned>(program_.size()); }

void InboxExperiment::set_up() {
  history_.clear();
  std::fill(effects_.begin(), effects_.end(), 0);
  inbox_ = sut_.make();
}

void InboxExperiment::client(ClientId id) {
  std::uint32_t operation = 0;
  for (const Delivery& delivery : program_[raw(id)]) {
    HandlerContext context{this, id, &delivery};
    runtime::begin_operation(operation++);
    const DeliveryOutcome outcome =
        sut_.handle_once(inbox_, delivery.id.data(), delivery.id.size(), {handle, &context});
    runtime::end_operation();
    history_.returned(open_[raw(id)], history::Outcome::ok, outputs_[static_cast<int>(outcome)],
                      now());
  }
}

void InboxExperiment::finish() { sut_.destroy(inbox_); }

void InboxExperiment::on_call(ClientId id, std::uint32_t operation, std::uint32_t step) {
  open_[raw(id)] =
      history_.call(id, handle_, program_[raw(id)][operation].key, Value::nil(), Timestamp{step});
}

bool InboxExperiment::handle(void* raw_context) {
  const auto& context = *static_cast<HandlerContext*>(raw_context);
  if (context.delivery->handler_fails) {
    return false;
  }
  InboxExperiment& self = *context.experiment;
  ++self.effects_[context.delivery->message];
  self.history_.effect(context.client, self.effect_, context.delivery->key, now());
  return true;
}

std::optional<scenario::Failure> InboxExperiment::judge() {
  note_goals();
  last_check_ = {};
  std::string doubled;  // what a reader wants to know first
  for (std::size_t message = 0; message < effects_.size() && doubled.empty(); ++message) {
    if (effects_[message] > 1) {
      doubled = "message " + ids_[message] + " had its effect " +
                std::to_string(effects_[message]) + " times";
    }
  }
  if (options_.checker != nullptr) {
    last_check_ = options_.checker->check(history_);
    if (last_check_.verdict == check::Verdict::violated) {
      return scenario::Failure{"linearizability",
                               (doubled.empty() ? "" : doubled + "; ") +
                                   "no sequential order of the deliveries explains their answers"};
    }
  }
  if (!doubled.empty()) {
    return scenario::Failure{"one effect per message", doubled};
  }
  return std::nullopt;
}

void InboxExperiment::note_goals() {
  bool overlapped = false;
  bool duplicate = false;
  bool in_flight = false;
  const auto operations = history_.operations();
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto& a = operations[i];
    duplicate |= a.output == outputs_[static_cast<int>(DeliveryOutcome::duplicate)];
    in_flight |= a.output == outputs_[static_cast<int>(DeliveryOutcome::in_flight)];
    for (std::size_t j = 0; j < i && !overlapped; ++j) {
      const auto& b = operations[j];
      overlapped = a.key == b.key && history::raw(a.call_event) < history::raw(b.return_event) &&
                   history::raw(b.call_event) < history::raw(a.return_event);
    }
  }
  overlapped_.runs += overlapped ? 1U : 0U;
  duplicate_.runs += duplicate ? 1U : 0U;
  in_flight_.runs += in_flight ? 1U : 0U;
}

std::vector<scenario::Goal> InboxExperiment::goals() const {
  // Which goals the program can reach at all.
  const bool repeated =
      std::any_of(deliveries_.begin(), deliveries_.end(), [](std::uint32_t n) { return n > 1; });
  const bool side_by_side =
      std::count_if(program_.begin(), program_.end(), [](const auto& c) { return !c.empty(); }) > 1;
  const bool fails = std::any_of(program_.begin(), program_.end(), [](const auto& client) {
    return std::any_of(client.begin(), client.end(),
                       [](const Delivery& d) { return d.handler_fails; });
  });
  std::vector<scenario::Goal> goals;
  if (repeated && !fails) {
    goals.push_back(duplicate_);
    if (side_by_side && ids_.size() == 1) {
      if (options_.deliveries_overlap) {
        goals.push_back(overlapped_);
      }
      if (options_.in_flight_is_answered) {
        goals.push_back(in_flight_);
      }
    }
  }
  return goals;
}

std::optional<std::string> InboxExperiment::undecided() const {
  if (options_.checker != nullptr && last_check_.verdict == check::Verdict::inconclusive) {
    return "the checker could not decide a history: " +
           std::string(check::text(last_check_.reason));
  }
  return std::nullopt;
}

std::string InboxExperiment::explain() {
  if (options_.checker == nullptr) {
    return {};
  }
  const auto explanation = options_.checker->explain(history_);
  return explanation.verdict == check::Verdict::violated ? check::to_text(explanation, history_)
                                                         : std::string{};
}

}  // namespace oncelab::properties
