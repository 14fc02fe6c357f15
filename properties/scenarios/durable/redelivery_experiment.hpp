// The durable inbox behind a broker's queue: the clients are consumers, who take messages until
// there are none. What is not acknowledged, because its consumer crashed or its handler failed, is
// delivered again; what fails too often is a dead letter.
#pragma once

#include <oncelab/core/lab/world/broker_queue.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_experiment.hpp>

namespace oncelab::properties {

inline constexpr std::uint32_t attempts_max = 3;

class RedeliveryExperiment final : public DurableInboxExperiment {
 public:
  RedeliveryExperiment(const scenario::Sut& sut, const scenario::Program& program,
                       std::unique_ptr<check::Checker> checker);

 private:
  void begin_world() override;
  void crash_world(unsigned process) override;
  void serve(ClientId id) override;
  [[nodiscard]] bool connection_is_faulty() const override { return false; }  // but the queue is
  std::optional<scenario::Failure> judge_effects() override;

  world::ControlledEnvironment environment_;
  world::BrokerQueue queue_;
  std::vector<std::uint32_t> published_;    // copies, by message
  std::size_t redelivered_ = 0, dead_ = 0;  // goals
};

}  // namespace oncelab::properties
