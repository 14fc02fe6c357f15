// Which part of the tree may include which: the house rule, checked from the source text.
//
// Promises: every #include line of every C or C++ file under core, models, properties and stress is
// judged. Objected to are: a project header that lies higher up than the file that includes it, a
// project header outside those four folders, an include in quotes (project headers are named from
// the root, <oncelab/core/...>), and a file in no part of the tree the rule knows.
// Does not promise: a preprocessor. Lines in comments, in raw strings and in branches that are not
// taken count like any other; includes of a macro are objected to, since they cannot be read.
// Threads: no shared state.
// Errors: a file that cannot be read and a tree without any source file are objections too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::meta {

struct Objection {
  std::string file;      // from the root of the tree, with '/'
  std::size_t line = 0;  // from 1; 0: the file as a whole
  std::string reason;

  friend bool operator==(const Objection&, const Objection&) = default;
};

/// Why `line` must not stand in `file`; nothing if it may, or is no #include line.
[[nodiscard]] std::optional<std::string> objection_to(std::string_view file, std::string_view line);

/// All objections below `root`, ordered by file and line.
[[nodiscard]] std::vector<Objection> find_objections(const std::filesystem::path& root);

}  // namespace oncelab::meta
