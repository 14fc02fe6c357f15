// A plain access of a range, by a function that stands in for one of libc's. Internal.
#pragma once

#include <cstddef>

namespace oncelab::runtime::detail {

void plain_range(const void* p, std::size_t bytes, bool write, const void* caller);

}  // namespace oncelab::runtime::detail
