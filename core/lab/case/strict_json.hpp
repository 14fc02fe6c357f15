// Strict reading of JSON whose shape is known: every error names the file and the place.
//
// parse_strict() refuses what JSON itself leaves open: a member given twice, more than the limits.
// Reader walks the value: a member that is missing, has another type or is out of range, or that
// nobody asked for, is an error naming its path, e.g. "$.steps[3].thread". The first error sticks;
// everything read after it is a default, so a parser asks once, at the end.
// Threads: values only. Internal to core/lab/case.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::cases {

struct JsonLimits {
  std::size_t bytes_max = 0;
  std::size_t depth_max = 0;
};

[[nodiscard]] Result<boost::json::value> parse_strict(std::string_view text, std::string_view file,
                                                      const JsonLimits& limits);

/// The first error of one document.
class Problems {
 public:
  Problems(std::string_view file, std::size_t text_bytes_max)
      : file_(file), text_bytes_max_(text_bytes_max) {}
  void add(std::string_view path, std::string_view what);
  [[nodiscard]] bool any() const { return first_.has_value(); }
  [[nodiscard]] Error error() const {
    return make_error(ErrorKind::bad_input, first_.value_or(""));
  }
  [[nodiscard]] std::size_t text_bytes_max() const { return text_bytes_max_; }

 private:
  std::string file_;
  std::size_t text_bytes_max_;
  std::optional<std::string> first_;
};

/// One object of the document. finish() must be called when all its members have been asked for.
class ObjectReader {
 public:
  ObjectReader(const boost::json::value& value, std::string path, Problems& problems);

  [[nodiscard]] bool has(std::string_view name) const;
  std::uint64_t number(std::string_view name, std::uint64_t max);
  std::uint64_t number_or(std::string_view name, std::uint64_t max, std::uint64_t otherwise);
  bool boolean(std::string_view name);
  std::string text(std::string_view name);
  std::string text_or_empty(std::string_view name);
  std::uint64_t hex(std::string_view name);
  ObjectReader object(std::string_view name);
  /// The items of an array, at most `max` of them; none if it is not one.
  const boost::json::array& array(std::string_view name, std::size_t max);
  [[nodiscard]] std::string path_of(std::string_view name) const;
  void problem(std::string_view name, std::string_view what);
  void finish();

 private:
  const boost::json::value* member(std::string_view name);

  const boost::json::object* object_;
  std::string path_;
  Problems& problems_;
  std::vector<std::string_view> asked_;
};

}  // namespace oncelab::cases
