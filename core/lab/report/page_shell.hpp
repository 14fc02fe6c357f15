// html_page: one self-contained HTML file, for people, that opens without a network.
//
// Promises: everything is in the file: text, style, script, data. What the head says needs no
// JavaScript. A content security policy allows the file's own style and script, by their SHA-256,
// and nothing else: no other script, no request, no form, no inline style. Texts may hold whatever
// a scenario, a file name or a recorded history holds: they end up as text. Control characters,
// bytes that are not UTF-8 and characters that turn the direction of writing come out as U+FFFD.
//
// Does not promise: that the data's own texts are fit to be shown; put them through page_text().
//
// `data_json` is one JSON value whose member "kind" says how it is drawn: see page/README.md.
// Threads: pure functions. Cost: linear in the file. No errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::report {

struct PageHead {
  enum class Tone : std::uint8_t { held, violated, inconclusive, other };
  struct Line {
    std::string label;     // "Coverage"
    std::string text;      // one line
    bool is_code = false;  // a command: to be copied
  };
  struct Block {
    std::string title;  // "The failing order"
    std::string text;   // as it is: line ends and blanks count
  };

  std::string title;
  std::string verdict;  // a line: "violated: models/histories/…"
  Tone tone = Tone::other;
  std::vector<Line> lines;
  std::vector<Block> blocks;  // closed by the script once it has drawn something better
};

[[nodiscard]] std::string html_page(const PageHead& head, std::string_view data_json);

/// Foreign text as the page shows it (see above), cut with "..." after so many bytes (0: never).
[[nodiscard]] std::string page_text(std::string_view foreign, std::size_t bytes_max = 0);

}  // namespace oncelab::report
