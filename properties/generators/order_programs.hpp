// Programs of payments: `pay`, key ORDER, input "REFERENCE AMOUNT". 1000 is what an order costs.
#pragma once

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/gen/fwd.hpp>
#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::properties {

/// The same payment again, another reference for the same order, the same reference for another
/// order and another amount are all common. Sizes go from 1 to 100.
[[nodiscard]] rc::Gen<scenario::Program> order_programs();
[[nodiscard]] scenario::Program draw_order_program(Seed seed, unsigned size);

}  // namespace oncelab::properties
