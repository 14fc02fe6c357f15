// The models that can be asked for by name, and the checkers made from them.
//
// Promises: all() is sorted by name and the same in every run; make() gives a fresh checker that is
// independent of every other. Errors: an unknown name is ErrorKind::unknown_name and lists the
// names; an unknown option or a bad value is ErrorKind::usage and says what is accepted.
// Threads: everything here may be called from any thread.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/history/read.hpp>

namespace oncelab::models {

using Options = std::map<std::string, std::string>;

struct OptionInfo {
  std::string_view name;
  std::string_view accepts;   // "nil | INTEGER | TEXT"
  std::string_view standard;  // used when the option is not given
  std::string_view description;
};

/// An option of every model: `none` checks all keys as one object (whole.hpp).
inline constexpr OptionInfo partition_option{
    "partition", "key | none", "key",
    "check each key on its own, or all as one object: the same verdict, and far slower"};

struct ModelInfo {
  std::string_view name;
  std::string_view description;         // one line
  std::span<const OptionInfo> options;  // besides partition_option
  Result<std::unique_ptr<check::Checker>> (*make)(const Options& options);
};

[[nodiscard]] std::span<const ModelInfo> all();
[[nodiscard]] const ModelInfo* find(std::string_view name);
[[nodiscard]] Result<std::unique_ptr<check::Checker>> make(std::string_view name,
                                                           const Options& options);

/// What a file format says about the model: an etcd log reads nil for an absent register, which is
/// how it starts. Empty if the format says nothing or the model has no such options. Options that
/// the user gave go first.
[[nodiscard]] Options implied_options(history::Format format, std::string_view model);

}  // namespace oncelab::models
