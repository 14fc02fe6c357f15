// What `replay` says of one case, besides the counterexample. Internal to core/lab/cli.
#pragma once

#include <boost/json/value.hpp>
#include <filesystem>
#include <string>
#include <string_view>

#include <oncelab/core/lab/case/replay.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/violation.hpp>
#include <oncelab/core/lab/report/judgement.hpp>

namespace oncelab::cli {

[[nodiscard]] Tone tone_of(cases::ReplayVerdict verdict);
/// The lines between the verdict and the counterexample.
[[nodiscard]] std::string details_of(const cases::ReplayResult& result);
[[nodiscard]] boost::json::value value_of(const std::filesystem::path& file,
                                          const cases::ReplayResult& result);
[[nodiscard]] report::Judgement judgement_of(const std::filesystem::path& file,
                                             const cases::ReplayResult& result,
                                             const PrintedFailure& failure);

/// A case that could not be run.
struct NotReplayed {
  const std::filesystem::path& file;
  std::string_view suite;
  std::string_view word;  // DOES NOT FIT, UNREADABLE, NOT RUN
  const Error& error;
};
[[nodiscard]] boost::json::value value_of(const NotReplayed& c);
[[nodiscard]] report::Judgement judgement_of(const NotReplayed& c);

}  // namespace oncelab::cli
