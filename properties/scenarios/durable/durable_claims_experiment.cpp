#include <oncelab/properties/scenarios/durable/durable_claims_experiment.hpp>

#include <utility>

namespace oncelab::properties {

namespace {

world::DiskOptions disk_options() {
  world::DiskOptions options;
  options.faults.no_space = true;
  options.faults.change_error = true;
  options.faults.sync_error = true;
  return options;
}

}  // namespace

DurableClaimsExperiment::DurableClaimsExperiment(const scenario::Sut& sut,
                                                 const scenario::Program& program,
                                                 std::unique_ptr<check::Checker> checker)
    : ClaimsExperiment(sut, program, std::move(checker)),
      disk_(disk_options()),
      ports_{{}, disk_.ports()} {}

void DurableClaimsExperiment::make() {
  begin_run();
  set_store(sut().make(&ports_));
}

void DurableClaimsExperiment::recover(unsigned) { set_store(sut().make(&ports_)); }

}  // namespace oncelab::properties
