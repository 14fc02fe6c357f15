// The searches of all models: most of what these tests cost to compile, so it is here, once.
#include <oncelab/core/lab/check/linearizability.hpp>
#include <oncelab/properties/meta/checker_subjects.hpp>

namespace oncelab::meta {

std::unique_ptr<check::Checker> checker_of(Subject subject, check::Tuning tuning) {
  return with_model(subject, [&]<class M>(const M& model) -> std::unique_ptr<check::Checker> {
    return std::make_unique<check::LinearizabilityChecker<M>>(model, tuning);
  });
}

}  // namespace oncelab::meta
