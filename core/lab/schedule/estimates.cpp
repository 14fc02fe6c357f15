#include <oncelab/core/lab/schedule/estimates.hpp>

#include <array>

#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

namespace {

constexpr std::size_t items_max = 10'000'000;

Tally::Thread& thread_of(Tally& tally, std::uint64_t identity, std::uint64_t parent) {
  const auto known = std::ranges::find(tally.threads, identity, &Tally::Thread::identity);
  return known != tally.threads.end() ? *known
                                      : tally.threads.emplace_back(identity, parent, 0U, 0U);
}

}  // namespace

void observe_length(const runtime::RunTrace& trace, Tally& tally) {
  tally.longest = std::max(tally.longest, static_cast<std::uint32_t>(trace.steps.size()));
}

void observe_threads(const runtime::RunTrace& trace, Tally& tally) {
  std::array<std::uint64_t, runtime::threads_max> steps{};
  for (const runtime::Step& s : trace.steps) {
    ++steps[s.thread];
  }
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    const runtime::ThreadInfo& info = trace.threads[t];
    const std::uint64_t parent =
        info.parent < 0 ? 0 : trace.threads[static_cast<std::size_t>(info.parent)].identity;
    Tally::Thread& sum = thread_of(tally, info.identity, parent);
    sum.steps += steps[t];
    ++sum.runs;
  }
}

void Tally::add(const Tally& later) {
  longest = std::max(longest, later.longest);
  for (const Thread& t : later.threads) {
    Thread& sum = thread_of(*this, t.identity, t.parent);
    sum.steps += t.steps;
    sum.runs += t.runs;
  }
  trace_classes.insert(trace_classes.end(), later.trace_classes.begin(), later.trace_classes.end());
}

void Tally::exchange(Archive& archive) {
  archive.number(longest, 0xFFFF'FFFF);
  archive.list(threads, items_max, [&](Thread& t) {
    archive.number(t.identity);
    archive.number(t.parent);
    archive.number(t.steps);
    archive.number(t.runs);
  });
  archive.list(trace_classes, items_max, [&](std::uint64_t& hash) { archive.number(hash); });
}

void Estimates::learn(const Tally& round) {
  longest_ = std::max(longest_, round.longest);
  threads_.clear();
  for (const Tally::Thread& t : round.threads) {
    threads_.push_back({t.identity, t.parent, t.steps * scale / t.runs});
  }
}

void Estimates::exchange(Archive& archive) {
  archive.number(longest_, 0xFFFF'FFFF);
  archive.list(threads_, items_max, [&](ThreadSteps& t) {
    archive.number(t.identity);
    archive.number(t.parent);
    archive.number(t.steps);
  });
  archive.number(favourite);
}

}  // namespace oncelab::schedule
