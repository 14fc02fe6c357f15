#include <oncelab/core/lab/report/history_page.hpp>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <optional>
#include <string_view>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/history_columns.hpp>
#include <oncelab/core/lab/report/history_window.hpp>
#include <oncelab/core/lab/report/packed.hpp>
#include <oncelab/core/lab/report/page_texts.hpp>

namespace oncelab::report {

namespace json = boost::json;

namespace {

using check::Verdict;
using history::OperationIndex;

constexpr std::size_t far_operations_max = 50'000;   // more than fit, at least 4 bytes each
constexpr std::size_t partial_rows_max = 2'500;      // of partial orders other than the longest
constexpr std::int64_t far_clock_ticks = 1'000'000;  // far times are rounded to so many

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
        window_(page.history, page.explanation, page.result.partition),
        time_step_(has_times() ? 1 : 0) {}

  std::string page() {
    json::object data = near_data();
    const PageHead head = this->head();
    if (window_.far_count() == 0) {
      return html_page(head, json::serialize(data));
    }
    const std::size_t used = html_page(head, json::serialize(data)).size();
    constexpr std::size_t spare = 1'000;  // for the members that say what is packed
    add_far(data,
            HistoryPage::page_bytes_max - std::min(HistoryPage::page_bytes_max, used + spare));
    return html_page(head, json::serialize(data));
  }

 private:
  /// A history without times has the numbers of its events instead.
  [[nodiscard]] bool has_times() const {
    const auto events = history_.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (raw(events[i].at) - raw(events.front().at) != i) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::string verdict_text() const {
    const check::CheckResult& result = page_.result;
    const std::string key =
        result.partition.is_nil() ? "" : " of key " + history::to_text(history_, result.partition);
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
    return own == why.objections.end() ? text : text + ": " + own->reason;
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
    data["names"] = client_names();
    if (!page_.result.partition.is_nil()) {
      data["partition"] = texts_.number(history::to_text(history_, page_.result.partition));
    }
    if (page_.explanation != nullptr) {
      add_explanation(data, *page_.explanation);
    } else if (!page_.order.empty()) {
      data["partials"] = json::array{order_columns(rows_of(page_.order, true), texts_)};
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

  /// Of clients that are more than a number.
  [[nodiscard]] json::object client_names() const {
    json::object names;
    for (const OperationIndex index : window_.near()) {
      const ClientId client = history_.operation(index).client;
      if (const auto name = history_.client_name(client)) {
        names[std::to_string(raw(client))] = history::printable(*name);
      }
    }
    return names;
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
        objections.push_back(
            json::array{raw(objection.operation), texts_.number(objection.reason)});
      }
    }
    data["objections"] = std::move(objections);
    data["initial"] = texts_.number(why.initial_state);
    data["longest"] = why.linearization_is_longest;
    add_partials(data, why);
  }

  void add_partials(json::object& data, const check::Explanation& why) {
    json::array partials{order_columns(rows_of(why.linearization, true), texts_)};
    std::vector<std::size_t> number(why.partials.size());  // 0: the longest of all, or left out
    std::size_t rows_left = partial_rows_max;
    for (std::size_t i = 0; i < why.partials.size(); ++i) {
      const std::vector<OrderRow> rows = rows_of(why.partials[i], true);
      if (rows.size() <= rows_left) {
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

  /// The points of near operations, or of those that `wanted` says.
  template <typename Points>
  [[nodiscard]] std::vector<OrderRow> rows_of(const Points& points, bool near) const {
    std::vector<OrderRow> rows;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto& point = points[i];
      if (window_.is_near(point.operation) != near) {
        continue;
      }
      OrderRow row{i + 1, point.operation, point.point, point.points, {}};
      if constexpr (requires { point.state_after; }) {
        row.state = point.state_after;
      }
      rows.push_back(row);
    }
    return rows;
  }

  struct Packed {
    std::size_t operations = 0;
    std::string text;
  };

  Packed pack(std::size_t count) const {
    const HistoryWindow::Far far = window_.nearest(count);
    PageTexts texts;
    (void)texts.take_new();
    const std::int64_t step = time_step_ == 0 ? 0 : far_time_step();
    json::object data;
    data["operations"] = operation_columns(history_, far.operations, texts, step);
    data["marks"] = mark_columns(history_, far.marks, texts, step);
    data["time_step"] = step;
    std::vector<OrderRow> rows = page_.explanation != nullptr
                                     ? rows_of(page_.explanation->linearization, false)
                                     : rows_of(page_.order, false);
    std::erase_if(rows, [&](const OrderRow& row) {
      return !std::ranges::binary_search(far.operations, row.operation);
    });
    data["order"] = order_columns(rows, texts);
    data["texts"] = texts.take_new();
    json::object names;
    for (const OperationIndex index : far.operations) {
      const ClientId client = history_.operation(index).client;
      if (const auto name = history_.client_name(client)) {
        names[std::to_string(raw(client))] = history::printable(*name);
      }
    }
    data["names"] = std::move(names);
    return {far.operations.size(), packed(json::serialize(data))};
  }

  [[nodiscard]] std::int64_t far_time_step() const {
    const auto events = history_.events();
    const auto all = static_cast<std::int64_t>(raw(events.back().at) - raw(events.front().at));
    return std::max<std::int64_t>(1, all / far_clock_ticks);
  }

  /// As many as fit, the nearest ones: in few attempts, as sizes grow with numbers.
  void add_far(json::object& data, std::size_t bytes_max) const {
    std::size_t count = std::min(window_.far_count(), far_operations_max);
    Packed best = pack(count);
    while (best.text.size() > bytes_max && count > 0) {
      count = std::min(count - 1, best.operations * bytes_max / best.text.size() * 19 / 20);
      best = pack(count);
    }
    data["far"] = json::object{{"operations", best.operations},
                               {"left_out", window_.far_count() - best.operations},
                               {"packed", best.operations == 0 ? "" : best.text}};
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
