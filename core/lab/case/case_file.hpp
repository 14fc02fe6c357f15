// CaseFile: a stored counterexample. FORMAT.md specifies the file; this is its content in memory.
//
// Promises: to_text() and parse() are inverse; the same content gives the same bytes on every
// machine. parse() is strict: whatever the bytes are, the answer is a case within the limits below
// or an error of one line that names the file and the line or the JSON path; an unknown version, an
// unknown member and a member given twice are errors. A case file is data: nothing in it is ever
// used as a path or a command.
//
// Does not promise: that the case fits a scenario of this program (replay.hpp asks that).
// Threads: values only. Cost: linear in the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/report/described_step.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::cases {

inline constexpr unsigned format_version = 1;

/// Checked on reading; nothing larger is written.
struct Limits {
  std::size_t bytes_max = std::size_t{16} << 20U;
  std::size_t depth_max = 16;
  std::size_t text_bytes_max = 4096;  // of one name, key, input or message
  std::size_t steps_max = 100'000;
  std::size_t deviations_max = 100'000;
};

struct CaseFile {
  std::string tool_version;
  std::string scenario;
  std::string variant;
  std::string profile;  // empty: the scenario has none
  scenario::Program program;
  schedule::Bound bound;  // that the failing schedule lies within
  schedule::Schedule schedule;
  scenario::Failure failure;
  bool minimal = false;  // no schedule of this program with fewer preemptions fails: exhausted
  std::string compiler;  // only if plain accesses are steps: such steps depend on it
  std::vector<runtime::ThreadInfo> threads;  // of these: parent, client, process
  std::vector<report::DescribedStep> steps;
  std::uint64_t trace_hash = 0;
  std::uint64_t history_hash = 0;
};

[[nodiscard]] std::string to_text(const CaseFile& content);
/// `file` is what errors call the input.
[[nodiscard]] Result<CaseFile> parse(std::string_view text, std::string_view file,
                                     const Limits& limits = {});

/// The first 16 hexadecimal digits of the text's SHA-256, and ".json".
[[nodiscard]] std::string file_name(std::string_view text);

/// Options of a run within the case's bound.
[[nodiscard]] runtime::RunOptions run_options(const schedule::Bound& bound);

/// The words that case files have for kinds of steps: never changed, unlike the texts for people.
[[nodiscard]] std::string_view word_of(runtime::OpKind kind);
[[nodiscard]] std::optional<runtime::OpKind> kind_of(std::string_view word);
[[nodiscard]] std::string_view word_of(runtime::ThreadRole role);
[[nodiscard]] std::optional<runtime::ThreadRole> role_of(std::string_view word);

}  // namespace oncelab::cases
