#include <oncelab/core/lab/history/read.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <istream>
#include <streambuf>

#include <oncelab/core/lab/history/file_buffer.hpp>
#include <oncelab/core/lab/history/inflating_buffer.hpp>
#include <oncelab/core/lab/history/readers.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {
namespace {

/// Reads from memory without a copy.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view content) {
    char* begin = const_cast<char*>(content.data());  // never written: a get area only
    setg(begin, begin, begin + content.size());
  }
};

Result<History> read_whole(Format format, LineReader& lines, const ReadLimits& limits) {
  return format == Format::lab_json_lines ? read_lab_json(lines, limits)
         : format == Format::set_log      ? read_set_log(lines, limits)
                                          : read_etcd_log(lines, limits);
}

bool has_shapes(Format format) {
  return format == Format::neutral_json_lines || format == Format::jepsen_edn;
}

/// What is known only once all was read.
Result<LoadedHistory> with_shapes(History history, Format format, const LineReader& lines,
                                  const ReadOptions& options) {
  const bool is_independent = options.independent == IndependentKeys::yes;
  const bool is_found =
      options.independent == IndependentKeys::detect && has_independent_keys(history);
  if (is_found) {
    unwrap_independent_keys(history);
  }
  if (has_drains(history)) {
    auto unfolded = unfold_drains(history, options.limits.events_max);
    if (!unfolded) {
      return lines.error(lines.end(), "more than " + std::to_string(options.limits.events_max) +
                                          " events, with drains as dequeues; split the history");
    }
    history = std::move(*unfolded);
  }
  return LoadedHistory{std::move(history), format, is_independent || is_found};
}

Result<LoadedHistory> read_as(Format format, LineReader& lines, const ReadOptions& options) {
  if (has_shapes(format)) {
    auto history =
        format == Format::jepsen_edn ? read_edn(lines, options) : read_neutral_json(lines, options);
    if (!history) {
      return history.error();
    }
    if (options.sink != nullptr) {
      return LoadedHistory{std::move(*history), format,
                           options.independent == IndependentKeys::yes};
    }
    return with_shapes(std::move(*history), format, lines, options);
  }
  if (options.independent == IndependentKeys::yes) {
    return lines.error({},
                       "independent keys are known in EDN and process/type JSON lines only; "
                       "this is read as: " +
                           std::string(text(format)));
  }
  auto history = read_whole(format, lines, options.limits);
  if (!history) {
    return history.error();
  }
  if (options.sink != nullptr) {
    options.sink->take(*history, 0);
  }
  return LoadedHistory{std::move(*history), format, false};
}

Result<LoadedHistory> read_lines(LineReader& lines, const ReadOptions& options) {
  for (;;) {
    const auto line = lines.next();
    if (!line) {
      return line.error();
    }
    if (!*line) {
      return LoadedHistory{History(), options.format.value_or(Format::neutral_json_lines), false};
    }
    if (is_blank(**line)) {
      continue;
    }
    const auto format = options.format ? options.format : detect(**line);
    if (!format) {
      return lines.error(
          lines.place(std::min((*line)->find_first_not_of(" \t"), (*line)->size())),
          "not a history: the first line is neither the header of oncelab JSON "
          "lines, nor a JSON object with \"process\", nor a line of a Jepsen log, nor one of a set "
          "log (1 invokes add 7), nor EDN ({:process 1, :type :invoke, ...)");
    }
    lines.put_back();
    return read_as(*format, lines, options);
  }
}

Result<LoadedHistory> read_descriptor(int descriptor, std::string_view name,
                                      const ReadOptions& options) {
  FileBuffer bytes(descriptor, options.deadline);
  std::istream input(&bytes);
  auto loaded = read(input, name, options);
  if (bytes.is_late()) {
    return make_error(ErrorKind::out_of_time, printable_path(name) + ": " +
                                                  std::to_string(bytes.bytes()) +
                                                  " bytes had been read by then, and not all");
  }
  return loaded;
}

}  // namespace

std::string description(const LoadedHistory& loaded) {
  return std::string(text(loaded.format)) +
         (loaded.has_independent_keys ? ", values are [KEY VALUE]" : "");
}

Result<LoadedHistory> read(std::istream& input, std::string_view name, const ReadOptions& options) {
  InflatingBuffer bytes(input, options.limits.inflated_bytes_max);
  std::istream inflated(&bytes);
  LineReader lines(inflated, name, options.limits.line_bytes_max);
  auto loaded = read_lines(lines, options);
  // Input that ended too early may look like a history, or like any other fault.
  if (bytes.failure()) {
    return make_error(ErrorKind::bad_input, printable_path(name) + ": " + *bytes.failure());
  }
  return loaded;
}

Result<LoadedHistory> read_text(std::string_view content, std::string_view name,
                                const ReadOptions& options) {
  ViewBuffer buffer(content);
  std::istream input(&buffer);
  return read(input, name, options);
}

Result<LoadedHistory> read_file(const std::string& path, const ReadOptions& options) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return make_error(ErrorKind::bad_input, printable_path(path) + " is a directory; name a file");
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) {
    return make_error(ErrorKind::bad_input,
                      "cannot read " + printable_path(path) + ": " + std::strerror(errno));
  }
  return read_descriptor(descriptor, path, options);
}

Result<LoadedHistory> read_standard_input(const ReadOptions& options) {
  return read_descriptor(STDIN_FILENO, "standard input", options);
}

}  // namespace oncelab::history
