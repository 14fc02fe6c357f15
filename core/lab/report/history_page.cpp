#include <oncelab/core/lab/report/history_page.hpp>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <optional>
#include <string_view>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/history_columns.hpp>
#include <oncelab/core/lab/report/history_far.hpp>
#include <oncelab/core/lab/report/history_window.hpp>
#include <oncelab/core/lab/report/page_texts.hpp>

namespace oncelab::report {

namespace json = boost::json;

namespace {

using check::Verdict;
using history::OperationIndex;

constexpr std::size_t partial_rows_max = 2'500;  // of partial orders other than the longest
constexpr std::size_t head_reason_bytes_max = 400;

PageHead::Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::held:
      return PageHead::Tone::held;
    case Verdict::violated:
      return PageHead::Tone::violated;
    case Verdict::inconclusive:
      break;
  }
  return PageHead::Tone::inconclusive;
}

class Maker {
 public:
  explicit Maker(const HistoryPage& page)
      : page_(page),
        history_(page.history),
        window_(page.history, page.explanation, partition()),
        time_step_(has_times() ? 1 : 0) {}

  std::string page() {
    json::object data = near_data();
    const PageHead head = this->head();
    if (window_.far_count() == 0) {
      return html_page(head, json::serialize(data));
    }
    const std::size_t used = html_page(head, json::serialize(data)).size();
    constexpr std::size_t spare = 1'000;  // for the members that say what is packed
    data["far"] = far_value(
        {history_, window_, time_step_ != 0, far_order()},
        HistoryPage::page_bytes_max - std::min(HistoryPage::page_bytes_max, used + spare));
    return html_page(head, json::serialize(data));
  }

 private:
  [[nodiscard]] const history::Value& partition() const {
    return page_.explanation != nullptr ? page_.explanation->partition : page_.result.partition;
  }

