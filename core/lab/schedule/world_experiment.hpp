// For tests: a small program in its world (world_program.hpp) as the explorer runs it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/world_code.hpp>
#include <oncelab/core/lab/schedule/world_program.hpp>

namespace oncelab::worlds {

inline constexpr unsigned processes_max = 4;

[[nodiscard]] runtime::RunOptions run_options(const Program& program);

class WorldExperiment final : public scenario::Experiment {
 public:
  explicit WorldExperiment(const Program& program) : program_(program) {}

  [[nodiscard]] unsigned clients() const override;
  [[nodiscard]] unsigned processes() const override;
  [[nodiscard]] unsigned process_of(ClientId id) const override;
  [[nodiscard]] std::span<const std::uint64_t> clock_steps_ns() const override;
  void set_up() override;
  void client(ClientId id) override;
  void recover(unsigned process) override;
  void finish() override;
  void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) override;
  void on_crash(unsigned process, std::uint32_t step) override;
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override { return std::nullopt; }
  [[nodiscard]] std::string explain() override { return {}; }
  [[nodiscard]] std::uint32_t partition(ClientId client, std::uint32_t operation) const override;

  /// What the last run, which finished, came to: the world, what everybody saw, and which
  /// operations were answered before which others were called.
  [[nodiscard]] const std::string& ended() const { return ended_; }

 private:
  struct Message {
    int taken_by = -1;  // client
    unsigned process = 0;
    bool settled = false;
  };
  struct Said {  // of an operation
    bool is_return = false;
    std::uint32_t client = 0;
    std::uint32_t operation = 0;
  };
  using Log = std::vector<std::int64_t>;

  void perform(const Instruction& i, unsigned process, int client, Log& log);
  void use_world(const Instruction& i, unsigned process, int client, Log& log);
  void returned(unsigned client, std::uint32_t operation);
  [[nodiscard]] std::string order_of_operations() const;

  const Program& program_;
  std::array<Memory*, processes_max> memories_{};
  std::array<std::int64_t, cells> cells_{};
  std::array<std::vector<Message>, queues> queues_;
  std::vector<std::size_t> progress_;  // instructions done, by client
  std::vector<Log> seen_;              // by client
  std::array<Log, processes_max> recovered_;
  std::array<unsigned, processes_max> left_{};  // of what was not finished: which part
  std::vector<Said> said_;
  std::string ended_;
  history::History history_;
};

}  // namespace oncelab::worlds
