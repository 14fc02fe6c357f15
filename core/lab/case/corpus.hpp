// Corpus: a directory of case files.
//
// Promises: store() leaves either no file or the whole one, named by the hash of its contents, so
// storing the same case twice is one file. list_corpus() is sorted by name and leaves other files
// alone: they are named in a note. Nothing outside the directory is ever written or removed.
// Errors (bad_input): one line with the path. Threads and processes may share a directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/case/case_file.hpp>

namespace oncelab::cases {

inline constexpr const char* default_corpus = "oncelab-cases";

struct Corpus {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> notes;  // one line each, about what was ignored
};

[[nodiscard]] Result<Corpus> list_corpus(const std::filesystem::path& directory);

/// Makes the directory if need be. Returns the file's path.
[[nodiscard]] Result<std::filesystem::path> store(const std::filesystem::path& directory,
                                                  const CaseFile& content);

/// Stores `content`, then removes `earlier`, a file that store() wrote, unless it is the same one.
[[nodiscard]] Result<std::filesystem::path> replace(const std::filesystem::path& earlier,
                                                    const CaseFile& content);

[[nodiscard]] Result<CaseFile> load(const std::filesystem::path& file);

}  // namespace oncelab::cases
