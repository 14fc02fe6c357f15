// ApiExperiment: requests with and without keys against the idempotency layer over one claim store.
//
// Judges, beside linearizability: while no lease can have ended, a key has at most one effect; who
// was answered with success has an effect; a replay has the status and the marker it should have,
// and nothing else has the marker; the layer refuses no well-formed request.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/api/api_sut.hpp>
#include <oncelab/properties/scenarios/api/request_program.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>

namespace oncelab::properties {

class ApiExperiment final : public ContractExperiment {
 public:
  ApiExperiment(const scenario::Sut& sut, std::string profile, const scenario::Program& program,
                std::unique_ptr<check::Checker> checker);

 private:
  struct HandlerContext {
    ApiExperiment* experiment;
    ClientId client;
    const PreparedRequest* request;
  };
  static int handle(void* context);

  void make() override;
  void destroy() override { claims_destroy(store_); }
  bool perform(ClientId id, std::size_t operation) override;
  [[nodiscard]] std::span<const std::uint64_t> clock_steps_ns() const override {
    return past_the_lease_ns;
  }
  [[nodiscard]] bool connection_is_faulty() const override { return true; }
  [[nodiscard]] std::optional<scenario::Failure> judge_effects() override;
  void note_goals() override;
  [[nodiscard]] history::Value output_of(const ApiAnswer& answer);
  void look_at(const ApiAnswer& answer);

  const scenario::Sut& sut_;
  detail::EnvPorts ports_;
  std::string profile_;
  RequestProgram program_;
  history::Symbol request_, effect_;
  void* store_ = nullptr;
  std::string wrong_answer_;                                   // of this run, if any
  std::size_t overlapped_ = 0, replayed_ = 0, in_flight_ = 0;  // goals
  bool saw_replay_ = false, saw_in_flight_ = false;
};

}  // namespace oncelab::properties
