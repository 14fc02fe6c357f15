#include <type_traits>

#include <oncelab/core/lab/check/linearizability.hpp>
#include <oncelab/core/lab/check/whole.hpp>
#include <oncelab/properties/meta/checker_subjects.hpp>

namespace oncelab::meta {

std::unique_ptr<check::Checker> whole_checker_of(Subject subject, check::Tuning tuning) {
  return with_model(subject, [&]<class M>(const M& model) -> std::unique_ptr<check::Checker> {
    if constexpr (std::is_same_v<M, models::KeyValue> || std::is_same_v<M, models::Inbox> ||
                  std::is_same_v<M, models::Register>) {
      return std::make_unique<check::LinearizabilityChecker<check::Whole<M>>>(
          check::Whole<M>(model), tuning);
    } else {
      return checker_of(subject, tuning);
    }
  });
}

}  // namespace oncelab::meta
