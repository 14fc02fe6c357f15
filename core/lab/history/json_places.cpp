#include <oncelab/core/lab/history/json_places.hpp>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <oncelab/core/lab/history/whole_integer.hpp>

namespace oncelab::history {
namespace {

namespace json = boost::json;

constexpr std::string_view blanks_and_marks = " \t\r\n,:";

/// A quoted text, a bracket, or a word: a number, true, false, null.
std::string_view token_at(std::string_view line, std::size_t at) {
  if (line[at] == '"') {
    std::size_t end = at + 1;
    while (end < line.size() && line[end] != '"') {
      end += line[end] == '\\' ? 2 : 1;
    }
    return line.substr(at, end + 1 - at);
  }
  if (std::string_view("{}[]").find(line[at]) != std::string_view::npos) {
    return line.substr(at, 1);
  }
  return line.substr(at, line.find_first_of(" \t\r\n,:{}[]\"", at) - at);
}

std::size_t skip_blanks(std::string_view line, std::size_t at) {
  return std::min(line.find_first_not_of(blanks_and_marks, at), line.size());
}

bool is_text(std::string_view token, std::string_view expected) {
  json::error_code error;
  const json::value value = json::parse({token.data(), token.size()}, error);
  return !error && value.is_string() &&
         std::string_view(value.get_string().data(), value.get_string().size()) == expected;
}

}  // namespace

std::optional<MemberPlace> find_member(std::string_view object, std::string_view name) {
  int depth = 0;
  bool is_name = false;  // names and values take turns at depth 1
  for (std::size_t at = skip_blanks(object, 0); at < object.size();) {
    const std::string_view token = token_at(object, at);
    const std::size_t next = skip_blanks(object, at + token.size());
    const bool opens = token == "{" || token == "[";
    const bool closes = token == "}" || token == "]";
    if (depth == 1 && is_name && is_text(token, name)) {
      return MemberPlace{at, next};
    }
    depth += opens ? 1 : closes ? -1 : 0;
    if (depth == 1) {
      is_name = opens || !is_name;
    }
    at = next;
  }
  return std::nullopt;
}

std::size_t find_foreign(std::string_view line, std::size_t begin) {
  int depth = 0;
  for (std::size_t at = begin; at < line.size();) {
    const std::string_view token = token_at(line, at);
    const bool is_number = token.front() == '-' || (token.front() >= '0' && token.front() <= '9');
    if (token == "{" || (is_number && !whole_integer(token))) {
      return at;
    }
    depth += token == "[" ? 1 : token == "]" ? -1 : 0;
    if (depth <= 0) {
      break;
    }
    at = skip_blanks(line, at + token.size());
  }
  return begin;
}

std::size_t begin_of_text(std::string_view line, std::size_t end) {
  for (std::size_t at = std::min(end, line.size()); at-- > 0;) {
    if (line[at] != '"') {
      continue;
    }
    const std::size_t before = line.substr(0, at).find_last_not_of('\\');
    const std::size_t backslashes = at - (before == std::string_view::npos ? 0 : before + 1);
    if (backslashes % 2 == 0) {
      return at;
    }
  }
  return 0;
}

}  // namespace oncelab::history
