#include <oncelab/models/checkers/checker_of_impl.hpp>
#include <oncelab/models/counter.hpp>
#include <oncelab/models/key_value.hpp>
#include <oncelab/models/multi_register.hpp>
#include <oncelab/models/register.hpp>

namespace oncelab::models {

template std::unique_ptr<check::Checker> checker_of(Counter, Partitioned);
template std::unique_ptr<check::Checker> checker_of(KeyValue, Partitioned);
template std::unique_ptr<check::Checker> checker_of(MultiRegister, Partitioned);
template std::unique_ptr<check::Checker> checker_of(Register, Partitioned);

}  // namespace oncelab::models
