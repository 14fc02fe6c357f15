#include <oncelab/models/checkers/checker_of_impl.hpp>
#include <oncelab/models/mutex.hpp>
#include <oncelab/models/sequence.hpp>
#include <oncelab/models/set.hpp>

namespace oncelab::models {

template std::unique_ptr<check::Checker> checker_of(Mutex, Partitioned);
template std::unique_ptr<check::Checker> checker_of(Sequence, Partitioned);
template std::unique_ptr<check::Checker> checker_of(Set, Partitioned);

}  // namespace oncelab::models
