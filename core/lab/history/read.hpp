// Reading recorded histories: the lab's own JSON lines, Jepsen-like JSON lines, Jepsen's etcd logs,
// Jepsen's EDN, logs of sets.
//
// Promises: the format is recognised by the first line that is not blank; FORMAT.md specifies each.
// Input without such a line is a history without events (in the form that has no header).
// Whatever the bytes are, the answer is a history or an error of one line that names file and line
// (and column where it is the JSON that is wrong) and says what was expected; limits are checked
// before memory is spent on what exceeds them. The same bytes give the same history.
//
// Does not promise: that the history fits a model; ask check::Checker::accepts.
// Errors: ErrorKind::bad_input throughout. Threads: no shared state. Time and memory are linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

enum class Format : std::uint8_t {
  lab_json_lines,      // this lab's own, versioned
  neutral_json_lines,  // process, type, f, value
  jepsen_edn,          // maps of :process, :type, :f, :value
  set_log,             // CLIENT invokes OP MEMBER, CLIENT returns VALUE
  etcd_log,            // Jepsen's log of an etcd register; implies that nil means absent
};

[[nodiscard]] constexpr std::string_view text(Format format) {
  switch (format) {
    case Format::lab_json_lines:
      return "oncelab JSON lines";
    case Format::neutral_json_lines:
      return "process/type JSON lines";
    case Format::jepsen_edn:
      return "Jepsen EDN";
    case Format::set_log:
      return "set log";
    case Format::etcd_log:
      break;
  }
  return "Jepsen etcd log";
}

struct ReadLimits {
  std::size_t line_bytes_max = std::size_t{1} << 20;
  std::uint64_t events_max = 20'000'000;
  std::size_t depth_max = 8;  // of nested lists
};

struct LoadedHistory {
  History history;
  Format format = Format::lab_json_lines;
};

/// What a file beginning with this line is; nothing if it is none of them.
[[nodiscard]] std::optional<Format> detect(std::string_view first_line);

/// `name` is what errors call the input.
[[nodiscard]] Result<LoadedHistory> read(std::istream& input, std::string_view name,
                                         const ReadLimits& limits = {});
[[nodiscard]] Result<LoadedHistory> read_text(std::string_view content, std::string_view name,
                                              const ReadLimits& limits = {});
[[nodiscard]] Result<LoadedHistory> read_file(const std::string& path,
                                              const ReadLimits& limits = {});

}  // namespace oncelab::history
