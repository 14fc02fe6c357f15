#include <oncelab/properties/scenarios/durable/redelivery_experiment.hpp>

#include <array>
#include <utility>

namespace oncelab::properties {

namespace {

constexpr std::uint32_t queue_place = 900;  // in the world, beyond the disk's
constexpr std::uint32_t handler_place = 901;
constexpr history::ProcessId consumers{1};
constexpr std::array handler_faults = {runtime::FaultKind::handler_error};

world::BrokerQueueOptions queue_options() {
  world::BrokerQueueOptions options;
  options.object = queue_place;
  options.attempts_max = attempts_max;
  options.reorder_within = 2;
  options.duplicates = true;
  return options;
}

}  // namespace

RedeliveryExperiment::RedeliveryExperiment(const scenario::Sut& sut,
                                           const scenario::Program& program,
                                           std::unique_ptr<check::Checker> checker)
    : DurableInboxExperiment(sut, program, std::move(checker)),
      queue_(environment_, queue_options()) {
  redelivered_ = add_goal("a message that was delivered again", false);
  dead_ = add_goal("a dead letter", false);
  published_.resize(messages().size());
  for (const auto& published : this->program()) {
    for (const std::size_t message : published) {
      ++published_[message];
    }
  }
}

void RedeliveryExperiment::begin_world() {
  DurableInboxExperiment::begin_world();
  queue_.clear();
  for (const auto& published : program()) {
    for (const std::size_t message : published) {
      queue_.publish(static_cast<world::MessageIndex>(message));
    }
  }
}

void RedeliveryExperiment::crash_world(unsigned process) {
  DurableInboxExperiment::crash_world(process);
  queue_.crash(consumers);
}

void RedeliveryExperiment::serve(ClientId id) {
  while (const auto delivery = queue_.receive(consumers)) {
    const bool handled = runtime::fault_point(handler_place, handler_faults) == 0 &&
                         deliver(id, messages()[delivery->message]);
    (void)(handled ? queue_.acknowledge(delivery->receipt) : queue_.give_back(delivery->receipt));
  }
}

std::optional<scenario::Failure> RedeliveryExperiment::judge_effects() {
  for (std::size_t i = 0; i < messages().size(); ++i) {
    const auto message = static_cast<world::MessageIndex>(i);
    if (!queue_.settled(message) && !queue_.dead(message)) {
      return scenario::Failure{"every message ends handled or dead",
                               "message " + messages()[i].id + " was left in the queue"};
    }
    if (queue_.attempts(message) > published_[i]) {
      reach(redelivered_);
    }
    if (queue_.dead(message)) {
      reach(dead_);
    }
  }
  return DurableInboxExperiment::judge_effects();
}

}  // namespace oncelab::properties
