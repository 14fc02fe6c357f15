// The page that `verify --html` writes. Internal to core/lab/cli.
#pragma once

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
};

/// `checker` is asked for an order of a history that held, if that is cheap; its budget is changed.
[[nodiscard]] std::string verify_page(const VerifyPage& page, check::Checker& checker);

}  // namespace oncelab::cli
