// Writing a history as the lab's own JSON lines (FORMAT.md part 1).
//
// Promises: read_text(to_json_lines(h)) gives a history with the same events, operations, texts and
// client names; the same history gives the same bytes on every machine. Texts are written as UTF-8;
// bytes that are not UTF-8 come out as U+FFFD, which is the one thing that is not kept.
#pragma once

#include <iosfwd>
#include <string>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

/// Whether the stream took it all is for the caller to ask the stream.
void write_json_lines(const History& history, std::ostream& output);
[[nodiscard]] std::string to_json_lines(const History& history);

}  // namespace oncelab::history
