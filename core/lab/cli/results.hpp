// What verbs print: the JSON of a campaign, and where JSON goes. Internal to core/lab/cli.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <ostream>
#include <span>
#include <string>

#include <oncelab/core/lab/cli/campaign.hpp>
#include <oncelab/core/lab/cli/violation.hpp>

namespace oncelab::cli {

inline constexpr unsigned json_schema_version = 1;

/// --json FILE: the file is written at the end. --json -: standard output carries the JSON alone,
/// and what people read goes to standard error.
class JsonTarget {
 public:
  explicit JsonTarget(const std::optional<std::string>& file) : file_(file) {}
  [[nodiscard]] bool wanted() const { return file_.has_value(); }
  [[nodiscard]] std::ostream& text_stream(Session& session) const;
  /// Returns `code`, or the exit code for a file that cannot be written.
  [[nodiscard]] ExitCode write(Session& session, const boost::json::value& value,
                               ExitCode code) const;

 private:
  const std::optional<std::string>& file_;
};

/// {schema, verb}
[[nodiscard]] boost::json::object json_head(std::string_view verb);

/// The profile that is examined; null: the scenario has none.
[[nodiscard]] boost::json::value profile_value(const cases::Subject& subject);

[[nodiscard]] boost::json::value bound_value(const schedule::Bound& bound);

void add_counts(boost::json::object& object, const schedule::Counts& counts);

/// Verdict, coverage and counts of a campaign, with the case if there is one.
void add_campaign(boost::json::object& object, const Campaign& campaign,
                  const std::optional<Violation>& violation, bool require_complete);

/// With --require-complete a sample decides nothing.
[[nodiscard]] check::Verdict verdict_of(const schedule::ExploreResult& result,
                                        bool require_complete);
/// "held: complete within ...", "inconclusive: interrupted; stopped after 300 schedules"
/// What was met that is not promised, one line each.
[[nodiscard]] std::string limits_text(std::span<const scenario::Goal> goals);
[[nodiscard]] std::string verdict_text(const Campaign& campaign, bool require_complete);

/// As many lines as there are places with an order weaker than sequential consistency.
[[nodiscard]] std::string weaker_text(Session& session, const schedule::ExploreResult& result);

}  // namespace oncelab::cli
