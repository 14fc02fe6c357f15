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

struct Stored {
  std::filesystem::path file;
  bool is_new = false;  // the corpus did not have this case
};

/// Makes the directory if need be.
[[nodiscard]] Result<Stored> store(const std::filesystem::path& directory, const CaseFile& content);

/// Stores `content`, then removes `earlier` if it was new and is another case.
[[nodiscard]] Result<Stored> replace(const Stored& earlier, const CaseFile& content);

[[nodiscard]] Result<CaseFile> load(const std::filesystem::path& file);

}  // namespace oncelab::cases
