// The readers behind read(), one per format; each starts at the first line that is not blank.
#pragma once

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/history/line_reader.hpp>
#include <oncelab/core/lab/history/read.hpp>

namespace oncelab::history {

[[nodiscard]] Result<History> read_lab_json(LineReader& lines, const ReadLimits& limits);
[[nodiscard]] Result<History> read_set_log(LineReader& lines, const ReadLimits& limits);
[[nodiscard]] Result<History> read_etcd_log(LineReader& lines, const ReadLimits& limits);
/// These take the sink, and independent keys if they are asked for.
[[nodiscard]] Result<History> read_neutral_json(LineReader& lines, const ReadOptions& options);
[[nodiscard]] Result<History> read_edn(LineReader& lines, const ReadOptions& options);

[[nodiscard]] inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// Nothing: there may be one more.
[[nodiscard]] inline Result<void> room_for_event(const History& history, const LineReader& lines,
                                                 const ReadLimits& limits) {
  if (history.events().size() < limits.events_max) {
    return {};
  }
  return lines.error(lines.place(std::size_t{0}), "more than " + std::to_string(limits.events_max) +
                                                      " events; split the history by key");
}

}  // namespace oncelab::history
