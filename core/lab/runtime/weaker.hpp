// Bookkeeping of accesses with an order weaker than seq_cst. Internal.
#pragma once

namespace oncelab::runtime::detail {
/// The current step is such an access, made at this place.
void note_weaker(const void* caller);
}  // namespace oncelab::runtime::detail
