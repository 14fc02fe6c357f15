#include <algorithm>
#include <boost/json.hpp>
#include <iomanip>
#include <oncelab/stress/threads/duplicate_rate.hpp>
#include <oncelab/stress/threads/luck_report.hpp>
#include <sstream>

namespace oncelab::stress {

namespace {

double rate_of(const RoundCount& count) {
  return static_cast<double>(count.duplicated) / static_cast<double>(count.rounds);
}

/// Three digits, as short as they get: `0.00617`, `1.5e-05`.
std::string short_number(double number) {
  std::ostringstream text;
  text << std::setprecision(3) << number;
  return text.str();
}

std::string interval_text(const RoundCount& count) {
  const RateBound bound = bound_of_rate(count.duplicated, count.rounds);
  return short_number(bound.lower) + " to " + short_number(bound.upper);
}

std::string_view judgement_of(const Trial& trial) {
  if (!trial.kept_promise()) {
    return "BROKEN";
  }
  return trial.subject.promises_once ? "as promised" : "promises nothing";
}

std::string rounds_per_second(const RoundCount& count) {
  return count.seconds > 0 ? short_number(static_cast<double>(count.rounds) / count.seconds) : "-";
}

using Row = std::vector<std::string>;

Row row_of(const Trial& trial) {
  const RoundCount& count = trial.count;
  return {std::string(trial.subject.variant),
          std::to_string(count.duplicated),
          std::to_string(count.without_effect),
          short_number(rate_of(count)),
          interval_text(count),
          count.first_duplicated ? std::to_string(*count.first_duplicated) : "-",
          count.duplicated > 0 ? std::to_string(rounds_to_see_one(rate_of(count))) : "-",
          rounds_per_second(count),
          std::string(judgement_of(trial))};
}

std::string columns_of(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      line += row[column] + std::string(widths[column] + 2 - row[column].size(), ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

boost::json::object object_of(const Trial& trial) {
  const RoundCount& count = trial.count;
  const RateBound bound = bound_of_rate(count.duplicated, count.rounds);
  boost::json::object object;
  object["variant"] = trial.subject.variant;
  object["promises_once"] = trial.subject.promises_once;
  object["rounds"] = count.rounds;
  object["duplicated"] = count.duplicated;
  object["without_effect"] = count.without_effect;
  object["first_duplicated"] = nullptr;
  if (count.first_duplicated) {
    object["first_duplicated"] = *count.first_duplicated;
  }
  object["rate"] = rate_of(count);
  object["rate_lower"] = bound.lower;
  object["rate_upper"] = bound.upper;
  object["seconds"] = count.seconds;
  object["kept"] = trial.kept_promise();
  return object;
}

}  // namespace

bool Trial::kept_promise() const {
  return count.without_effect == 0 && (!subject.promises_once || count.duplicated == 0);
}

bool LuckReport::kept_promises() const { return std::ranges::all_of(trials, &Trial::kept_promise); }

std::string table_of(const LuckReport& report) {
  std::vector<Row> rows = {{"variant", "twice", "never", "rate", "95 % interval", "first",
                            "rounds to see one", "rounds/s", "judgement"}};
  std::ranges::transform(report.trials, std::back_inserter(rows), row_of);
  return report.contract + ", " + std::to_string(report.options.threads) + " threads, " +
         std::to_string(report.options.rounds) + " rounds of each variant, handler of " +
         std::to_string(report.handler_time.count()) + " ns, started within " +
         std::to_string(report.options.spread.count()) + " ns\n\n" + columns_of(rows);
}

std::string json_of(const LuckReport& report) {
  boost::json::object object;
  object["schema"] = "oncelab-luck/1";
  object["contract"] = report.contract;
  object["threads"] = report.options.threads;
  object["rounds"] = report.options.rounds;
  object["handler_ns"] = report.handler_time.count();
  object["spread_ns"] = report.options.spread.count();
  boost::json::array variants;
  std::ranges::transform(report.trials, std::back_inserter(variants), object_of);
  object["variants"] = std::move(variants);
  return boost::json::serialize(object) + '\n';
}

}  // namespace oncelab::stress
