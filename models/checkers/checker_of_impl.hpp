// The body of checker_of(), for the units of this folder.
#pragma once

#include <utility>

#include <oncelab/core/lab/check/linearizability.hpp>
#include <oncelab/core/lab/check/whole.hpp>
#include <oncelab/models/checkers/checker_of.hpp>

namespace oncelab::models {

template <class Model>
std::unique_ptr<check::Checker> checker_of(Model model, Partitioned partitioned) {
  using check::LinearizabilityChecker;
  if (partitioned == Partitioned::no) {
    return std::make_unique<LinearizabilityChecker<check::Whole<Model>>>(
        check::Whole<Model>(std::move(model)));
  }
  return std::make_unique<LinearizabilityChecker<Model>>(std::move(model));
}

}  // namespace oncelab::models
