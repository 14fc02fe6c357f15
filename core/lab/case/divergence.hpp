// Where a run left the path that a case recorded.
//
// Two steps are the same if thread, kind, objects (numbered by first appearance), process and marks
// are; source lines are not compared. Threads: values only. Cost: linear.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <oncelab/core/lab/report/described_step.hpp>

namespace oncelab::cases {

/// One side of the comparison.
struct Path {
  std::span<const report::DescribedStep> steps;
  std::span<const runtime::ThreadInfo> threads;
};

struct Divergence {
  std::size_t step = 0;
  std::string recorded;  // "client 1: lock mutex #1 at inbox.cpp:12", or "the end of the run"
  std::string now;
};

[[nodiscard]] std::optional<Divergence> first_divergence(const Path& recorded, const Path& now);

/// One line.
[[nodiscard]] std::string to_text(const Divergence& divergence);

}  // namespace oncelab::cases
