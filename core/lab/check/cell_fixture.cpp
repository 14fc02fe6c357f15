#include <oncelab/core/lab/check/cell_fixture.hpp>
#include <oncelab/core/lab/check/linearizability.hpp>

namespace oncelab::check {

std::unique_ptr<Checker> cell_checker(const Tuning& tuning) {
  return std::make_unique<LinearizabilityChecker<Cell>>(Cell(), tuning);
}

}  // namespace oncelab::check
