// What a number of duplicates in a number of rounds says about the rate behind them.
//
// Promises: an interval that covers the true rate with a probability of at least 95 %, if rounds
// are independent and alike. Where some rounds, but not all, had a duplicate, it is the two-sided
// interval of Clopper and Pearson. Where none had one, only an upper bound makes sense, and it is
// the rate that would have stayed unseen in 1 of 20 such runs: 1 - 0.05^(1/rounds), which is about
// 3/rounds ("rule of three"); where all had one, the lower bound mirrors it.
// Does not promise: that rounds are independent and alike. A busy machine, or another one, has
// another rate.
// Threads: pure functions.
// Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934).
#pragma once

#include <cstdint>

namespace oncelab::stress {

struct RateBound {
  double lower = 0;
  double upper = 1;
};

/// `rounds` is at least 1, `duplicated` at most `rounds`.
[[nodiscard]] RateBound bound_of_rate(std::uint64_t duplicated, std::uint64_t rounds);

/// How many rounds it takes to see a duplicate with a probability of 95 %; `rate` is above 0 and at
/// most 1.
[[nodiscard]] std::uint64_t rounds_to_see_one(double rate);

}  // namespace oncelab::stress
