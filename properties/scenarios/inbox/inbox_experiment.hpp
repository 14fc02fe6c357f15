// InboxExperiment: one program of deliveries run against one inbox, recorded and judged.
//
// Judges, beside linearizability: no message had its effect more than once, and none was
// acknowledged (delivered or duplicate) without having had it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>
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

class InboxExperiment final : public ContractExperiment {
 public:
  InboxExperiment(const scenario::Sut& sut, const scenario::Program& program,
                  InboxExperimentOptions options);

 private:
  struct Delivery {  // one operation of the program, prepared
    std::string id;
    history::Value key;
    bool handler_fails = false;
  };
  struct HandlerContext {
    InboxExperiment* experiment;
    ClientId client;
    const Delivery* delivery;
  };
  static bool handle(void* context);

  void make() override { inbox_ = sut_.make(&ports_); }
  void destroy() override { inbox_destroy(inbox_); }
  bool perform(ClientId id, std::size_t operation) override;
  [[nodiscard]] bool connection_is_faulty() const override { return true; }
  [[nodiscard]] std::optional<scenario::Failure> judge_effects() override;
  void note_goals() override;
  void add_goals(const InboxExperimentOptions& options);
  [[nodiscard]] const history::Value& output(DeliveryOutcome outcome) const {
    return outputs_[static_cast<int>(outcome)];
  }

  const scenario::Sut& sut_;
  detail::EnvPorts ports_;
  std::vector<std::vector<Delivery>> program_;
  history::Symbol handle_, effect_;
  history::Value outputs_[4];
  void* inbox_ = nullptr;
  std::vector<const Delivery*> messages_;                       // one delivery of each message
  std::size_t overlapped_ = 0, duplicate_ = 0, in_flight_ = 0;  // goals
};

}  // namespace oncelab::properties
