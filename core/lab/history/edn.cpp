#include <oncelab/core/lab/history/edn.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/utf8.hpp>
#include <oncelab/core/lab/history/whole_integer.hpp>

namespace oncelab::history {

namespace {

constexpr std::string_view blanks = " \t\r\f,";
constexpr std::string_view ends_of_words = " \t\r\f,()[]{}\";";
constexpr std::string_view no_word_begins_with = "@^`~'";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

const EdnForm* EdnForm::find(std::string_view keyword) const {
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].kind == Kind::keyword && items[i].text == keyword) {
      return &items[i + 1];
    }
  }
  return nullptr;
}

EdnForm EdnReader::begin(EdnForm::Kind kind) const {
  EdnForm form;
  form.kind = kind;
  form.place = place();
  return form;
}

Result<bool> EdnReader::next_line() {
  const auto line = lines_.next();
  if (!line) {
    return line.error();
  }
  ended_ = !*line;
  text_ = *line ? **line : std::string_view();
  at_ = 0;
  return !ended_;
}

Result<bool> EdnReader::skip(std::size_t depth) {
  for (;;) {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
    if (at_ == text_.size() || text_[at_] == ';') {
      const auto more = next_line();
      if (!more || !*more) {
        return more;
      }
      continue;
    }
    if (text_.substr(at_, 2) != "#_") {
      return true;
    }
    at_ += 2;
    items_ = depth == 0 ? 0 : items_;
    if (const auto discarded = form(depth + 1); !discarded) {
      return discarded.error();
    }
  }
}

Result<EdnForm> EdnReader::form() {
  items_ = 0;
  return form(0);
}

Result<EdnForm> EdnReader::form(std::size_t depth) {
  if (depth > limits_.depth_max) {
    return error(place(), "nested deeper than " + std::to_string(limits_.depth_max) + " forms");
  }
  const auto more = skip(depth);
  if (!more) {
    return more.error();
  }
  if (!*more) {
    return error(place(), "the input ends where a value should be");
  }
  if (++items_ > limits_.items_max) {
    return error(place(), "one form has more than " + std::to_string(limits_.items_max) + " parts");
  }
  switch (peek()) {
    case '[':
      return list(depth, ']', EdnForm::Kind::list);
    case '(':
      return list(depth, ')', EdnForm::Kind::list);
    case '{':
      return list(depth, '}', EdnForm::Kind::map);
    case '"':
      return text();
    case '#':
      return dispatch(depth);
    default:
      return atom();
  }
}

/// #{a set}, ##Inf, #a/tag and what it is for.
Result<EdnForm> EdnReader::dispatch(std::size_t depth) {
  const Place begin = place();
  take();
  const char next = at_ < text_.size() ? peek() : ' ';
  if (next == '{') {
    auto set = list(depth, '}', EdnForm::Kind::set);
    if (set) {
      set->place = begin;
    }
    return set;
  }
  if (next == '#') {
    --at_;
    return atom();
  }
  if (!is_letter(next)) {
    return error(begin, "not a value: # begins a set, #{, or a tag, which begins with a letter");
  }
  (void)word();
  return form(depth + 1);
}

Result<EdnForm> EdnReader::list(std::size_t depth, char end, EdnForm::Kind kind) {
  EdnForm form = begin(kind);
  take();
  for (;;) {
    const auto more = skip(depth);
    if (!more) {
      return more.error();
    }
    if (!*more) {
      return error(place(), "the input ends inside of what was opened in line " +
                                std::to_string(form.place.line));
    }
    if (peek() == end) {
      if (kind == EdnForm::Kind::map && form.items.size() % 2 != 0) {
        return error(form.items.back().place, "a map has a key without a value");
      }
      take();
      return form;
    }
    auto item = this->form(depth + 1);
    if (!item) {
      return item.error();
    }
    form.items.push_back(std::move(*item));
  }
}