  /// A history without times has the numbers of its events instead, or always the same.
  [[nodiscard]] bool has_times() const {
    const auto events = history_.events();
    bool are_numbers = true;
    bool are_equal = true;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const std::uint64_t since = raw(events[i].at) - raw(events.front().at);
      are_numbers = are_numbers && since == i;
      are_equal = are_equal && since == 0;
    }
    return !are_numbers && !are_equal;
  }

  [[nodiscard]] std::string verdict_text() const {
    const check::CheckResult& result = page_.result;
    const std::string key =
        partition().is_nil() ? "" : " of key " + history::to_text(history_, partition());
    switch (result.verdict) {
      case Verdict::held:
        return "held: the operations have an order that explains every answer";
      case Verdict::violated:
        return "violated: no order of the operations" + key + " explains every answer";
      case Verdict::inconclusive:
        break;
    }
    std::string text = "inconclusive: " + std::string(check::text(result.reason));
    if (result.placed_of > 0) {
      text += "; it got as far as placing " + std::to_string(result.placed_most) + " of " +
              std::to_string(result.placed_of) + " operations" + key;
    }
    return text;
  }

  [[nodiscard]] std::string first_error_text() const {
    const check::Explanation& why = *page_.explanation;
    std::string text = "event " + std::to_string(why.prefix_events) + ", the return of #" +
                       std::to_string(raw(why.culprit)) + " " +
                       history::to_text(history_, why.culprit);
    const auto own = std::ranges::find(why.objections, why.culprit, &check::Objection::operation);
    return own == why.objections.end()
               ? text
               : text + ": " + page_text(own->reason, head_reason_bytes_max);
  }

  [[nodiscard]] PageHead head() const {
    PageHead head = page_.head;
    head.verdict = verdict_text();
    head.tone = tone_of(page_.result.verdict);
    if (page_.explanation != nullptr) {
      head.lines.insert(head.lines.begin(), {"First error", first_error_text()});
    }
    return head;
  }

  json::object near_data() {
    json::object data{{"kind", "history"},
                      {"verdict", check::text(page_.result.verdict)},
                      {"events", history_.events().size()},
                      {"operations", history_.operations().size()},
                      {"unit", unit()}};
    data["names"] = client_names(history_, window_.near());
    if (!partition().is_nil()) {
      data["partition"] = texts_.number(history::to_text(history_, partition()));
    }
    if (page_.explanation != nullptr) {
      add_explanation(data, *page_.explanation);
    } else if (!page_.order.empty()) {
      data["partials"] = json::array{order_columns(order_rows(page_.order, window_, true), texts_)};
    }
    data["near"] = operation_columns(history_, window_.near(), texts_, time_step_);
    data["marks"] = mark_columns(history_, window_.near_marks(), texts_, time_step_);
    data["texts"] = texts_.take_new();
    return data;
  }

  [[nodiscard]] std::string_view unit() const {
    if (time_step_ == 0) {
      return "none";
    }
    return history_.time_unit() == history::TimeUnit::steps ? "steps" : "ns";
  }

  void add_explanation(json::object& data, const check::Explanation& why) {
    data["prefix"] = why.prefix_events;
    data["prefix_is_shortest"] = why.prefix_is_shortest;
    data["culprit"] = raw(why.culprit);
    json::array core;
    for (const OperationIndex operation : why.core) {
      if (window_.is_near(operation)) {
        core.emplace_back(raw(operation));
      }
    }
    data["core"] = std::move(core);
    data["core_facts"] = why.core.size();
    data["core_is_minimal"] = why.core_is_minimal;
    json::array objections;
    for (const check::Objection& objection : why.objections) {
      if (window_.is_near(objection.operation)) {
        objections.emplace_back(objection_value(objection));
      }
    }
    data["objections"] = std::move(objections);
    data["initial"] = texts_.number(why.initial_state);
    data["longest"] = why.linearization_is_longest;
    add_partials(data, why);
  }

  json::object objection_value(const check::Objection& objection) {
    json::object value{{"id", raw(objection.operation)},
                       {"reason", texts_.number(objection.reason)}};
    if (objection.allowed_until) {
      value["until"] = raw(*objection.allowed_until);
      value["until_text"] = texts_.number(history::to_text(history_, *objection.allowed_until));
      value["was_over"] = objection.was_over;
    }
    return value;
  }

  void add_partials(json::object& data, const check::Explanation& why) {
    const std::vector<OrderRow> longest = order_rows(why.linearization, window_, true);
    json::array partials{order_columns(longest, texts_)};
    std::vector<std::size_t> number(why.partials.size());  // 0: the longest of all, or left out
    std::size_t rows_left = partial_rows_max;
    for (std::size_t i = 0; i < why.partials.size(); ++i) {
      const std::vector<OrderRow> rows = order_rows(why.partials[i], window_, true);
      if (rows.size() <= rows_left && !std::ranges::equal(rows, longest)) {
        rows_left -= rows.size();
        number[i] = partials.size();
        partials.emplace_back(order_columns(rows, texts_));
      }
    }
    json::array through;  // operation, partial, operation, ...
    for (const check::Through& each : why.through) {
      if (window_.is_near(each.operation) && number[each.partial] != 0) {
        through.emplace_back(raw(each.operation));
        through.emplace_back(number[each.partial]);
      }
    }
    data["partials"] = std::move(partials);
    data["through"] = std::move(through);
  }

  [[nodiscard]] std::vector<OrderRow> far_order() const {
    return page_.explanation != nullptr
               ? order_rows(page_.explanation->linearization, window_, false)
               : order_rows(page_.order, window_, false);
  }

  const HistoryPage& page_;
  const history::History& history_;
  HistoryWindow window_;
  PageTexts texts_;
  std::int64_t time_step_;
};

}  // namespace

std::string history_page(const HistoryPage& page) { return Maker(page).page(); }

}  // namespace oncelab::report
