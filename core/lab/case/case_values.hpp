// What case files and checkpoints write of a program and a bound. Internal to core/lab/case.
#pragma once

#include <boost/json/value.hpp>

#include <oncelab/core/lab/scenario/program.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::cases {

[[nodiscard]] boost::json::value program_value(const scenario::Program& program);
[[nodiscard]] boost::json::value bound_value(const schedule::Bound& bound);

}  // namespace oncelab::cases
