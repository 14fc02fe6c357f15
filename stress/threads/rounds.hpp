// Rounds by luck: threads start together, and what they did is counted.
//
// Promises: `rounds` rounds, each begun anew by the subject and attempted once by every thread.
// Counted are the rounds in which the effect happened more than once, and those in which it did not
// happen at all; no round is left out.
// Does not promise: that a fault shows. Which interleavings come about is for the scheduler of the
// system and the load of the machine to say; `seconds` is real time, for rates, and never judged.
// Threads: starts `threads` of its own, and returns when they have ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <oncelab/stress/threads/subject.hpp>
#include <optional>

namespace oncelab::stress {

struct RoundOptions {
  std::uint64_t rounds = 200'000;  // at least 1
  unsigned threads = 2;            // at least 1
  // Each thread starts up to this long after the others, at random; the seed is fixed.
  std::chrono::nanoseconds spread{0};
};

struct RoundCount {
  std::uint64_t rounds = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t without_effect = 0;
  std::optional<std::uint64_t> first_duplicated;  // from 1
  double seconds = 0;
};

[[nodiscard]] RoundCount run_rounds(Subject& subject, const RoundOptions& options);

}  // namespace oncelab::stress
