// How a program tells the command line which models `verify` may use.
//
// Promises: providers are asked when a verb needs them. A name that two of them know, and one that
// could not be written on a command line, are problems, with which nothing runs.
// Threads: register before main_with(), from one thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/history/read.hpp>

namespace oncelab::cli {

using ModelOptions = std::map<std::string, std::string>;

struct ModelOption {
  std::string name;         // becomes the flag --NAME of `verify`
  std::string accepts;      // "unknown | absent"
  std::string standard;     // used if it is not given
  std::string description;  // one line
};

struct Model {
  std::string name;
  std::string description;  // one line
  std::vector<ModelOption> options;
};

struct ModelProvider {
  std::vector<Model> (*list)() = nullptr;
  /// Errors: usage, naming the option and what is accepted.
  Result<std::unique_ptr<check::Checker>> (*make)(std::string_view name,
                                                  const ModelOptions& options) = nullptr;
  /// Options that a file's format implies for a model; what the user gives goes first. May be null.
  ModelOptions (*implied)(history::Format format, std::string_view name) = nullptr;
};

void register_models(const ModelProvider& provider);

/// What is wrong with what was registered; nothing runs then.
[[nodiscard]] std::vector<std::string> model_registration_problems();

/// All models, sorted by name.
[[nodiscard]] std::vector<Model> models();
/// Errors: unknown_name, listing the names.
[[nodiscard]] Result<const ModelProvider*> find_model(std::string_view name);

}  // namespace oncelab::cli
