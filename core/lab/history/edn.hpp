// EDN: Clojure's data notation, as far as histories need it. Source: github.com/edn-format/edn.
//
// Promises: reads one form at a time, so a history is never held as forms; every form and every
// error has line and column; nesting and sizes are limited. Comments (;), discarded forms (#_) and
// commas are skipped; a tagged form is the form without its tag. A number that is no 64-bit
// integer, and a character, is a word, like a symbol. Does not promise: to refuse all that EDN
// refuses (duplicates in a set, say). Threads: none. Complexity: linear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/line_reader.hpp>

namespace oncelab::history {

struct EdnForm {
  enum class Kind : std::uint8_t { nil, boolean, integer, text, keyword, word, list, set, map };
  Kind kind = Kind::nil;
  std::int64_t number = 0;     // integer; boolean: 0 or 1
  std::string text;            // text, keyword (without its colon), word
  std::vector<EdnForm> items;  // list, set; map: keys and values in turn
  Place place;                 // of its first character

  /// Of a map, by keyword; null: it has none.
  [[nodiscard]] const EdnForm* find(std::string_view keyword) const;
};

struct EdnLimits {
  std::size_t depth_max = 64;
  std::size_t items_max = 1'000'000;                   // of one top-level form
  std::size_t text_bytes_max = std::size_t{1} << 20U;  // of one text
};

class EdnReader {
 public:
  EdnReader(LineReader& lines, const EdnLimits& limits) : lines_(lines), limits_(limits) {}

  /// Goes on to the next character that means something. False: the end.
  Result<bool> skip() { return skip(0); }
  /// The character that skip() found.
  [[nodiscard]] char peek() const { return text_[at_]; }
  [[nodiscard]] Place place() const { return ended_ ? lines_.end() : lines_.place(at_); }
  void take() { ++at_; }
  Result<EdnForm> form();
  [[nodiscard]] Error error(Place place, std::string_view what) const {
    return lines_.error(place, what);
  }

 private:
  Result<bool> skip(std::size_t depth);
  Result<bool> next_line();
  Result<EdnForm> form(std::size_t depth);
  Result<EdnForm> dispatch(std::size_t depth);
  Result<EdnForm> list(std::size_t depth, char end, EdnForm::Kind kind);
  Result<EdnForm> text();
  Result<void> escape(std::string& into);
  Result<char32_t> code_unit();
  Result<EdnForm> atom();
  [[nodiscard]] std::string_view word();
  [[nodiscard]] EdnForm begin(EdnForm::Kind kind) const;

  LineReader& lines_;
  EdnLimits limits_;
  std::size_t items_ = 0;
  std::string_view text_;  // of the current line
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace oncelab::history
