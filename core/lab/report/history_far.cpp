#include <oncelab/core/lab/report/history_far.hpp>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <string>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/packed.hpp>
#include <oncelab/core/lab/report/page_texts.hpp>

namespace oncelab::report {

namespace json = boost::json;

namespace {

constexpr std::size_t operations_max = 50'000;  // more than ever fit

struct Detail {
  std::int64_t clock_ticks;  // times are rounded to so many over the whole history
  bool states;               // after each point of the order
};
constexpr Detail full{1'000'000, true};
constexpr Detail reduced{50'000, false};

struct Attempt {
  std::size_t operations = 0;
  std::string text;
};

std::int64_t time_step(const FarHistory& far, const Detail& detail) {
  if (!far.has_times) {
    return 0;
  }
  const auto events = far.history.events();
  const auto all = static_cast<std::int64_t>(raw(events.back().at) - raw(events.front().at));
  return std::max<std::int64_t>(1, all / detail.clock_ticks);
}

std::vector<OrderRow> rows_of(const FarHistory& far, const HistoryWindow::Far& chosen,
                              const Detail& detail) {
  std::vector<OrderRow> rows;
  for (OrderRow row : far.order) {
    if (std::ranges::binary_search(chosen.operations, row.operation)) {
      row.state = detail.states ? row.state : std::string_view();
      rows.push_back(row);
    }
  }
  return rows;
}

Attempt pack(const FarHistory& far, std::size_t count, const Detail& detail) {
  const HistoryWindow::Far chosen = far.window.nearest(count);
  PageTexts texts;
  (void)texts.take_new();  // the empty one: a reader knows it
  const std::int64_t step = time_step(far, detail);
  json::object data;
  data["operations"] = operation_columns(far.history, chosen.operations, texts, step);
  data["marks"] = mark_columns(far.history, chosen.marks, texts, step);
  data["time_step"] = step;
  data["order"] = order_columns(rows_of(far, chosen, detail), texts);
  data["names"] = client_names(far.history, chosen.operations);
  data["texts"] = texts.take_new();
  return {chosen.operations.size(), packed(json::serialize(data))};
}

}  // namespace

json::object client_names(const history::History& history,
                          std::span<const history::OperationIndex> operations) {
  json::object names;
  for (const history::OperationIndex index : operations) {
    const ClientId client = history.operation(index).client;
    if (const auto name = history.client_name(client)) {
      names[std::to_string(raw(client))] = history::printable(*name);
    }
  }
  return names;
}

json::object far_value(const FarHistory& far, std::size_t bytes_max) {
  std::size_t count = std::min(far.window.far_count(), operations_max);
  Attempt best = pack(far, count, full);
  if (best.text.size() > bytes_max) {
    best = pack(far, count, reduced);
  }
  while (best.text.size() > bytes_max && count > 0) {
    // Sizes grow with numbers: one more attempt is enough as a rule.
    count = std::min(count - 1, best.operations * bytes_max / best.text.size() * 19 / 20);
    best = pack(far, count, reduced);
  }
  return {{"operations", best.operations},
          {"left_out", far.window.far_count() - best.operations},
          {"packed", best.operations == 0 ? std::string() : std::move(best.text)}};
}

}  // namespace oncelab::report
