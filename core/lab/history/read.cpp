#include <oncelab/core/lab/history/read.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <streambuf>

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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

Result<History> read_as(Format format, LineReader& lines, const ReadLimits& limits) {
  switch (format) {
    case Format::lab_json_lines:
      return read_lab_json(lines, limits);
    case Format::neutral_json_lines:
      return read_neutral_json(lines, limits);
    case Format::jepsen_edn:
      return read_edn(lines, limits);
    case Format::set_log:
      return read_set_log(lines, limits);
    case Format::etcd_log:
      break;
  }
  return read_etcd_log(lines, limits);
}

}  // namespace

std::optional<Format> detect(std::string_view first_line) {
  const std::size_t begin = first_line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view line = first_line.substr(begin);
  if (line.front() == '{') {
    // An object of JSON begins with a text, and is on one line; a map of EDN need not be.
    const std::size_t next = line.find_first_not_of(" \t\r,", 1);
    if (next == std::string_view::npos || line[next] == ':' || line[next] == '#') {
      return Format::jepsen_edn;
    }
    if (line.find("\"oncelab-history\"") != std::string_view::npos) {
      return Format::lab_json_lines;
    }
    if (line.find("\"process\"") != std::string_view::npos) {
      return Format::neutral_json_lines;
    }
    return std::nullopt;
  }
  if (line.front() == '[' || line.front() == '(' || line.front() == ';' || line.front() == '#') {
    return Format::jepsen_edn;
  }
  if (line.starts_with("INFO") && line.find("jepsen") != std::string_view::npos) {
    return Format::etcd_log;
  }
  if (is_digit(line.front()) && line.find(" invokes ") != std::string_view::npos) {
    return Format::set_log;
  }
  return std::nullopt;
}

Result<LoadedHistory> read(std::istream& input, std::string_view name, const ReadLimits& limits) {
  LineReader lines(input, name, limits.line_bytes_max);
  for (;;) {
    const auto line = lines.next();
    if (!line) {
      return line.error();
    }
    if (!*line) {
      return LoadedHistory{History(), Format::neutral_json_lines};
    }
    if (is_blank(**line)) {
      continue;
    }
    const auto format = detect(**line);
    if (!format) {
      return lines.error(
          "not a history: the first line is neither the header of oncelab JSON "
          "lines, nor a JSON object with \"process\", nor a line of a Jepsen log, nor one of a set "
          "log (1 invokes add 7), nor EDN ({:process 1, :type :invoke, ...)");
    }
    lines.put_back();
    auto history = read_as(*format, lines, limits);
    if (!history) {
      return history.error();
    }
    return LoadedHistory{std::move(*history), *format};
  }
}

Result<LoadedHistory> read_text(std::string_view content, std::string_view name,
                                const ReadLimits& limits) {
  ViewBuffer buffer(content);
  std::istream input(&buffer);
  return read(input, name, limits);
}

Result<LoadedHistory> read_file(const std::string& path, const ReadLimits& limits) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return make_error(ErrorKind::bad_input, printable_path(path) + " is a directory; name a file");
  }
  std::ifstream input(path, std::ios::binary);
  if (!input) {
    return make_error(ErrorKind::bad_input,
                      "cannot read " + printable_path(path) + ": " + std::strerror(errno));
  }
  return read(input, path, limits);
}

}  // namespace oncelab::history
