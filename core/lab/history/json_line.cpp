#include <oncelab/core/lab/history/json_line.hpp>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_stack.hpp>
#include <limits>
#include <unordered_set>
#include <vector>

#include <oncelab/core/lab/history/json_places.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {
namespace {

namespace json = boost::json;

/// Builds the value and watches for keys that come twice.
class Handler {
 public:
  static constexpr std::size_t max_object_size = 64;  // members; also bounds the duplicate check
  static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_key_size = 256;
  static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();

  json::value_stack stack;
  std::optional<std::string> duplicate;

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) {
    keys_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t members, json::error_code&) {
    keys_.pop_back();
    stack.push_object(members);
    return true;
  }
  bool on_array_begin(json::error_code&) { return true; }
  bool on_array_end(std::size_t items, json::error_code&) {
    stack.push_array(items);
    return true;
  }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
    key_.append(part.data(), part.size());
    stack.push_chars(part);
    return true;
  }
  bool on_key(json::string_view part, std::size_t, json::error_code& error) {
    key_.append(part.data(), part.size());
    if (!keys_.back().insert(key_).second) {
      duplicate = key_;
      error = json::error::syntax;
      return false;
    }
    key_.clear();
    stack.push_key(part);
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    stack.push_chars(part);
    return true;
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) {
    stack.push_string(part);
    return true;
  }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, json::error_code&) {
    stack.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, json::string_view, json::error_code&) {
    stack.push_uint64(number);
    return true;
  }
  bool on_double(double number, json::string_view, json::error_code&) {
    stack.push_double(number);
    return true;
  }
  bool on_bool(bool truth, json::error_code&) {
    stack.push_bool(truth);
    return true;
  }
  bool on_null(json::error_code&) {
    stack.push_null();
    return true;
  }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  std::vector<std::unordered_set<std::string>> keys_;
  std::string key_;
};

std::string quoted(std::string_view text) { return "\"" + printable(text) + "\""; }

/// Nothing: not a value that a history can hold.
std::optional<Value> to_value(const json::value& from, History& history) {
  switch (from.kind()) {
    case json::kind::null:
      return Value::nil();
    case json::kind::bool_:
      return Value::symbol(history.intern(from.get_bool() ? "true" : "false"));
    case json::kind::int64:
      return Value::integer(from.get_int64());
    case json::kind::string:
      return Value::symbol(history.intern({from.get_string().data(), from.get_string().size()}));
    case json::kind::array: {
      std::vector<Value> items;
      for (const json::value& item : from.get_array()) {
        const auto value = to_value(item, history);
        if (!value) {
          return std::nullopt;
        }
        items.push_back(*value);
      }
      return history.list(items);
    }
    case json::kind::uint64:
    case json::kind::double_:
    case json::kind::object:
      break;
  }
  return std::nullopt;
}

}  // namespace

Result<JsonLine> JsonLine::parse(std::string_view line, const LineReader& reader,
                                 std::size_t depth_max) {
  json::parse_options options;
  options.max_depth = depth_max + 1;  // the object itself
  json::basic_parser<Handler> parser(options);
  parser.handler().stack.reset({});
  json::error_code error;
  const std::size_t used = parser.write_some(false, line.data(), line.size(), error);
  const auto error_at = [&](std::size_t offset, std::string_view what) {
    return reader.error(reader.place(offset), what);
  };
  const std::optional<std::string>& duplicate = parser.handler().duplicate;
  if (duplicate) {
    return error_at(begin_of_text(line, used), "the key " + quoted(*duplicate) + " comes twice");
  }
  if (error == json::error::too_deep) {
    return error_at(used, "lists are nested deeper than " + std::to_string(depth_max));
  }
  if (error == json::error::incomplete) {
    return error_at(
        used, reader.complete() ? "the JSON object is not closed" : "the last line is cut off");
  }
  if (error || used != line.size()) {
    return error_at(used,
                    "not a JSON object: " + (error ? error.message() : std::string("extra data")));
  }
  json::value value = parser.handler().stack.release();
  JsonLine result(line, reader);
  if (!value.is_object()) {
    return result.error("not a JSON object; each line is one, {...}");
  }
  result.object_ = std::move(value.get_object());
  return result;
}

bool JsonLine::has(std::string_view member) const {
  return object_.contains({member.data(), member.size()});
}

bool JsonLine::is_text(std::string_view member) const {
  const json::value* value = object_.if_contains({member.data(), member.size()});
  return value != nullptr && value->is_string();
}

Result<std::string_view> JsonLine::string(std::string_view member) const {
  const json::value* value = object_.if_contains({member.data(), member.size()});
  if (value == nullptr || !value->is_string()) {
    return error(member, quoted(member) + (value == nullptr ? " is missing" : " is not a text"));
  }
  return std::string_view(value->get_string().data(), value->get_string().size());
}

Result<std::int64_t> JsonLine::integer(std::string_view member) const {
  const json::value* value = object_.if_contains({member.data(), member.size()});
  if (value == nullptr || !value->is_int64()) {
    return error(member,
                 quoted(member) + (value == nullptr ? " is missing" : " is not a 64-bit integer"));
  }
  return value->get_int64();
}

Result<std::uint64_t> JsonLine::natural(std::string_view member, std::uint64_t most,
                                        std::optional<std::uint64_t> standard) const {
  const json::value* value = object_.if_contains({member.data(), member.size()});
  if (value == nullptr && standard) {
    return *standard;
  }
  if (value != nullptr && value->is_uint64() && value->get_uint64() <= most) {
    return value->get_uint64();
  }
  if (value != nullptr && value->is_int64() && value->get_int64() >= 0 &&
      static_cast<std::uint64_t>(value->get_int64()) <= most) {
    return static_cast<std::uint64_t>(value->get_int64());
  }
  return error(member, quoted(member) + (value == nullptr ? " is missing"
                                                          : " is not an integer from 0 to " +
                                                                std::to_string(most)));
}

Result<Value> JsonLine::value(std::string_view member, History& history) const {
  const json::value* from = object_.if_contains({member.data(), member.size()});
  if (from == nullptr) {
    return Value::nil();
  }
  if (const auto value = to_value(*from, history)) {
    return *value;
  }
  const auto found = find_member(line_, member);
  return reader_->error(
      reader_->place(found ? find_foreign(line_, found->value) : 0),
      quoted(member) +
          " holds something other than null, 64-bit integers, texts and lists of them");
}

Value JsonLine::any_value(std::string_view member, History& history) const {
  const json::value* from = object_.if_contains({member.data(), member.size()});
  if (from == nullptr) {
    return Value::nil();
  }
  const auto value = to_value(*from, history);
  return value ? *value : Value::symbol(history.intern(json::serialize(*from)));
}

Error JsonLine::error(std::string_view member, std::string_view what) const {
  const auto found = find_member(line_, member);
  return found ? reader_->error(reader_->place(found->value), what) : error(what);
}

Error JsonLine::error_at_name(std::string_view member, std::string_view what) const {
  const auto found = find_member(line_, member);
  return found ? reader_->error(reader_->place(found->name), what) : error(what);
}

Error JsonLine::error(std::string_view what) const {
  return reader_->error(reader_->place(std::min(line_.find_first_not_of(" \t\r"), line_.size())),
                        what);
}

}  // namespace oncelab::history
