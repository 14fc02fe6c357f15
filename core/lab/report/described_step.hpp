// DescribedStep: one step of a run in words that mean the same on every machine.
//
// Objects are numbered from 1 in order of first appearance in the run (the same numbering that the
// trace hash uses), threads as in the trace. `at` is the user's line, for people only: it is never
// compared. Plain data: what counterexamples are printed from and what case files hold.
//
// Promises: describe() keeps every step of the trace, in order. No errors. Cost: one look-up of the
// symbolizer per step. Threads: values, plus one symbolizer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/report/symbolize.hpp>
#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::report {

struct DescribedStep {
  std::uint32_t thread = 0;
  runtime::OpKind kind = runtime::OpKind::none;
  std::uint16_t flags = 0;   // of runtime::StepFlag
  std::uint32_t object = 0;  // number by first appearance; 0: none
  std::uint32_t second = 0;
  std::uint32_t operation = 0;  // index into the client's program + 1; 0: outside any operation
  std::uint32_t process = 0;
  int joins = -1;  // thread_join: the thread waited for
  runtime::FaultKind fault = runtime::FaultKind::none;
  std::uint64_t moved_ns = 0;   // clock_step: by how much
  runtime::CrashLosses losses;  // crash: of changes that were not synced
  std::string at;               // "file:line", or empty

  [[nodiscard]] bool has(runtime::StepFlag flag) const { return (flags & flag) != 0; }
};

/// The stacks of runtime::step_stacks(), or none: the step's caller alone is then looked up.
using Stacks = std::span<const std::vector<const void*>>;

[[nodiscard]] std::vector<DescribedStep> describe(const runtime::RunTrace& trace,
                                                  Symbolizer& symbolizer, Stacks stacks = {});

/// "client 0", "main" or "thread 3".
[[nodiscard]] std::string thread_label(std::span<const runtime::ThreadInfo> threads,
                                       std::uint32_t thread);

/// Short stable names of objects: "mutex #1", "atomic #2", numbered within their sort.
class ObjectNames {
 public:
  explicit ObjectNames(std::span<const DescribedStep> steps);
  [[nodiscard]] std::string_view name(std::uint32_t object) const;

 private:
  std::vector<std::string> names_;
};

/// "lock mutex #1", "try_lock mutex #2 (failed)", "wait condition #1 (mutex #1)".
[[nodiscard]] std::string step_text(const DescribedStep& step, const ObjectNames& names,
                                    std::span<const runtime::ThreadInfo> threads);

}  // namespace oncelab::report
