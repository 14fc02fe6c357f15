// checker_of(): the checker of a model of this folder, its partitions apart or together.
//
// What a checker is made of is compiled here, in a few units, and nowhere else: that takes most of
// the time that the models take.
#pragma once

#include <memory>

#include <oncelab/core/lab/check/checker.hpp>

namespace oncelab::models {

enum class Partitioned : bool { no, yes };

template <class Model>
[[nodiscard]] std::unique_ptr<check::Checker> checker_of(Model model, Partitioned partitioned);

}  // namespace oncelab::models
