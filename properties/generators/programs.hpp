// programs: a generator of programs from a shape, a choice of words and a way to make operations.
#pragma once

#include <functional>
#include <iosfwd>
#include <vector>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/gen/fwd.hpp>
#include <oncelab/core/lab/scenario/program.hpp>
#include <oncelab/properties/generators/shapes.hpp>
#include <oncelab/properties/generators/words.hpp>

namespace oncelab::scenario {

/// How RapidCheck shows a program: {f key input; f key input | f key input}.
void showValue(const Program& program, std::ostream& out);

}  // namespace oncelab::scenario

namespace oncelab::properties {

struct ProgramChoice {
  ShapeOptions shape;
  WordsChoice words;
  /// Makes an operation of its words. Called within rc::gen::exec: it may draw more.
  std::function<scenario::Operation(const Words&)> make;
  /// Programs of the same shape that are simpler: Scenario::simpler.
  std::function<std::vector<scenario::Program>(const scenario::Program&)> simpler;
};

/// They shrink as the lab's counterexamples do: fewer clients, fewer operations, simpler arguments.
/// (RapidCheck's own way would shrink what was drawn for them, and come to other programs.)
[[nodiscard]] rc::Gen<scenario::Program> programs(const ProgramChoice& choice);

/// For those who do not know RapidCheck. Sizes go from 1 to 100.
[[nodiscard]] scenario::Program draw_program(const rc::Gen<scenario::Program>& generator, Seed seed,
                                             unsigned size);

}  // namespace oncelab::properties
