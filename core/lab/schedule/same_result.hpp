// For tests: two explorations came to the same.
#pragma once

#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::schedule {

void expect_same(const ExploreResult& a, const ExploreResult& b);

}  // namespace oncelab::schedule
