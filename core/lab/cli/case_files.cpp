#include <oncelab/core/lab/cli/case_files.hpp>

#include <system_error>
#include <utility>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;

Result<std::vector<fs::path>> case_files(Session& session, const std::vector<std::string>& given,
                                         const std::optional<std::string>& corpus) {
  if (!given.empty()) {
    return std::vector<fs::path>(given.begin(), given.end());
  }
  const fs::path directory = corpus.value_or(cases::default_corpus);
  std::error_code ignored;
  if (!corpus && !fs::exists(directory, ignored)) {
    return std::vector<fs::path>();
  }
  auto listed = cases::list_corpus(directory);
  if (!listed) {
    return listed.error();
  }
  for (const std::string& note : listed->notes) {
    session.note(note);
  }
  return std::move(listed->files);
}

ExitCode no_case(Session& session, std::string_view verb,
                 const std::optional<std::string>& corpus) {
  session.note(std::string(verb) + ": nothing ran: no case in " +
               report::shown(corpus.value_or(cases::default_corpus)));
  return ExitCode::nothing_ran;
}

}  // namespace oncelab::cli
