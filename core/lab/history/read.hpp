// Reading recorded histories: the lab's own JSON lines, Jepsen-like JSON lines, Jepsen's etcd logs,
// Jepsen's EDN, logs of sets; each also compressed by gzip.
//
// Promises: the format is recognised by the first line that is not blank, unless one is asked for;
// FORMAT.md specifies each. Input without such a line is a history without events (in the form that
// has no header). Input that begins with the bytes 1f 8b is inflated as it is read.
// Whatever the bytes are, the answer is a history or an error of one line that names file and line
// (and column where it is the JSON that is wrong) and says what was expected; limits are checked
// before memory is spent on what exceeds them. The same bytes give the same history.
//
// Does not promise: that the history fits a model; ask check::Checker::accepts.
// Errors: ErrorKind::bad_input, or out_of_time once the deadline has passed. Threads: no shared
// state. Time and memory are linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/event_sink.hpp>
#include <oncelab/core/lab/history/file_buffer.hpp>
#include <oncelab/core/lab/history/format.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/history/jepsen_shapes.hpp>

namespace oncelab::history {

struct ReadLimits {
  std::size_t line_bytes_max = std::size_t{1} << 20;
  std::uint64_t events_max = 20'000'000;
  std::size_t depth_max = 8;  // of nested lists
  std::uint64_t inflated_bytes_max = std::uint64_t{1} << 36U;
};

struct ReadOptions {
  std::optional<Format> format;  // nothing: as the first line says
  ReadLimits limits;
  /// Of process/type lines and EDN (jepsen_shapes.hpp).
  IndependentKeys independent = IndependentKeys::detect;
  /// Is shown all events, in their order. Of process/type lines and EDN, what it does not need is
  /// not kept; the history that is returned is what was left.
  EventSink* sink = nullptr;
  /// Of files and standard input.
  Deadline deadline = {};
};

struct LoadedHistory {
  History history;
  Format format = Format::lab_json_lines;
  bool has_independent_keys = false;  // and they were unwrapped
};

/// For reports: the format, and how its values were read if there is a choice.
[[nodiscard]] std::string description(const LoadedHistory& loaded);

/// `name` is what errors call the input.
[[nodiscard]] Result<LoadedHistory> read(std::istream& input, std::string_view name,
                                         const ReadOptions& options = {});
[[nodiscard]] Result<LoadedHistory> read_text(std::string_view content, std::string_view name,
                                              const ReadOptions& options = {});
[[nodiscard]] Result<LoadedHistory> read_file(const std::string& path,
                                              const ReadOptions& options = {});
[[nodiscard]] Result<LoadedHistory> read_standard_input(const ReadOptions& options = {});

}  // namespace oncelab::history
