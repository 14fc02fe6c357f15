// The durable inbox as an Experiment: deliveries to a process with a disk, which may crash and come
// back. A delivery that was not answered is delivered again, as a broker does. Effects are what is
// on the disk in the end, whatever the inbox says.
#pragma once

#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>
#include <oncelab/properties/scenarios/durable/disk_of_run.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_sut.hpp>

namespace oncelab::properties {

class DurableInboxExperiment : public ContractExperiment, private world::DiskObserver {
 public:
  DurableInboxExperiment(const scenario::Sut& sut, const scenario::Program& program,
                         std::unique_ptr<check::Checker> checker);

  [[nodiscard]] unsigned processes() const override { return 1; }
  [[nodiscard]] unsigned process_of(ClientId) const override { return 1; }
  void recover(unsigned process) override;

 protected:
  struct Message {
    std::string id;
    std::string change;  // what the handler stores: told apart from all others, wherever it stands
    history::Value key;
  };
  [[nodiscard]] const std::vector<Message>& messages() const { return messages_; }
  /// Of a client's operations: which messages.
  [[nodiscard]] const std::vector<std::vector<std::size_t>>& program() const { return program_; }
  /// One delivery, recorded. True: it was answered, and with a success.
  bool deliver(ClientId id, const Message& message);

  void begin_world() override;
  void crash_world(unsigned process) override;
  std::optional<scenario::Failure> judge_effects() override;
  [[nodiscard]] bool connection_is_faulty() const override { return true; }

 private:
  struct Written {  // of a change that was found in what was written
    world::ExtentId extent = 0;
    world::EffectIndex effect{};
  };

  void make() override { inbox_ = sut_.make(&disk_.ports()); }
  void destroy() override { durable_inbox_destroy(inbox_); }
  bool perform(ClientId id, std::size_t operation) override;
  void look_in_the_end() override;
  void note_goals() override;

  // world::DiskObserver
  void on_written(world::ExtentId extent, std::string_view file, std::string_view bytes) override;
  void on_lost(world::ExtentId extent) override;

  [[nodiscard]] std::uint32_t copies_on_disk(const Message& message);

  const scenario::Sut& sut_;
  DiskOfRun disk_;
  void* inbox_ = nullptr;
  history::Symbol handle_, effect_;
  history::Value delivered_, duplicate_, failed_;
  std::vector<Message> messages_;                  // each once
  std::vector<std::vector<std::size_t>> program_;  // by client: which message
  std::vector<Written> written_;
  std::vector<std::uint32_t> stored_;  // in the end, by message
  std::size_t duplicate_goal_ = 0;
};

}  // namespace oncelab::properties