/// May go on for several lines.
Result<EdnForm> EdnReader::text() {
  EdnForm form = begin(EdnForm::Kind::text);
  take();
  for (;;) {
    const std::size_t end = std::min(text_.find_first_of("\"\\", at_), text_.size());
    form.text += text_.substr(at_, end - at_);
    at_ = end;
    if (form.text.size() > limits_.text_bytes_max) {
      return error(form.place, "a text is longer than " + std::to_string(limits_.text_bytes_max) +
                                   " bytes; does its end lack a quote?");
    }
    if (at_ == text_.size()) {
      const auto more = next_line();
      if (!more) {
        return more.error();
      }
      if (!*more) {
        return error(form.place, "a text that does not end");
      }
      form.text += '\n';
    } else if (peek() == '"') {
      take();
      return form;
    } else if (auto done = escape(form.text); !done) {
      return done.error();
    }
  }
}

Result<void> EdnReader::escape(std::string& into) {
  const Place begin = place();
  take();
  constexpr std::string_view escapes = "\"\\ntrbf";
  constexpr std::string_view meanings = "\"\\\n\t\r\b\f";
  const char next = at_ < text_.size() ? peek() : ' ';
  if (const std::size_t which = escapes.find(next); which != std::string_view::npos) {
    take();
    into += meanings[which];
    return {};
  }
  if (next != 'u') {
    return error(begin, "an escape that is not one of \\\" \\\\ \\n \\t \\r \\b \\f \\u0000");
  }
  const auto unit = code_unit();
  if (!unit) {
    return unit.error();
  }
  char32_t code_point = *unit;
  if (code_point >= 0xD800 && code_point < 0xDC00 && text_.substr(at_, 2) == "\\u") {
    take();
    const auto second = code_unit();
    if (!second) {
      return second.error();
    }
    code_point = *second >= 0xDC00 && *second < 0xE000
                     ? 0x10000 + ((code_point - 0xD800) << 10U) + (*second - 0xDC00)
                     : char32_t{0xD800};
  }
  if (code_point >= 0xD800 && code_point < 0xE000) {
    return error(begin, "an escape of half a character: \\u with a surrogate that has no other");
  }
  append_utf8(into, code_point);
  return {};
}

/// uXXXX, after the backslash.
Result<char32_t> EdnReader::code_unit() {
  const Place begin = place();
  constexpr std::string_view digits = "0123456789abcdefABCDEF";
  const std::string_view hex = text_.substr(at_ + 1, 4);
  if (hex.size() < 4 || hex.find_first_not_of(digits) != std::string_view::npos) {
    return error(begin, "\\u is followed by four hexadecimal digits");
  }
  char32_t unit = 0;
  for (const char c : hex) {
    const std::size_t digit = digits.find(c);
    unit = unit * 16 + static_cast<char32_t>(digit < 16 ? digit : digit - 6);
  }
  at_ += 5;
  return unit;
}

std::string_view EdnReader::word() {
  const std::size_t end = std::min(text_.find_first_of(ends_of_words, at_), text_.size());
  const std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  return word;
}

Result<EdnForm> EdnReader::atom() {
  EdnForm form = begin(EdnForm::Kind::word);
  const std::size_t begin = at_;
  if (peek() == '\\' && at_ + 1 < text_.size()) {  // a character, of whatever words end with
    at_ += 1 + utf8_length(text_.substr(at_ + 1));
    (void)word();
    form.text = text_.substr(begin, at_ - begin);
    return form;
  }
  const std::string_view found = word();
  if (found == ":") {
    return error(form.place, "not a value: a colon without a name; JSON is another format");
  }
  if (found.empty() || found == "\\" ||
      no_word_begins_with.find(found.front()) != std::string_view::npos) {
    return error(form.place, "not a value: " + printable(text_.substr(
                                                   begin, std::max(found.size(), std::size_t{1}))));
  }
  if (found.front() == ':') {
    form.kind = EdnForm::Kind::keyword;
    form.text = found.substr(1);
    return form;
  }
  if (found == "nil") {
    form.kind = EdnForm::Kind::nil;
    return form;
  }
  if (found == "true" || found == "false") {
    form.kind = EdnForm::Kind::boolean;
    form.number = found == "true" ? 1 : 0;
    return form;
  }
  std::string_view digits = found;
  if (digits.front() == '+' && digits.substr(1, 1) != "-") {
    digits.remove_prefix(1);
  }
  if (digits.size() > 1 && digits.back() == 'N') {
    digits.remove_suffix(1);
  }
  if (const auto number = whole_integer(digits)) {
    form.kind = EdnForm::Kind::integer;
    form.number = *number;
    return form;
  }
  form.text = found;
  return form;
}

}  // namespace oncelab::history
