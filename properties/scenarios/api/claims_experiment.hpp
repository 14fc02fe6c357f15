// ClaimsExperiment: requests made of begin, the handler, and finish or release, against one claim
// store.
//
// Judges, beside linearizability: no two claims on a key ever have the same token; while no lease
// can have ended, a key has at most one effect; what was replayed is what some execution answered.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/api/claims_sut.hpp>
#include <oncelab/properties/scenarios/api/request_words.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>

namespace oncelab::properties {

struct ClaimsOptions {
  std::unique_ptr<check::Checker> checker;
  bool with_lease = true;
};

class ClaimsExperiment final : public ContractExperiment {
 public:
  ClaimsExperiment(const scenario::Sut& sut, const scenario::Program& program,
                   ClaimsOptions options);

 private:
  struct Request {  // one operation of the program, prepared
    bool is_wait = false;
    std::string key_text;
    RequestWords words;
    history::Value key, input;
    std::string response_text;  // of this execution and no other
    history::Value response;
  };
  struct Granted {
    history::Value key;
    std::uint64_t owner;
  };

  void make() override;
  void destroy() override { claims_destroy(store_); }
  void perform(ClientId id, std::size_t operation) override;
  [[nodiscard]] std::optional<scenario::Failure> judge_effects() override;
  void note_goals() override;
  [[nodiscard]] Request prepared(const scenario::Operation& operation, const std::string& who,
                                 bool with_lease);
  void add_goals();
  [[nodiscard]] history::Value begin_output(const BeginAnswer& answer);
  void execute(ClientId id, const Request& request, std::uint64_t owner);

  const scenario::Sut& sut_;
  detail::EnvPorts ports_;
  std::int64_t lease_ms_;
  std::vector<std::vector<Request>> program_;
  history::Symbol begin_, finish_, release_, effect_;
  history::Value started_, in_flight_, mismatch_, replay_, ok_, lost_claim_, unavailable_;
  void* store_ = nullptr;
  bool time_passes_ = false;                       // some client waits or is slow: leases may end
  std::vector<Granted> granted_;                   // claims of this run
  std::size_t replayed_ = 0, in_flight_goal_ = 0;  // goals
  bool saw_replay_ = false, saw_in_flight_ = false;
};

}  // namespace oncelab::properties
