// What a page of a history holds packed, for those who ask: operations that are not near.
//
// The nearest ones, as many as fit into `bytes_max`. If not all fit in full, the states of the
// order and the precision of times go first, then the operations farthest from the failure.
// Threads: a pure function. Cost: linear, and a few compressions of what fits. No errors.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <vector>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/report/history_columns.hpp>
#include <oncelab/core/lab/report/history_window.hpp>

namespace oncelab::report {

struct FarHistory {
  const history::History& history;
  const HistoryWindow& window;
  bool has_times = false;
  std::vector<OrderRow> order;  // of the operations that are not near
};

/// {operations, left_out, packed}; packed is a JSON object of columns (history_columns.hpp).
[[nodiscard]] boost::json::object far_value(const FarHistory& far, std::size_t bytes_max);

/// Names of clients that are more than a number, by number.
[[nodiscard]] boost::json::object client_names(const history::History& history,
                                               std::span<const history::OperationIndex> operations);

/// The points of an order (LinearPoint, PlacedPoint) that are near, or those that are not.
template <typename Points>
[[nodiscard]] std::vector<OrderRow> order_rows(const Points& points, const HistoryWindow& window,
                                               bool near) {
  std::vector<OrderRow> rows;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& point = points[i];
    if (window.is_near(point.operation) != near) {
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

}  // namespace oncelab::report
