#include <oncelab/core/lab/cli/totals.hpp>

#include <oncelab/core/lab/cli/campaign.hpp>

namespace oncelab::cli {

void Totals::count(check::Verdict verdict, check::Verdict expected, std::uint64_t its_schedules) {
  ++examined;
  schedules += its_schedules;
  as_expected += verdict == expected ? 1U : 0U;
  const bool undecided = verdict != expected && verdict == check::Verdict::inconclusive;
  inconclusive += undecided ? 1U : 0U;
}

std::string Totals::text() const {
  std::string text =
      count_text(examined, "verdict") + ": " + std::to_string(as_expected) + " as expected";
  if (const unsigned other = examined - as_expected; other > 0) {
    text += ", " + std::to_string(other) + " NOT, of which " + std::to_string(inconclusive) +
            " inconclusive";
  }
  return text + "; " + count_text(schedules, "schedule");
}

void Totals::add_to(boost::json::object& object) const {
  object["checked"] = examined;
  object["as_expected"] = as_expected;
  object["inconclusive"] = inconclusive;
  object["schedules"] = schedules;
  object["interrupted"] = stopped;
}

ExitCode Totals::exit_code() const {
  const unsigned other = examined - as_expected;
  if (other > inconclusive) {
    return ExitCode::unexpected;
  }
  return other > 0 || stopped ? ExitCode::inconclusive : ExitCode::as_expected;
}

}  // namespace oncelab::cli
