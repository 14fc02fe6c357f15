#include <oncelab/core/lab/history/format.hpp>

#include <algorithm>
#include <array>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {
namespace {

constexpr std::string_view detected = "auto";

struct Named {
  std::string_view name;
  Format format;
};

constexpr std::array<Named, 6> formats{{
    {"oncelab", Format::lab_json_lines},
    {"neutral", Format::neutral_json_lines},
    {"edn", Format::jepsen_edn},
    {"kv", Format::jepsen_edn},  // logs of key-value stores are maps of EDN
    {"set", Format::set_log},
    {"etcd", Format::etcd_log},
}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string_view text(Format format) {
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
  if (is_digit(line.front()) && line.find("invokes") != std::string_view::npos) {
    return Format::set_log;
  }
  return std::nullopt;
}

Result<std::optional<Format>> format_named(std::string_view name) {
  if (name == detected) {
    return std::optional<Format>();
  }
  const auto* const found = std::ranges::find(formats, name, &Named::name);
  if (found == formats.end()) {
    return make_error(ErrorKind::unknown_name,
                      "there is no format '" + printable(name) + "'; there are: " + format_names());
  }
  return std::optional(found->format);
}

std::string format_names() {
  std::string names(detected);
  for (const Named& format : formats) {
    names += ", ";
    names += format.name;
  }
  return names;
}

}  // namespace oncelab::history
