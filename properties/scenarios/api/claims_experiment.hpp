// ClaimsExperiment: requests made of begin, the handler, and finish or release, against one claim
// store.
//
// Judges, beside linearizability: no two claims on a key ever have the same token; while no lease
// can have ended, a key has at most one effect; what was replayed is what some execution answered.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/api/claims_sut.hpp>
#include <oncelab/properties/scenarios/api/request_program.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>

namespace oncelab::properties {

class ClaimsExperiment : public ContractExperiment {
 public:
  ClaimsExperiment(const scenario::Sut& sut, const scenario::Program& program,
                   std::unique_ptr<check::Checker> checker);

 protected:
  [[nodiscard]] const scenario::Sut& sut() const { return sut_; }
  void set_store(void* store) { store_ = store; }
  [[nodiscard]] void* store() const { return store_; }
  /// Nothing has been granted yet.
  void begin_run();
  void make() override;
  void look_in_the_end() override;

 private:
  struct Granted {
    history::Value key;
    std::uint64_t owner = 0;
    const PreparedRequest* request = nullptr;
    bool told = false;    // its client got the token
    bool ended = false;   // by its owner, who was told so
    bool served = false;  // its request was answered in the end
  };

  void destroy() override { claims_destroy(store_); }
  bool perform(ClientId id, std::size_t operation) override;
  [[nodiscard]] std::span<const std::uint64_t> clock_steps_ns() const override {
    return past_the_lease_ns;
  }
  [[nodiscard]] std::optional<scenario::Failure> judge_effects() override;
  void note_goals() override;
  [[nodiscard]] history::Value finish_input(const history::Value& token,
                                            const PreparedRequest& request);
  [[nodiscard]] history::Value begin_output(const BeginAnswer& answer);
  void execute(ClientId id, const PreparedRequest& request, std::size_t granted);

  const scenario::Sut& sut_;
  detail::EnvPorts ports_;
  RequestProgram program_;
  history::Symbol begin_, finish_, release_, effect_;
  history::Value started_, in_flight_, mismatch_, replay_, ok_, lost_claim_, unavailable_;
  void* store_ = nullptr;
  std::vector<Granted> granted_;                                  // claims of this run
  std::size_t replayed_ = 0, in_flight_goal_ = 0, repeated_ = 0;  // goals
  bool saw_replay_ = false, saw_in_flight_ = false;
  std::string stuck_;  // a key that nobody can use any more
};

}  // namespace oncelab::properties
