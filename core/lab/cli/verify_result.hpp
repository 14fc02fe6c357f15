// What `verify` prints of a verdict: text for people, JSON, the order of a history that held.
// Internal to core/lab/cli.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/stream.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::cli {

/// A verdict and all that goes with it.
struct Verified {
  std::string file;
  std::string model;
  ModelOptions options;
  std::string format;
  check::CheckResult result;
  bool every_partition = false;  // was asked for
  std::optional<check::Explanation> explanation;
  std::optional<check::Confirmation> core_confirmed;
  std::string no_explanation;  // why there is none of a violation
  std::optional<std::string> order_file;
  std::vector<check::LinearPoint> order;  // what is in order_file
  bool streamed = false;                  // so there is neither explanation nor order
  std::optional<check::StreamResult> violation_in_stream;
};

/// "file (etcd log, 86 operations, 1 partition), model cas-register, init nil"
[[nodiscard]] std::string summary_of(const Verified& verified);
/// The lines after the verdict, each ending in a newline.
[[nodiscard]] std::string details_of(const Verified& verified, const history::History& history);
/// {file, format, model, ..., violation}; `explanation` is details_of() of a violation.
void add_verified(boost::json::object& object, const Verified& verified,
                  const history::History& history, const std::string& explanation);

/// One JSON line for each point of the order.
[[nodiscard]] std::string order_lines(const std::vector<check::LinearPoint>& order,
                                      const history::History& history);

}  // namespace oncelab::cli
