// JsonLine: one line that must be one JSON object, parsed strictly.
//
// On top of Boost.JSON's parser: a key that occurs twice in one object is refused (a plain DOM
// keeps the last one silently), and so is everything after the object. The rest is access to the
// members with errors that name the member and what was expected. All errors carry the column.
// An object is valid until the reader goes on to the next line.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/history/line_reader.hpp>

namespace oncelab::history {

class JsonLine {
 public:
  [[nodiscard]] static Result<JsonLine> parse(std::string_view line, const LineReader& reader,
                                              std::size_t depth_max);

  [[nodiscard]] bool has(std::string_view member) const;
  [[nodiscard]] bool is_text(std::string_view member) const;
  [[nodiscard]] const boost::json::object& object() const { return object_; }

  /// The member must be there and be of the kind.
  [[nodiscard]] Result<std::string_view> string(std::string_view member) const;
  [[nodiscard]] Result<std::int64_t> integer(std::string_view member) const;
  /// From 0 to `most`; `standard` if the member is not there and a standard is given.
  [[nodiscard]] Result<std::uint64_t> natural(std::string_view member, std::uint64_t most,
                                              std::optional<std::uint64_t> standard = {}) const;
  /// nil if the member is not there. Booleans are the texts true and false.
  [[nodiscard]] Result<Value> value(std::string_view member, History& history) const;
  /// The same; what no history can hold becomes a text.
  [[nodiscard]] Value any_value(std::string_view member, History& history) const;

  /// At the member's value; at the object if it has no such member.
  [[nodiscard]] Error error(std::string_view member, std::string_view what) const;
  [[nodiscard]] Error error_at_name(std::string_view member, std::string_view what) const;
  [[nodiscard]] Error error(std::string_view what) const;

 private:
  JsonLine(std::string_view line, const LineReader& reader) : line_(line), reader_(&reader) {}

  std::string_view line_;  // valid until the next one is read
  const LineReader* reader_;
  boost::json::object object_;
};

}  // namespace oncelab::history
