// Going on with an exploration that an earlier process began: --checkpoint FILE.
//
// The file is read before, written every ten seconds and when the exploration stops before its
// end, and removed when there is nothing left to go on with. Internal to core/lab/cli.
#pragma once

#include <optional>
#include <string>

#include <oncelab/core/lab/case/checkpoint.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::cli {

class GoingOn {
 public:
  /// Reads the file, if there is one, into the strategy.
  [[nodiscard]] static Result<GoingOn> open(const std::string& file, const std::string& identity,
                                            schedule::Strategy& strategy);
  /// What earlier processes explored; nullptr: this is the first.
  [[nodiscard]] const schedule::ExploreResult* before() const {
    return before_ ? &*before_ : nullptr;
  }
  /// Writes it if the last time is long enough ago. What cannot be written now is told by close().
  void keep(const schedule::ExploreResult& so_far);
  /// Writes or removes it. An error says why it could not.
  [[nodiscard]] Result<void> close(const schedule::ExploreResult& result);

 private:
  GoingOn(std::string file, std::string identity, schedule::Strategy& strategy)
      : file_(std::move(file)), identity_(std::move(identity)), strategy_(&strategy) {}
  [[nodiscard]] Result<void> write(const schedule::ExploreResult& so_far);

  std::string file_;
  std::string identity_;
  schedule::Strategy* strategy_;
  std::optional<schedule::ExploreResult> before_;
  double written_ = 0;  // when
};

}  // namespace oncelab::cli
