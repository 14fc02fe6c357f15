// The case files that a verb is to look at: those given, or all of the corpus. Internal to
// core/lab/cli.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/case/case_file.hpp>
#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {

/// What was asked for: files, or a corpus, or neither.
struct AskedCases {
  const std::vector<std::string>& files;
  const std::optional<std::string>& corpus;
};

/// None given: all of the corpus, by name; what is ignored there is a note. A corpus that nobody
/// named may be missing.
[[nodiscard]] Result<std::vector<std::string>> case_files(Session& session, std::string_view verb,
                                                          const AskedCases& asked);

struct LoadedCase {
  std::filesystem::path file;
  Result<cases::CaseFile> content;
};
/// Reads all of them. Before there is an Interrupt: a signal ends waiting for a pipe.
[[nodiscard]] std::vector<LoadedCase> load_cases(const std::vector<std::string>& files);

/// "replay: nothing ran: no case in oncelab-cases", and the exit code.
[[nodiscard]] ExitCode no_case(Session& session, std::string_view verb,
                               const std::optional<std::string>& corpus);

}  // namespace oncelab::cli
