#include <algorithm>
#include <chrono>
#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/stress/threads/rounds.hpp>
#include <oncelab/stress/threads/start_line.hpp>
#include <thread>
#include <vector>

namespace oncelab::stress {

namespace {

/// A line of the cache for each thread, so that counting does not order what is counted.
struct alignas(64) Mark {
  bool had_effect = false;
};

class Rounds {
 public:
  Rounds(Subject& subject, const RoundOptions& options)
      : subject_(subject),
        rounds_(options.rounds),
        delays_(static_cast<std::uint64_t>(options.spread.count()) + 1),
        line_(options.threads),
        marks_(options.threads) {
    subject_.begin_round();
  }

  /// What each thread does; the last attempt is followed by one more meeting, to be counted.
  void run(unsigned thread) {
    Prng random = Prng(Seed{1}).split(thread);
    for (std::uint64_t round = 0; round < rounds_; ++round) {
      const std::chrono::nanoseconds delay(random.below(delays_));
      line_.arrive_and_wait(
          [&] {
            if (round > 0) {
              count_round();
              subject_.begin_round();
            }
          },
          delay);
      marks_[thread].had_effect = subject_.attempt(thread);
    }
    line_.arrive_and_wait([this] { count_round(); });
  }

  [[nodiscard]] const RoundCount& count() const { return count_; }

 private:
  void count_round() {
    ++count_.rounds;
    const auto effects = std::ranges::count(marks_, true, &Mark::had_effect);
    if (effects == 0) {
      ++count_.without_effect;
    }
    if (effects > 1) {
      ++count_.duplicated;
      count_.first_duplicated = count_.first_duplicated.value_or(count_.rounds);
    }
  }

  Subject& subject_;
  std::uint64_t rounds_;
  std::uint64_t delays_;  // in nanoseconds, from 0 on
  StartLine line_;
  std::vector<Mark> marks_;
  RoundCount count_;
};

}  // namespace

RoundCount run_rounds(Subject& subject, const RoundOptions& options) {
  ONCELAB_ASSERT(options.rounds > 0 && options.threads > 0 && options.spread.count() >= 0);
  Rounds rounds(subject, options);
  const auto begun = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < options.threads; ++thread) {
    threads.emplace_back([&rounds, thread] { rounds.run(thread); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  RoundCount count = rounds.count();
  count.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return count;
}

}  // namespace oncelab::stress
