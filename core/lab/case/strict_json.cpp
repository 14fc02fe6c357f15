#include <oncelab/core/lab/case/strict_json.hpp>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parser.hpp>
#include <charconv>
#include <set>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cases {

namespace json = boost::json;

namespace {

std::string in_quotes(std::string_view foreign) { return "'" + history::printable(foreign) + "'"; }

/// Looks for a member that is given twice; the value parser would keep the last one silently.
struct DuplicateFinder {
  static constexpr std::size_t max_object_size = 64;
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = 64;
  static constexpr std::size_t max_string_size = json::string::max_size();

  using code = json::error_code;
  bool on_document_begin(code&) { return true; }
  bool on_document_end(code&) { return true; }
  bool on_object_begin(code&) {
    open.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, code&) {
    open.pop_back();
    return true;
  }
  bool on_array_begin(code&) { return true; }
  bool on_array_end(std::size_t, code&) { return true; }
  bool on_key_part(json::string_view part, std::size_t, code&) {
    key.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view part, std::size_t, code& error) {
    key.append(part.data(), part.size());
    if (!open.back().insert(key).second) {
      duplicate = key;
      error = json::error::syntax;
      return false;
    }
    key.clear();
    return true;
  }
  bool on_string_part(json::string_view, std::size_t, code&) { return true; }
  bool on_string(json::string_view, std::size_t, code&) { return true; }
  bool on_number_part(json::string_view, code&) { return true; }
  bool on_int64(std::int64_t, json::string_view, code&) { return true; }
  bool on_uint64(std::uint64_t, json::string_view, code&) { return true; }
  bool on_double(double, json::string_view, code&) { return true; }
  bool on_bool(bool, code&) { return true; }
  bool on_null(code&) { return true; }
  bool on_comment_part(json::string_view, code&) { return true; }
  bool on_comment(json::string_view, code&) { return true; }

  std::vector<std::set<std::string, std::less<>>> open;
  std::string key;
  std::string duplicate;
};

Error at_byte(std::string_view text, std::string_view file, std::size_t byte, std::string what) {
  const auto before = text.substr(0, byte);
  const auto line = 1 + std::ranges::count(before, '\n');
  return make_error(ErrorKind::bad_input,
                    report::shown(file) + ":" + std::to_string(line) + ": " + std::move(what));
}

}  // namespace

Result<json::value> parse_strict(std::string_view text, std::string_view file,
                                 const JsonLimits& limits) {
  if (text.size() > limits.bytes_max) {
    return make_error(ErrorKind::bad_input, report::shown(file) + ": longer than " +
                                                std::to_string(limits.bytes_max) + " bytes");
  }
  json::parse_options options;
  options.max_depth = limits.depth_max;
  json::error_code error;
  json::basic_parser<DuplicateFinder> finder(options);
  const std::size_t used = finder.write_some(false, text.data(), text.size(), error);
  if (!finder.handler().duplicate.empty()) {
    return at_byte(text, file, used,
                   "member " + in_quotes(finder.handler().duplicate) + " is given twice");
  }
  if (error) {
    return at_byte(text, file, used, "not JSON: " + error.message());
  }
  if (text.find_first_not_of(" \t\r\n", used) != std::string_view::npos) {
    return at_byte(text, file, used, "not JSON: something follows the end");
  }
  json::parser parser({}, options);
  parser.write(text.data(), text.size(), error);
  if (error) {
    return at_byte(text, file, 0, "not JSON: " + error.message());
  }
  return parser.release();
}

void Problems::add(std::string_view path, std::string_view what) {
  if (!first_) {
    first_ = report::shown(file_) + ": " + std::string(path) + " " + std::string(what);
  }
}

ObjectReader::ObjectReader(const json::value& value, std::string path, Problems& problems)
    : object_(value.if_object()), path_(std::move(path)), problems_(problems) {
  if (object_ == nullptr) {
    problems_.add(path_, "must be an object");
  }
}

std::string ObjectReader::path_of(std::string_view name) const {
  return path_ + "." + std::string(name);
}

void ObjectReader::problem(std::string_view name, std::string_view what) {
  problems_.add(path_of(name), what);
}

bool ObjectReader::has(std::string_view name) const {
  return object_ != nullptr && object_->contains(name);
}

const json::value* ObjectReader::member(std::string_view name) {
  asked_.push_back(name);
  const json::value* value = object_ == nullptr ? nullptr : object_->if_contains(name);
  if (value == nullptr) {
    problem(name, "is missing");
  }
  return value;
}

std::uint64_t ObjectReader::number(std::string_view name, std::uint64_t max) {
  const json::value* value = member(name);
  if (value == nullptr) {
    return 0;
  }
  std::uint64_t number = 0;
  if (const auto* u = value->if_uint64()) {
    number = *u;
  } else if (const auto* i = value->if_int64(); i != nullptr && *i >= 0) {
    number = static_cast<std::uint64_t>(*i);
  } else {
    problem(name, "must be a whole number from 0 to " + std::to_string(max));
    return 0;
  }
  if (number > max) {
    problem(name,
            "is " + std::to_string(number) + "; at most " + std::to_string(max) + " is accepted");
    return 0;
  }
  return number;
}

std::uint64_t ObjectReader::number_or(std::string_view name, std::uint64_t max,
                                      std::uint64_t otherwise) {
  return has(name) ? number(name, max) : otherwise;
}

bool ObjectReader::boolean(std::string_view name) {
  const json::value* value = member(name);
  if (value != nullptr && !value->is_bool()) {
    problem(name, "must be true or false");
    return false;
  }
  return value != nullptr && value->get_bool();
}

std::string ObjectReader::text(std::string_view name) {
  const json::value* value = member(name);
  if (value == nullptr) {
    return {};
  }
  if (!value->is_string()) {
    problem(name, "must be a text");
    return {};
  }
  const json::string& content = value->get_string();
  if (content.size() > problems_.text_bytes_max()) {
    problem(name, "is longer than " + std::to_string(problems_.text_bytes_max()) + " bytes");
    return {};
  }
  return std::string(content.data(), content.size());
}

std::string ObjectReader::text_or_empty(std::string_view name) {
  return has(name) ? text(name) : std::string();
}

std::uint64_t ObjectReader::hex(std::string_view name) {
  const std::string digits = text(name);
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  if (digits.size() != 16 || error != std::errc() || end != digits.data() + digits.size()) {
    problem(name, "must be 16 hexadecimal digits");
  }
  return number;
}

ObjectReader ObjectReader::object(std::string_view name) {
  static const json::value none{json::object()};
  const json::value* value = member(name);
  return {value == nullptr ? none : *value, path_of(name), problems_};
}

const json::array& ObjectReader::array(std::string_view name, std::size_t max) {
  static const json::array none;
  const json::value* value = member(name);
  if (value == nullptr) {
    return none;
  }
  if (!value->is_array()) {
    problem(name, "must be a list");
    return none;
  }
  if (value->get_array().size() > max) {
    problem(name, "has " + std::to_string(value->get_array().size()) + " items; at most " +
                      std::to_string(max) + " are accepted");
    return none;
  }
  return value->get_array();
}

void ObjectReader::finish() {
  if (object_ == nullptr) {
    return;
  }
  for (const auto& member : *object_) {
    const std::string_view name(member.key().data(), member.key().size());
    if (std::ranges::find(asked_, name) == asked_.end() && !problems_.any()) {
      problems_.add(path_, "has an unknown member " + in_quotes(name));
    }
  }
}

}  // namespace oncelab::cases
