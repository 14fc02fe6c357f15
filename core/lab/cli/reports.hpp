// Reports: what a verb writes besides the text for people: --json, --junit, --html, and in GitHub
// Actions annotations and a step summary. Internal to core/lab/cli.
//
// Promises: everything is written at the end of the verb, each file whole or not at all; a file
// that was asked for and cannot be written is one line on standard error and changes the exit code
// to 64, unless that was graver; a step summary that cannot be written is a note. Annotations go to
// standard error (GitHub reads both streams), so that standard output carries results only.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <oncelab/core/lab/cli/outputs.hpp>
#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/report/judgement.hpp>

namespace oncelab::cli {

class Reports {
 public:
  /// --json and --junit.
  void declare(Flags& flags);
  /// --html, of a verb that makes a page.
  void declare_page(Flags& flags);
  /// An error if one of the files, or one of the inputs, would be replaced by another.
  [[nodiscard]] Result<void> check_files(const Session& session,
                                         const std::vector<std::string>& inputs = {},
                                         const std::vector<NamedFile>& more_outputs = {}) const;
  /// Where the text for people goes.
  [[nodiscard]] std::ostream& text_stream(Session& session) const;
  void add(report::Judgement judgement) { judgements_.push_back(std::move(judgement)); }
  [[nodiscard]] bool wants_page() const { return html_.has_value(); }
  void set_page(std::string page) { page_ = std::move(page); }

  struct Head {
    std::string verb;
    std::string suite_word = "scenario";  // what a judgement's suite and name are
    std::string name_word = "variant";
    std::optional<std::uint64_t> seed = std::nullopt;
  };
  /// Returns `code`, or that of a file which cannot be written.
  [[nodiscard]] ExitCode write(Session& session, const Head& head, const boost::json::value& value,
                               ExitCode code) const;

 private:
  [[nodiscard]] ExitCode write_junit(Session& session, const Head& head, ExitCode code) const;
  [[nodiscard]] ExitCode write_page(Session& session, ExitCode code) const;
  void tell_github(Session& session, const Head& head) const;

  std::optional<std::string> json_, junit_, html_;
  std::optional<std::string> page_;
  std::vector<report::Judgement> judgements_;
};

/// Of a verb that expects `held`.
[[nodiscard]] report::Judgement::Kind kind_of(check::Verdict verdict);

}  // namespace oncelab::cli
