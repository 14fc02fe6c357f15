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
#include <oncelab/properties/scenarios/api/request_words.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>

namespace oncelab::properties {

class ApiExperiment final : public ContractExperiment {
 public:
  ApiExperiment(const scenario::Sut& sut, std::string profile, const scenario::Program& program,
                std::unique_ptr<check::Checker> checker);

 private:
  struct Request {  // one operation of the program, prepared
    bool is_wait = false;
    std::string key_text;
    RequestWords words;
    history::Value key, input;
    std::string response_text;  // of this execution and no other
  };
  struct HandlerContext {
    ApiExperiment* experiment;
    ClientId client;
    const Request* request;
  };
  static int handle(void* context);

  void make() override;
  void destroy() override { claims_destroy(store_); }
  void perform(ClientId id, std::size_t operation) override;
  [[nodiscard]] std::optional<scenario::Failure> judge_effects() override;
  void note_goals() override;
  [[nodiscard]] Request prepared(const scenario::Operation& operation, const std::string& who);
  void add_goals();
  [[nodiscard]] history::Value output_of(const ApiAnswer& answer);
  void look_at(const ApiAnswer& answer);

  const scenario::Sut& sut_;
  detail::EnvPorts ports_;
  std::string profile_;
  std::int64_t lease_ms_;
  std::vector<std::vector<Request>> program_;
  history::Symbol request_, effect_;
  void* store_ = nullptr;
  bool time_passes_ = false;  // some client waits or is slow: leases may end
  std::string wrong_answer_;  // of this run, if any
  std::size_t overlapped_ = 0, replayed_ = 0, in_flight_ = 0;  // goals
  bool saw_replay_ = false, saw_in_flight_ = false;
};

}  // namespace oncelab::properties
