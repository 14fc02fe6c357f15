// The claims of claims_experiment.hpp against a store with a disk, in a process that may crash and
// come back.
#pragma once

#include <oncelab/properties/scenarios/api/claims_experiment.hpp>
#include <oncelab/properties/scenarios/durable/disk_of_run.hpp>
#include <oncelab/properties/scenarios/durable/durable_claims_sut.hpp>

namespace oncelab::properties {

class DurableClaimsExperiment final : public ClaimsExperiment {
 public:
  DurableClaimsExperiment(const scenario::Sut& sut, const scenario::Program& program,
                          std::unique_ptr<check::Checker> checker);

  [[nodiscard]] unsigned processes() const override { return 1; }
  [[nodiscard]] unsigned process_of(ClientId) const override { return 1; }
  void recover(unsigned process) override;

 private:
  void begin_world() override { disk_.disk().clear(); }
  void make() override;
  void crash_world(unsigned) override { disk_.crash(); }
  [[nodiscard]] bool connection_is_faulty() const override { return true; }
  [[nodiscard]] bool has_clean_up() const override { return true; }
  void clean_up() override { durable_claims_clean_up(store()); }

  DiskOfRun disk_;
  DurableClaimsPorts ports_;
};

}  // namespace oncelab::properties
