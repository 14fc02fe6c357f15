#include <oncelab/core/lab/cli/verify_result.hpp>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <string_view>

#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/core/lab/cli/campaign.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

std::string_view text(check::Confirmation confirmation) {
  switch (confirmation) {
    case check::Confirmation::confirmed:
      return "confirmed";
    case check::Confirmation::refuted:
      return "refuted";
    case check::Confirmation::given_up:
      break;
  }
  return "given up";
}

std::string partitions_line(const check::CheckResult& result) {
  const std::uint32_t undecided =
      result.partitions - result.held_partitions - result.violated_partitions;
  std::string line = "of " + count_text(result.partitions, "partition") + ": " +
                     std::to_string(result.held_partitions) + " held, " +
                     std::to_string(result.violated_partitions) + " violated, " +
                     std::to_string(undecided) + " undecided\n";
  return line;
}

std::string undecided_lines(const check::CheckResult& result, const history::History& history) {
  std::string lines = "reason: " + std::string(check::text(result.reason)) + "\n";
  if (result.placed_of > 0) {
    lines += "first undecided";
    if (!result.partition.is_nil()) {
      lines += ": key " + to_text(history, result.partition);
    }
    lines += ": an order of " + std::to_string(result.placed_most) + " of " +
             count_text(result.placed_of, "operation") + " was found\n";
  }
  return lines;
}

json::object violation_of(const check::Explanation& explanation,
                          const std::optional<check::Confirmation>& confirmed,
                          const history::History& history) {
  json::object object;
  if (!explanation.partition.is_nil()) {
    object["key"] = to_text(history, explanation.partition);
  }
  object["prefix_events"] = explanation.prefix_events;
  object["prefix_is_shortest"] = explanation.prefix_is_shortest;
  object["culprit"] = raw(explanation.culprit);
  json::array core;
  for (const history::OperationIndex fact : explanation.core) {
    core.emplace_back(raw(fact));
  }
  object["core"] = std::move(core);
  object["core_is_minimal"] = explanation.core_is_minimal;
  if (confirmed) {
    object["core_confirmation"] = text(*confirmed);
  }
  return object;
}

}  // namespace

std::string summary_of(const Verified& verified) {
  std::string summary = report::shown(verified.file) + " (" + verified.format + ", " +
                        count_text(verified.result.operations, "operation") + ", " +
                        count_text(verified.result.partitions, "partition") + "), model " +
                        verified.model;
  summary += verified.streamed ? ", streamed" : "";
  for (const auto& [option, value] : verified.options) {
    summary += ", " + option + " " + history::printable(value);
  }
  return summary;
}

std::string details_of(const Verified& verified, const history::History& history) {
  std::string lines;
  if (verified.every_partition) {
    lines += partitions_line(verified.result);
  }
  if (verified.result.verdict == check::Verdict::inconclusive) {
    lines += undecided_lines(verified.result, history);
  }
  if (verified.explanation) {
    lines += check::to_text(*verified.explanation, history);
  }
  if (verified.core_confirmed == check::Confirmation::confirmed) {
    lines += "A separate verifier confirms it.\n";
  }
  if (!verified.no_explanation.empty()) {
    lines += "no explanation: " + verified.no_explanation + "\n";
  }
  if (verified.order_file) {
    lines += "an order of " + count_text(verified.order.size(), "point") +
             " that explains every answer, confirmed by a separate verifier: " +
             report::shown(*verified.order_file) + "\n";
  }
  return lines;
}

void add_verified(json::object& object, const Verified& verified, const history::History& history,
                  const std::string& explanation) {
  const check::CheckResult& result = verified.result;
  object["file"] = verified.file;
  object["format"] = verified.format;
  object["model"] = verified.model;
  json::object options;
  for (const auto& [option, value] : verified.options) {
    options[option] = value;
  }
  object["options"] = std::move(options);
  object["streamed"] = verified.streamed;
  object["verdict"] = check::text(result.verdict);
  if (result.verdict == check::Verdict::inconclusive) {
    object["reason"] = check::text(result.reason);
    if (result.placed_of > 0) {
      object["undecided"] = {{"key", to_text(history, result.partition)},
                             {"placed_most", result.placed_most},
                             {"placed_of", result.placed_of}};
    }
  }
  object["operations"] = result.operations;
  object["partitions"] = result.partitions;
  object["held_partitions"] = result.held_partitions;
  object["violated_partitions"] = result.violated_partitions;
  object["steps"] = result.steps;
  object["memory_bytes"] = result.memory_bytes;
  if (result.verdict == check::Verdict::violated) {
    object["explanation"] = explanation;
    if (verified.explanation) {
      object["violation"] = violation_of(*verified.explanation, verified.core_confirmed, history);
    } else if (verified.violation_in_stream) {
      object["violation"] = {{"prefix_events", verified.violation_in_stream->event + 1},
                             {"prefix_is_shortest", false},
                             {"culprit", verified.violation_in_stream->culprit},
                             {"core", json::array()},
                             {"core_is_minimal", false}};
    }
  }
  if (verified.order_file) {
    object["linearization"] = {{"file", *verified.order_file}, {"points", verified.order.size()}};
  }
}

std::string order_lines(const std::vector<check::LinearPoint>& order,
                        const history::History& history) {
  std::string lines;
  for (const check::LinearPoint& point : order) {
    json::object line;
    line["operation"] = raw(point.operation);
    line["after_event"] = point.after_event;
    if (point.points > 1) {
      line["point"] = point.point + 1;
      line["points"] = point.points;
    }
    line["text"] = to_text(history, point.operation);
    lines += json::serialize(line);
    lines += '\n';
  }
  return lines;
}

}  // namespace oncelab::cli
