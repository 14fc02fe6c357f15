#include <oncelab/core/lab/history/edn.hpp>

#include <utility>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/whole_integer.hpp>

namespace oncelab::history {

namespace {

constexpr std::string_view blanks = " \t\r\f,";
constexpr std::string_view ends_of_words = " \t\r\f,()[]{}\";";

EdnForm of_text(EdnForm::Kind kind, std::string_view text) {
  EdnForm form;
  form.kind = kind;
  form.text = text;
  return form;
}

EdnForm of_number(EdnForm::Kind kind, std::int64_t number) {
  EdnForm form;
  form.kind = kind;
  form.number = number;
  return form;
}

}  // namespace

const EdnForm* EdnForm::find(std::string_view keyword) const {
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].kind == Kind::keyword && items[i].text == keyword) {
      return &items[i + 1];
    }
  }
  return nullptr;
}

Result<bool> EdnReader::skip(std::size_t depth) {
  for (;;) {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
    if (at_ == text_.size() || text_[at_] == ';') {
      const auto line = lines_.next();
      if (!line) {
        return line.error();
      }
      text_ = *line ? **line : std::string_view();
      at_ = 0;
      if (!*line) {
        return false;
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

Result<EdnForm> EdnReader::form(std::size_t depth) {
  if (depth == 0) {
    items_ = 0;
  }
  if (depth > depth_max_) {
    return error("nested deeper than " + std::to_string(depth_max_) + " forms");
  }
  if (++items_ > items_max_) {
    return error("one form has more than " + std::to_string(items_max_) + " parts");
  }
  const auto more = skip(depth);
  if (!more) {
    return more.error();
  }
  if (!*more) {
    return error("the input ends where a value should be");
  }
  switch (peek()) {
    case '[':
      return list(depth, ']');
    case '(':
      return list(depth, ')');
    case '{': {
      auto map = list(depth, '}');
      if (map) {
        map->kind = EdnForm::Kind::map;
        if (map->items.size() % 2 != 0) {
          return error("a map has a key without a value");
        }
      }
      return map;
    }
    case '"':
      return text();
    case '#':
      take();
      if (text_.substr(at_, 1) == "{") {
        return list(depth, '}');
      }
      if (word().empty()) {
        return error("a tag without a name");
      }
      return form(depth + 1);
    default:
      return atom();
  }
}

Result<EdnForm> EdnReader::list(std::size_t depth, char end) {
  const std::uint64_t opened = lines_.line_number();
  take();
  EdnForm form;
  form.kind = EdnForm::Kind::list;
  for (;;) {
    const auto more = skip(depth);
    if (!more) {
      return more.error();
    }
    if (!*more) {
      return error("the input ends inside of what was opened in line " + std::to_string(opened));
    }
    if (peek() == end) {
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

Result<EdnForm> EdnReader::text() {
  take();
  EdnForm form = of_text(EdnForm::Kind::text, "");
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') {
      take();
      return form;
    }
    if (text_[at_] != '\\') {
      form.text += text_[at_];
      continue;
    }
    ++at_;
    constexpr std::string_view escapes = "\"\\ntrbf";
    constexpr std::string_view meanings = "\"\\\n\t\r\b\f";
    const std::size_t which =
        at_ < text_.size() ? escapes.find(text_[at_]) : std::string_view::npos;
    if (which == std::string_view::npos) {
      return error("an escape that is not one of \\\" \\\\ \\n \\t \\r \\b \\f");
    }
    form.text += meanings[which];
  }
  return error("a text does not end in its line");
}

std::string_view EdnReader::word() {
  const std::size_t end = std::min(text_.find_first_of(ends_of_words, at_), text_.size());
  const std::string_view word = text_.substr(at_, end - at_);
  at_ = end;
  return word;
}

Result<EdnForm> EdnReader::atom() {
  const std::size_t begin = at_;
  const std::string_view found = word();
  if (found.empty() || found == ":") {
    at_ = begin;
    return error("not a value: " + printable(text_.substr(begin, 1)));
  }
  if (found.front() == ':') {
    return of_text(EdnForm::Kind::keyword, found.substr(1));
  }
  if (found == "nil") {
    return EdnForm();
  }
  if (found == "true" || found == "false") {
    return of_number(EdnForm::Kind::boolean, found == "true" ? 1 : 0);
  }
  std::string_view digits = found;
  if (digits.front() == '+') {
    digits.remove_prefix(1);
  }
  if (digits.size() > 1 && digits.back() == 'N') {
    digits.remove_suffix(1);
  }
  if (const auto number = whole_integer(digits)) {
    return of_number(EdnForm::Kind::integer, *number);
  }
  return of_text(EdnForm::Kind::word, found);
}

}  // namespace oncelab::history
