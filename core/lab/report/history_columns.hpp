// Operations, other events and orders of a history as columns of small numbers, for pages.
//
// Each column is an array with one number per row; a column that would hold nothing but zeros is
// left out. Columns marked with "+" hold the difference to the row before (from 0). Texts are
// numbers of PageTexts. What page/src/columns.js reads is written here.
//
//   operations  id+  client  call+ (event)  span (events to the return; 0: none)
//               outcome (0 ok, 1 fail, 2 unknown)  f  in  key  out (texts; 0: nothing to say)
//               at+ (of the call, from the history's first event)  took (0 if it never returned)
//   marks       event+  kind (0 crash, 1 restart, 2 clock step, 3 effect, 4 other)  text  at+
//   order       place+ (position in the whole order, from 1)  id+  point (from 0)
//               more (points of the operation, less one)  state (text)
//
// Threads: pure functions. Cost: linear. No errors.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/report/page_texts.hpp>

namespace oncelab::report {

/// Rows are given in ascending order. Times are in `time_step` of the history's unit; 0: no times.
[[nodiscard]] boost::json::object operation_columns(
    const history::History& history, std::span<const history::OperationIndex> operations,
    PageTexts& texts, std::int64_t time_step);

[[nodiscard]] boost::json::object mark_columns(const history::History& history,
                                               std::span<const history::EventIndex> marks,
                                               PageTexts& texts, std::int64_t time_step);

struct OrderRow {
  std::size_t place = 1;
  history::OperationIndex operation{};
  std::uint8_t point = 0;
  std::uint8_t points = 1;
  std::string_view state;

  friend bool operator==(const OrderRow&, const OrderRow&) = default;
};
[[nodiscard]] boost::json::object order_columns(std::span<const OrderRow> rows, PageTexts& texts);

/// Neither a call nor a return.
[[nodiscard]] bool is_mark(const history::Event& event);

}  // namespace oncelab::report
