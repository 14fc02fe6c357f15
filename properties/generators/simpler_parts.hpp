// simpler_parts: programs that differ from one in simpler names: for Scenario::simpler.
//
// A part is one argument of an operation, a name: a key, a body, what the handler does. The
// simplest names stand on the part's ladder; all others come after them, shorter ones before longer
// ones and then in the order of their bytes. A simpler program has a simpler name in one part, for
// one operation or for all that have the old one: a name that the program uses already, which makes
// retries of different requests, or else the first unused one of the ladder.
//
// Promises: every program made is simpler in the sense of is_simpler, which no endless sequence of
// programs is: names only go down, and below each there are finitely many. Those that change most
// operations come first. Operations do not change but in their parts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::properties {

struct Part {
  std::vector<std::string> ladder;
  /// Nothing: the operation has no such part.
  std::function<std::optional<std::string>(const scenario::Operation&)> get;
  std::function<scenario::Operation(const scenario::Operation&, const std::string&)> with;
};

/// Parts in order of importance.
[[nodiscard]] std::vector<scenario::Program> simpler_programs(const scenario::Program& program,
                                                              const std::vector<Part>& parts);

/// Is `a` the same as `b` but for names, none of which is less simple, and not all the same?
[[nodiscard]] bool is_simpler(const scenario::Program& a, const scenario::Program& b,
                              const std::vector<Part>& parts);

/// The keys of all operations that have one.
[[nodiscard]] Part key_part(std::vector<std::string> ladder);

}  // namespace oncelab::properties
