// Violation: what is done with a run that failed: stored, minimised, stored again, repeated for the
// explanation, printed. For core/lab/cli and what is built on it.
//
// Promises: the case is on disk before anything is run again. If minimising or repeating goes wrong
// (the code under test is not deterministic), the case as found is kept and a note says so.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <oncelab/core/lab/cli/campaign.hpp>
#include <oncelab/core/lab/report/case_table.hpp>

namespace oncelab::cli {

struct Violation {
  cases::Subject subject;                     // with the minimised program
  schedule::Found found;                      // minimised
  std::optional<std::filesystem::path> file;  // none: it could not be stored
  std::uint32_t exhausted_below = 0;          // no schedule of it with fewer preemptions fails
  std::string minimality;                     // one line
  report::CaseTable table;                    // the failing run
  std::string text;                           // the same in columns, ending with the replay command
  std::string place;                          // "file:line" that the failure is pinned to, or empty
};

[[nodiscard]] Violation handle(Session& session, Campaign& campaign,
                               const std::filesystem::path& corpus);

/// Runs a failing schedule once more and prints it as columns.
struct FailureToPrint {
  const cases::Subject& subject;
  const schedule::Found& found;
  std::string replay_command;
};
struct PrintedFailure {
  report::CaseTable table;
  std::string text;
  std::string place;
};
[[nodiscard]] PrintedFailure print_failure(Session& session, const FailureToPrint& failure);

/// "case: FILE", "minimised: ..." and the counterexample.
[[nodiscard]] std::string text_of(const Violation& violation);

/// {clients, operations, operations_per_client, preemptions, crashes, file, ...}
[[nodiscard]] boost::json::value case_value(const Violation& violation);

/// The command that replays a file, to be pasted into a shell.
[[nodiscard]] std::string replay_command(const Session& session, const std::filesystem::path& file);

}  // namespace oncelab::cli
