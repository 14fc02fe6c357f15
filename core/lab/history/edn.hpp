// EDN: Clojure's data notation, as far as histories need it. Source: github.com/edn-format/edn.
//
// Promises: reads one form at a time, so a history is never held as forms; errors name line and
// column; nesting and sizes are limited. Comments (;), discarded forms (#_) and commas are skipped;
// a tagged form is the form without its tag; sets are lists. A number that is no 64-bit integer is
// a word, like a symbol.
// Does not promise: to refuse all that EDN refuses (duplicate keys, say).
// Threads: none. Complexity: linear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/line_reader.hpp>

namespace oncelab::history {

struct EdnForm {
  enum class Kind : std::uint8_t { nil, boolean, integer, text, keyword, word, list, map };
  Kind kind = Kind::nil;
  std::int64_t number = 0;     // integer; boolean: 0 or 1
  std::string text;            // text, keyword (without its colon), word
  std::vector<EdnForm> items;  // list; map: keys and values in turn

  /// Of a map, by keyword; null: it has none.
  [[nodiscard]] const EdnForm* find(std::string_view keyword) const;
};

class EdnReader {
 public:
  EdnReader(LineReader& lines, std::size_t depth_max, std::size_t items_max)
      : lines_(lines), depth_max_(depth_max), items_max_(items_max) {}

  /// Goes on to the next character that means something. False: the end.
  Result<bool> skip() { return skip(0); }
  /// The character that skip() found.
  [[nodiscard]] char peek() const { return text_[at_]; }
  void take() { ++at_; }
  Result<EdnForm> form() { return form(0); }
  [[nodiscard]] Error error(std::string_view what) const { return lines_.error_at(at_ + 1, what); }

 private:
  Result<bool> skip(std::size_t depth);
  Result<EdnForm> form(std::size_t depth);
  Result<EdnForm> list(std::size_t depth, char end);
  Result<EdnForm> text();
  Result<EdnForm> atom();
  [[nodiscard]] std::string_view word();

  LineReader& lines_;
  std::size_t depth_max_;
  std::size_t items_max_;  // of one top-level form
  std::size_t items_ = 0;
  std::string_view text_;  // of the current line
  std::size_t at_ = 0;
};

}  // namespace oncelab::history
