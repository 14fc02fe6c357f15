#include <oncelab/core/lab/case/corpus.hpp>

#include <algorithm>
#include <system_error>

#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cases {

namespace fs = std::filesystem;

namespace {
Error folder_error(const char* what, const fs::path& directory, const std::error_code& error) {
  return make_error(ErrorKind::bad_input, std::string(what) + " folder " +
                                              report::shown(directory) + ": " + error.message());
}
}  // namespace

Result<Corpus> list_corpus(const fs::path& directory) {
  Corpus corpus;
  std::error_code error;
  fs::directory_iterator entries(directory, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    std::error_code ignored;
    if (entries->path().extension() == ".json" && entries->is_regular_file(ignored)) {
      corpus.files.push_back(entries->path());
    } else {
      corpus.notes.push_back("ignored " + report::shown(entries->path()) + ": not a .json file");
    }
  }
  if (error) {
    return folder_error("cannot read", directory, error);
  }
  std::ranges::sort(corpus.files);
  std::ranges::sort(corpus.notes);
  return corpus;
}

Result<Stored> store(const fs::path& directory, const CaseFile& content) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    return folder_error("cannot make", directory, error);
  }
  const std::string text = to_text(content);
  const fs::path file = directory / file_name(text);
  if (const auto present = report::read_file(file, text.size()); present && *present == text) {
    return Stored{file, false};
  }
  if (auto written = report::write_file(file, text); !written) {
    return written.error();
  }
  return Stored{file, true};
}

Result<Stored> replace(const Stored& earlier, const CaseFile& content) {
  auto stored = store(earlier.file.parent_path(), content);
  if (stored && earlier.is_new && stored->file != earlier.file) {
    std::error_code ignored;
    fs::remove(earlier.file, ignored);
  }
  return stored;
}

Result<CaseFile> load(const fs::path& file) {
  auto text = report::read_file(file, Limits{}.bytes_max);
  if (!text) {
    return text.error();
  }
  return parse(*text, file.string());
}

}  // namespace oncelab::cases
