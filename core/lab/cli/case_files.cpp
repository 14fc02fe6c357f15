#include <oncelab/core/lab/cli/case_files.hpp>

#include <system_error>
#include <utility>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;

Result<std::vector<std::string>> case_files(Session& session, std::string_view verb,
                                            const AskedCases& asked) {
  if (!asked.files.empty() && asked.corpus) {
    return make_error(ErrorKind::usage, std::string(verb) +
                                            ": FILE and --corpus exclude each other: without FILE "
                                            "it is all of the corpus");
  }
  if (!asked.files.empty()) {
    return asked.files;
  }
  const fs::path directory = asked.corpus.value_or(cases::default_corpus);
  std::error_code ignored;
  if (!asked.corpus && !fs::exists(directory, ignored)) {
    return std::vector<std::string>();
  }
  auto listed = cases::list_corpus(directory);
  if (!listed) {
    return listed.error();
  }
  for (const std::string& note : listed->notes) {
    session.note(note);
  }
  return std::vector<std::string>(listed->files.begin(), listed->files.end());
}

std::vector<LoadedCase> load_cases(const std::vector<std::string>& files) {
  std::vector<LoadedCase> loaded;
  for (const std::string& file : files) {
    loaded.push_back({file, cases::load(file)});
  }
  return loaded;
}

ExitCode no_case(Session& session, std::string_view verb,
                 const std::optional<std::string>& corpus) {
  session.note(std::string(verb) + ": nothing ran: no case in " +
               report::shown(corpus.value_or(cases::default_corpus)));
  return ExitCode::nothing_ran;
}

}  // namespace oncelab::cli
