// JsonLine: one line that must be one JSON object, parsed strictly.
//
// On top of Boost.JSON's parser: a key that occurs twice in one object is refused (a plain DOM
// keeps the last one silently), and so is everything after the object. Errors carry the column. The
// rest is access to the members with errors that name the member and what was expected.
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
  [[nodiscard]] const boost::json::object& object() const { return object_; }

  /// The member must be there and be of the kind.
  [[nodiscard]] Result<std::string_view> string(std::string_view member,
                                                const LineReader& reader) const;
  [[nodiscard]] Result<std::int64_t> integer(std::string_view member,
                                             const LineReader& reader) const;
  /// From 0 to `most`; `standard` if the member is not there and a standard is given.
  [[nodiscard]] Result<std::uint64_t> natural(std::string_view member, std::uint64_t most,
                                              const LineReader& reader,
                                              std::optional<std::uint64_t> standard = {}) const;
  /// nil if the member is not there. Booleans are the texts true and false.
  [[nodiscard]] Result<Value> value(std::string_view member, History& history,
                                    const LineReader& reader) const;

 private:
  boost::json::object object_;
};

}  // namespace oncelab::history
