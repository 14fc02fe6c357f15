// The files that fuzzing starts from, and those that it found: each obeys the law of reading, in
// its own format and in every other.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/fuzz/reading_law.hpp>
#include <oncelab/core/lab/history/read.hpp>

namespace oncelab::history {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> folders{"oncelab", "neutral", "edn", "set", "etcd", "gzip"};

std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(ONCELAB_CORPUS) / folder)) {
    std::ifstream input(entry.path(), std::ios::binary);
    files[entry.path().filename()] = {std::istreambuf_iterator<char>(input), {}};
  }
  return files;
}

Format format_of(const std::string& folder) { return *format_named(folder).value(); }

TEST(Corpus, obeys_the_law_of_reading_in_every_format) {
  for (const std::string& folder : folders) {
    for (const auto& [file, bytes] : files_of(folder)) {
      EXPECT_EQ(broken_law(bytes, std::nullopt), std::nullopt) << folder << "/" << file;
      for (const std::string& other : folders) {
        if (other != "gzip") {
          EXPECT_EQ(broken_law(bytes, format_of(other)), std::nullopt)
              << folder << "/" << file << " as " << other;
        }
      }
    }
  }
}

/// A file that is not what its folder says starts nothing; one named bad- is wrong, the others not.
TEST(Corpus, has_a_few_files_of_each_format_that_are_what_they_are_called) {
  constexpr std::size_t files_max = 8;
  for (const std::string& folder : folders) {
    const auto files = files_of(folder);
    EXPECT_GE(files.size(), 3U) << folder;
    EXPECT_LE(files.size(), files_max) << folder;
    for (const auto& [file, bytes] : files) {
      const auto read = read_text(bytes, file);
      EXPECT_EQ(read.has_value(), !file.starts_with("bad-"))
          << folder << "/" << file << (read ? "" : ": " + read.error().text);
      EXPECT_TRUE(!read || folder == "gzip" || read->format == format_of(folder)) << file;
    }
  }
}

}  // namespace
}  // namespace oncelab::history
