#include <oncelab/core/lab/report/github.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/report/valid_text.hpp>

namespace oncelab::report {

namespace {

using Kind = Judgement::Kind;

/// As workflow commands want it: what ends a line, and in properties what ends a property.
std::string command_text(std::string_view foreign, std::string_view escaped) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (const char c : valid_text(foreign)) {
    if (escaped.find(c) == std::string_view::npos) {
      text += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      text += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return text;
}

std::string property(std::string_view name, std::string_view value) {
  return std::string(name) + "=" + command_text(value, "%\r\n:,");
}

/// "file=...,line=...,", or nothing if `place` is not "file:line".
std::string place_properties(std::string_view place) {
  const std::size_t colon = place.rfind(':');
  const std::string_view line = colon == std::string_view::npos ? "" : place.substr(colon + 1);
  if (colon == 0 || line.empty() ||
      line.find_first_not_of("0123456789") != std::string_view::npos) {
    return {};
  }
  return property("file", place.substr(0, colon)) + "," + property("line", line) + ",";
}

/// Of a table cell. Markdown's own characters are escaped, so that they show as they are.
std::string cell(std::string_view foreign) {
  constexpr std::string_view special = "\\`*_[]<>#|~&$@";
  std::string text;
  for (const char c : valid_text(foreign)) {
    if (c == '\n') {
      text += "<br>";
    } else if (special.find(c) != std::string_view::npos) {
      text += {'\\', c};
    } else {
      text += c == '\t' ? ' ' : c;
    }
  }
  return text;
}

/// Longer than any run of backticks inside.
std::string fenced(std::string_view foreign) {
  const std::string text = valid_text(foreign);
  std::size_t run = 0, longest = 2;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "text\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string count_text(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

/// Text up to a limit, with room for a last line kept free.
class Limited {
 public:
  explicit Limited(std::size_t bytes_max) : left_(bytes_max - std::min(bytes_max, reserve)) {}
  bool add(std::string_view part) {
    if (part.size() > left_) {
      return false;
    }
    text_ += part;
    left_ -= part.size();
    return true;
  }
  [[nodiscard]] std::string take(std::string_view last_line) {
    return std::move(text_.append(last_line));
  }

 private:
  static constexpr std::size_t reserve = 200;
  std::size_t left_;
  std::string text_;
};

std::string heading(const SummaryHead& head, std::span<const Judgement> judgements) {
  const auto count = [&](Kind kind) {
    return static_cast<std::size_t>(std::ranges::count(judgements, kind, &Judgement::kind));
  };
  std::string text = "## " + cell(head.title) + ": " + count_text(judgements.size(), "verdict");
  text += ", " + std::to_string(count(Kind::as_expected)) + " as expected";
  if (const auto other = count(Kind::other); other > 0) {
    text += ", **" + std::to_string(other) + " not**";
  }
  if (const auto undecided = count(Kind::undecided); undecided > 0) {
    text += ", **" + std::to_string(undecided) + " undecided**";
  }
  return text + "\n\n| " + cell(head.suite_word) + " | " + cell(head.name_word) +
         " | verdict | expected | coverage |\n| --- | --- | --- | --- | --- |\n";
}

std::string row(const Judgement& j) {
  const std::string mark = j.kind == Kind::as_expected || j.verdict.empty() ? "" : "**";
  return "| " + cell(j.suite) + " | " + cell(j.name) + " | " + mark + cell(j.verdict) + mark +
         " | " + cell(j.expected) + " | " + cell(j.coverage) + " |\n";
}

std::string block(const Judgement& j) {
  return "\n### " + cell(j.suite) + " " + cell(j.name) + ": " + cell(j.verdict) + ", expected " +
         cell(j.expected) + "\n\n" + fenced(j.text.empty() ? j.message : j.text);
}

}  // namespace

std::string annotations(std::span<const Judgement> judgements) {
  std::string text;
  std::size_t shown = 0, left_out = 0;
  for (const Judgement& j : judgements) {
    if (j.kind == Kind::as_expected) {
      continue;
    }
    if (shown == annotations_max) {
      ++left_out;
      continue;
    }
    ++shown;
    text += "::error " + place_properties(j.place) +
            property("title", j.suite + " " + j.name + ": " + j.verdict) +
            "::" + command_text(j.message, "%\r\n") + "\n";
  }
  if (left_out > 0) {
    text += "oncelab: " + count_text(left_out, "more annotation") + " left out: GitHub shows " +
            std::to_string(annotations_max) + " for each step\n";
  }
  return text;
}

std::string step_summary(const SummaryHead& head, std::span<const Judgement> judgements) {
  Limited text(head.bytes_max);
  if (!text.add(heading(head, judgements))) {
    return {};
  }
  std::size_t rows_left_out = 0, blocks_left_out = 0;
  for (const Judgement& j : judgements) {
    rows_left_out += text.add(row(j)) ? 0 : 1;
  }
  if (!head.footnote.empty()) {
    (void)text.add("\n" + cell(head.footnote) + "\n");
  }
  for (const Judgement& j : judgements) {
    if (j.kind != Kind::as_expected) {
      blocks_left_out += text.add(block(j)) ? 0 : 1;
    }
  }
  std::string left_out;
  if (rows_left_out > 0) {
    left_out += count_text(rows_left_out, "row");
  }
  if (blocks_left_out > 0) {
    left_out += (left_out.empty() ? "" : " and ") + count_text(blocks_left_out, "counterexample");
  }
  return text.take(left_out.empty() ? std::string()
                                    : "\nLeft out, for GitHub takes no more: " + left_out + ".\n");
}

}  // namespace oncelab::report
