#include <oncelab/core/lab/schedule/estimates.hpp>

#include <algorithm>

namespace oncelab::schedule {

void observe_length(const runtime::RunTrace& trace, Observation& seen) {
  seen.steps = static_cast<std::uint32_t>(trace.steps.size());
}

void observe_threads(const runtime::RunTrace& trace, Observation& seen) {
  seen.threads.clear();
  for (const runtime::ThreadInfo& t : trace.threads) {
    const std::uint64_t parent =
        t.parent < 0 ? 0 : trace.threads[static_cast<std::size_t>(t.parent)].identity;
    seen.threads.push_back({t.identity, parent, 0});
  }
  for (const runtime::Step& s : trace.steps) {
    ++seen.threads[s.thread].steps;
  }
}

void Estimates::learn(const std::vector<Observation>& round) {
  std::vector<ThreadSteps> sums;
  std::vector<std::uint64_t> runs;
  for (const Observation& seen : round) {
    longest_ = std::max(longest_, seen.steps);
    for (const ThreadSteps& t : seen.threads) {
      const auto known = std::ranges::find(sums, t.identity, &ThreadSteps::identity);
      const auto at = static_cast<std::size_t>(known - sums.begin());
      if (known == sums.end()) {
        sums.push_back(t);
        runs.push_back(1);
      } else {
        known->steps += t.steps;
        ++runs[at];
      }
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i].steps = sums[i].steps * scale / runs[i];
  }
  threads_ = std::move(sums);
}

}  // namespace oncelab::schedule
