// What GitHub Actions shows of a run: annotations at the lines of the code, and a step summary.
//
// annotations(): workflow commands, one line each, for every verdict other than expected:
//   ::error file=core/stores/store.cpp,line=12,title=inbox atomic%3A violated::linearizability: ...
// GitHub shows ten for each step, so there are at most ten; a last line says how many are left out.
// step_summary(): Markdown: a table of all verdicts, then the counterexample of each that was not
// expected, in a code block that nothing in it can end. GitHub refuses a summary of more than 1
// MiB, so rows and counterexamples that do not fit are left out, and the last line says how many.
//
// Promises: whatever the texts hold, no line is a workflow command but those meant, and no text
// ends its table cell or code block. Threads: pure functions. Cost: linear. No errors.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <oncelab/core/lab/report/judgement.hpp>

namespace oncelab::report {

inline constexpr std::size_t annotations_max = 10;
inline constexpr std::size_t step_summary_bytes_max = std::size_t{1} << 20U;

[[nodiscard]] std::string annotations(std::span<const Judgement> judgements);

struct SummaryHead {
  std::string title;       // "oncelab check"
  std::string suite_word;  // heads the first column: "scenario"
  std::string name_word;   // heads the second: "variant"
  std::string footnote;    // below the table: "seed 1"; may be empty
  std::size_t bytes_max = step_summary_bytes_max;
};

/// At most bytes_max long; empty if that is too little for anything.
[[nodiscard]] std::string step_summary(const SummaryHead& head,
                                       std::span<const Judgement> judgements);

}  // namespace oncelab::report
