// The case files that a verb is to look at: those given, or all of the corpus. Internal to
// core/lab/cli.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {

/// None given: all of the corpus, by name; what is ignored there is a note. A corpus that nobody
/// named may be missing.
[[nodiscard]] Result<std::vector<std::filesystem::path>> case_files(
    Session& session, const std::vector<std::string>& given,
    const std::optional<std::string>& corpus);

/// "replay: nothing ran: no case in oncelab-cases", and the exit code.
[[nodiscard]] ExitCode no_case(Session& session, std::string_view verb,
                               const std::optional<std::string>& corpus);

}  // namespace oncelab::cli
