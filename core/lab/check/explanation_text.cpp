#include <oncelab/core/lab/check/explanation_text.hpp>

#include <algorithm>
#include <string>

#include <oncelab/core/lab/check/explain.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::check {
namespace {

using history::to_text;

std::string number(std::size_t value) { return std::to_string(value); }

std::string operation_text(const history::History& history, history::OperationIndex operation) {
  return "#" + number(raw(operation)) + " " + to_text(history, operation);
}

std::string verdict_line(const Explanation& explanation, const history::History& history) {
  std::string line = std::string(text(explanation.verdict)) + ": " + explanation.model;
  if (explanation.verdict == Verdict::inconclusive) {
    line += ", " + std::string(text(explanation.reason));
  }
  if (explanation.verdict != Verdict::held && !explanation.partition.is_nil()) {
    line += ", key " + to_text(history, explanation.partition);
  }
  return line + "\n";
}

std::string prefix_lines(const Explanation& explanation, const history::History& history) {
  const std::string events = number(explanation.prefix_events);
  std::string lines = "The first " + events + " events cannot be explained";
  lines += explanation.prefix_is_shortest ? "; fewer can. Event " : ". Event ";
  return lines + events + " is the return of\n  " + operation_text(history, explanation.culprit) +
         "\n";
}

std::string linearization_lines(const Explanation& explanation, const history::History& history,
                                std::size_t shown_max) {
  const auto& points = explanation.linearization;
  const std::size_t hidden = points.size() - std::min(points.size(), shown_max);
  std::string lines = explanation.linearization_is_longest
                          ? "The longest order that explains a part of it:\n"
                          : "The longest order found that explains a part of it:\n";
  lines +=
      "    at first                                         " + explanation.initial_state + "\n";
  if (hidden > 0) {
    lines += "    ... " + number(hidden) + " before ...\n";
  }
  for (std::size_t i = hidden; i < points.size(); ++i) {
    const PlacedPoint& placed = points[i];
    std::string left = "    " + operation_text(history, placed.operation);
    if (placed.points > 1) {
      left += " (" + number(placed.point + 1U) + " of " + number(placed.points) + ")";
    }
    left.resize(std::max<std::size_t>(left.size() + 1, 53), ' ');
    lines += left + placed.state_after + "\n";
  }
  return lines;
}

std::string objection_lines(const Explanation& explanation, const history::History& history) {
  if (explanation.objections.empty()) {
    return "";
  }
  std::string lines = explanation.objections.size() == 1 ? "What cannot follow:\n"
                                                         : "What had to follow, and cannot:\n";
  for (const Objection& objection : explanation.objections) {
    lines += "    " + operation_text(history, objection.operation) + "\n      " + objection.reason +
             "\n";
    if (objection.allowed_until) {
      lines +=
          "      it could have come until " + operation_text(history, *objection.allowed_until);
      lines += objection.was_over ? ", which was over before it began\n" : "\n";
    }
  }
  return lines;
}

std::string core_lines(const Explanation& explanation, const history::History& history,
                       std::size_t shown_max) {
  const std::size_t count = explanation.core.size();
  if (count == 0) {
    return "";
  }
  const std::size_t shown = std::min(count, shown_max);
  std::string lines = count == 1 ? "This answer is impossible"
                                 : "These " + number(count) + " answers contradict each other";
  lines += ", whatever all other operations did";
  lines += explanation.core_is_minimal ? ":\n" : " (perhaps fewer do: the search was cut off):\n";
  for (std::size_t i = 0; i < shown; ++i) {
    lines += "    " + operation_text(history, explanation.core[i]) + "\n";
  }
  if (shown < count) {
    lines += "    ... and " + number(count - shown) + " more ...\n";
  }
  return lines;
}

}  // namespace

std::string to_text(const Explanation& explanation, const history::History& history,
                    std::size_t points_shown_max) {
  std::string lines = verdict_line(explanation, history);
  if (explanation.verdict == Verdict::violated) {
    lines += prefix_lines(explanation, history);
    lines += linearization_lines(explanation, history, points_shown_max);
    lines += objection_lines(explanation, history);
    lines += core_lines(explanation, history, points_shown_max);
  }
  return lines;
}

Error misfit_error(const history::History& history, history::OperationIndex operation,
                   std::string_view model, std::string_view vocabulary,
                   std::optional<std::uint64_t> number) {
  std::string where;
  if (const auto place = history.place(operation)) {
    where =
        " (line " + std::to_string(place->line) + ", column " + std::to_string(place->column) + ")";
  } else if (!number) {
    const std::size_t event = raw(history.operation(operation).call_event);
    where = " (event " + std::to_string(event + 1) + ")";
  }
  return make_error(ErrorKind::bad_input,
                    "operation #" + std::to_string(number.value_or(raw(operation))) + " " +
                        to_text(history, operation) + where + " is not one of " +
                        std::string(model) + "'s; it knows " + std::string(vocabulary));
}

}  // namespace oncelab::check
