// InboxExperiment: one program of deliveries run against one inbox, recorded and judged.
//
// Judges two properties: the history is linearizable with respect to the model given, and no
// message had its effect more than once. Not for use by two threads.
#pragma once

#include <memory>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_sut.hpp>

namespace oncelab::properties {

struct InboxExperimentOptions {
  /// Decides linearizability; none: only effects are counted.
  std::unique_ptr<check::Checker> checker;
  /// Two deliveries of one message are expected to be in progress at the same time in some run.
  bool deliveries_overlap = true;
  /// Some delivery is expected to be told that another one is in progress.
  bool in_flight_is_answered = false;
};

/// The operation names and inputs of inbox programs.
inline constexpr std::string_view deliver_operation = "deliver";
inline constexpr std::string_view failing_handler_input = "handler fails";

class InboxExperiment final : public scenario::Experiment {
 public:
  InboxExperiment(const InboxSut& sut, const scenario::Program& program,
                  InboxExperimentOptions options);

  // runtime::Subject
  [[nodiscard]] unsigned clients() const override;
  void set_up() override;
  void client(ClientId id) override;
  void finish() override;
  void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) override;

  // scenario::Experiment
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override;
  [[nodiscard]] std::optional<std::string> undecided() const override;
  [[nodiscard]] std::string explain() override;
  [[nodiscard]] std::vector<scenario::Goal> goals() const override;

 private:
  struct Delivery {  // one operation of the program, prepared
    std::string id;
    history::Value key;
    std::uint32_t message = 0;  // index of the id among the program's ids
    bool handler_fails = false;
  };
  struct HandlerContext {
    InboxExperiment* experiment;
    ClientId client;
    const Delivery* delivery;
  };
  static bool handle(void* context);
  void note_goals();

  const InboxSut& sut_;
  InboxExperimentOptions options_;
  std::vector<std::vector<Delivery>> program_;
  history::History history_;
  history::Symbol handle_, effect_;
  history::Value outputs_[4];
  void* inbox_ = nullptr;
  std::vector<history::OperationIndex> open_;  // by client
  std::vector<std::uint32_t> effects_;         // by message, in this run
  std::vector<std::uint32_t> deliveries_;      // by message, in the program
  std::vector<std::string> ids_;
  check::CheckResult last_check_;
  scenario::Goal overlapped_, duplicate_, in_flight_;
};

}  // namespace oncelab::properties
