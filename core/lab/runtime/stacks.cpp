#include <oncelab/core/lab/runtime/stacks.hpp>

#include <execinfo.h>
#include <map>
#include <utility>

#include <oncelab/core/lab/runtime/engine.hpp>

namespace oncelab::runtime {

namespace {
std::vector<std::vector<const void*>> steps;
std::map<std::pair<std::uintptr_t, unsigned>, std::vector<const void*>> accesses;
}  // namespace

const std::vector<std::vector<const void*>>& step_stacks() { return steps; }

namespace detail {

std::vector<const void*> capture_stack() {
  void* frames[64];
  const int n = backtrace(frames, 64);
  std::vector<const void*> program;
  for (int i = 0; i < n; ++i) {
    if (from_unit(frames[i])) {  // frames of the runtime and of libraries explain nothing
      program.push_back(frames[i]);
    }
  }
  return program;
}

void clear_stacks() {
  steps.clear();
  accesses.clear();
}

void note_no_stack() { steps.emplace_back(); }

void note_step_stack() { steps.push_back(capture_stack()); }

void note_access_stack(std::uintptr_t address) {
  accesses[{address & ~std::uintptr_t{7}, self()}] = capture_stack();
}

void attach_race_stacks(RaceReport& report) {
  const auto granule = reinterpret_cast<std::uintptr_t>(report.address) & ~std::uintptr_t{7};
  for (auto* side : {&report.first, &report.second}) {
    const auto found = accesses.find({granule, side->thread});
    if (found != accesses.end() && !found->second.empty()) {
      side->stack = found->second;
    }
  }
}

}  // namespace detail
}  // namespace oncelab::runtime
