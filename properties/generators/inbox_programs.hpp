// Programs of deliveries: `deliver`, key: a message id of m1, m2, m3; some handlers fail.
#pragma once

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/gen/fwd.hpp>
#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::properties {

/// Most deliveries are redeliveries of a message of the program. Sizes go from 1 to 100.
[[nodiscard]] rc::Gen<scenario::Program> inbox_programs();
[[nodiscard]] scenario::Program draw_inbox_program(Seed seed, unsigned size);

}  // namespace oncelab::properties
