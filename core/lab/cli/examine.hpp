// Examining one scenario and variant for `check`, and what is said of it. Internal to core/lab/cli.
//
// First all schedules of the smallest program (two clients, one operation each), then, with what is
// left of the budget: generated programs, a few schedules each, and portfolio schedules of a
// larger built-in program; until something decides.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/cli/campaign.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/violation.hpp>
#include <oncelab/core/lab/report/judgement.hpp>

namespace oncelab::cli {

struct CheckOptions {
  std::uint64_t seed = 1;
  std::uint64_t schedules_max = 1000;
  std::optional<std::string> profile;  // where the scenario has it; otherwise its default
  bool require_complete = false;       // of the smallest program
  bool built_in = true;                // programs that the scenario brings
  bool generated = true;               // programs drawn at random
};

struct Examined {
  cases::Subject subject;  // without a program
  check::Verdict expected = check::Verdict::held;
  std::vector<Campaign> campaigns;  // up to the one that decided
  check::Verdict verdict = check::Verdict::inconclusive;
  std::uint64_t schedules = 0;
  double seconds = 0;
  std::optional<Violation> violation;  // filled in by whoever handles it

  [[nodiscard]] bool as_expected() const { return verdict == expected; }
  [[nodiscard]] bool found() const {
    return !campaigns.empty() && campaigns.back().result.found.has_value();
  }
};

[[nodiscard]] Examined examine(Session& session, const scenario::Scenario& scenario,
                               const scenario::Variant& variant, const CheckOptions& options);

/// "inbox naive: violated, as expected", and a line for each campaign.
[[nodiscard]] std::string text_of(const Examined& examined, const Paint& paint);
[[nodiscard]] boost::json::value value_of(const Examined& examined);
[[nodiscard]] report::Judgement judgement_of(const Examined& examined);
/// Of one that was not reached before an interruption.
[[nodiscard]] report::Judgement not_run(const scenario::Scenario& scenario,
                                        const scenario::Variant& variant,
                                        const CheckOptions& options);

}  // namespace oncelab::cli
