// For tests: which two steps of a run have to keep their order, written from the meaning of the
// operations and sharing no code with the partial-order reduction; and the class of a run, which is
// what remains of it if the order of all other steps is forgotten.
#pragma once

#include <string>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::schedule {

/// Two runs are equivalent if they have the same steps of the same threads with the same results,
/// and every two steps that depend on each other come in the same order: then this is the same. A
/// step of the clock that nothing after it depends on is none.
[[nodiscard]] std::string class_of(const runtime::RunTrace& trace,
                                   const scenario::Experiment& experiment);

/// Does something come after every step of the clock that depends on it?
[[nodiscard]] bool clock_steps_matter(const runtime::RunTrace& trace,
                                      const scenario::Experiment& experiment);

}  // namespace oncelab::schedule
