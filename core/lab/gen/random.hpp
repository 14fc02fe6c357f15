// RapidCheck's generator of random numbers, from our seed and our splitting.
#pragma once

#include <rapidcheck/Random.h>

#include <oncelab/core/lab/base/ids.hpp>

namespace oncelab::gen::detail {

/// Neighbouring seeds give independent ones.
[[nodiscard]] rc::Random random_of(Seed seed);

}  // namespace oncelab::gen::detail
