// ONCELAB_MODEL(Type): a model of your own by its name() in `verify --model` and `list models`.
//
//   #include <oncelab/model.hpp>
//   struct Permits : oncelab::check::SimpleModel<Permits> { ... };
//   ONCELAB_MODEL(Permits);
//
// In a source file of a lab (oncelab_lab(NAME MODELS FILES...)); the type can be made without
// arguments, and its model has no options. A name that another model has ends the program before
// it does anything. core/lab/check/README.md shows a whole one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/check/linearizability.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::cli {

template <check::Model M>
  requires std::default_initializable<M>
bool register_own_model() {
  register_models(
      {.list =
           [] {
             const M model;
             return std::vector<Model>{
                 {std::string(model.name()), std::string(model.vocabulary()), {}}};
           },
       .make = [](std::string_view name,
                  const ModelOptions& options) -> Result<std::unique_ptr<check::Checker>> {
         if (!options.empty()) {
           return make_error(ErrorKind::usage, "model " + std::string(name) + " has no option '" +
                                                   history::printable(options.begin()->first) +
                                                   "'; it has none");
         }
         return std::make_unique<check::LinearizabilityChecker<M>>(M());
       },
       .implied = nullptr});
  return true;
}

}  // namespace oncelab::cli

#define ONCELAB_MODEL_JOIN_(a, b) a##b
#define ONCELAB_MODEL_NAME_(a, b) ONCELAB_MODEL_JOIN_(a, b)
#define ONCELAB_MODEL(type)                                                             \
  [[maybe_unused]] static const bool ONCELAB_MODEL_NAME_(oncelab_model_, __COUNTER__) = \
      ::oncelab::cli::register_own_model<type>()
