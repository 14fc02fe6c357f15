// The programs of the conformance suite, with the names of their tests: each is the smallest one in
// which a promise of the contract can be broken.
#pragma once

#include <string_view>
#include <vector>

#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::conformance {

struct NamedProgram {
  std::string_view name;
  scenario::Program program;
};

/// Of the scenario of this name, for one client first. None for a scenario that is not known here.
[[nodiscard]] std::vector<NamedProgram> programs_of(std::string_view scenario);

}  // namespace oncelab::conformance
