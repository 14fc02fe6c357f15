// The page that `verify --html` writes. Internal to core/lab/cli.
#pragma once

#include <span>
#include <string>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::cli {

struct VerifyPage {
  std::string file;  // as it is shown
  std::string summary;
  std::string command;
  std::string text;  // the explanation
  const history::History& history;
  const check::CheckResult& result;
  const check::Explanation* explanation = nullptr;  // of a violation
  std::span<const check::LinearPoint> order;        // if there is one already
};

/// Without an order `checker` is asked for one of a history that held, if that is cheap; its budget
/// is changed.
[[nodiscard]] std::string verify_page(const VerifyPage& page, check::Checker& checker);

}  // namespace oncelab::cli
