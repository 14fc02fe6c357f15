// Files that are part of the program: made from text files of the source tree when it is built.
// Threads: pure functions over data that never changes.
#pragma once

#include <span>
#include <string_view>

namespace oncelab::report {

struct EmbeddedFile {
  std::string_view name;  // without folder and ending
  std::string_view text;
};

/// The JSON Schemas (draft 2020-12) of what verbs write with --json, by verb, and of case files.
[[nodiscard]] std::span<const EmbeddedFile> schema_files();

/// What HTML pages hold (page/dist): the style, then the script.
[[nodiscard]] std::span<const EmbeddedFile> page_files();

}  // namespace oncelab::report
