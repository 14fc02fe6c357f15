// RaceExperiment: a seeded race as something to be explored, with all of its clients or some.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/stress/bench/race_programs.hpp>

namespace oncelab::bench {

class RaceExperiment final : public scenario::Experiment {
 public:
  explicit RaceExperiment(const RaceProgram& program) : program_(program), parts_(program.clients) {
    std::iota(parts_.begin(), parts_.end(), 0U);
  }
  /// Client i does what client parts[i] of the program does.
  RaceExperiment(const RaceProgram& program, std::vector<unsigned> parts)
      : program_(program), parts_(std::move(parts)) {}
  [[nodiscard]] unsigned clients() const override { return static_cast<unsigned>(parts_.size()); }
  void set_up() override {
    world_ = new_world();
    broken_ = false;
  }
  void client(ClientId id) override { program_.client(*world_, parts_[raw(id)], program_.size); }
  void finish() override { broken_ = program_.broken(*world_); }
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    return broken_ ? std::optional(scenario::Failure{"race", "the race was lost"}) : std::nullopt;
  }
  [[nodiscard]] std::string explain() override { return {}; }

 private:
  const RaceProgram& program_;
  std::vector<unsigned> parts_;
  World* world_ = nullptr;
  bool broken_ = false;
  history::History history_;
};

}  // namespace oncelab::bench
