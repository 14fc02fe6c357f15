#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/stress/threads/duplicate_rate.hpp>

namespace oncelab::stress {

namespace {

constexpr double missed = 0.05;  // the probability that the interval does not cover the rate

}  // namespace

RateBound bound_of_rate(std::uint64_t duplicated, std::uint64_t rounds) {
  ONCELAB_ASSERT(rounds > 0 && duplicated <= rounds);
  const bool is_one_sided = duplicated == 0 || duplicated == rounds;
  const double missed_on_a_side = is_one_sided ? missed : missed / 2;
  using Binomial = boost::math::binomial_distribution<>;
  const auto trials = static_cast<double>(rounds);
  const auto successes = static_cast<double>(duplicated);
  // Boost answers with 0 and 1 where there is nothing to bound.
  return {Binomial::find_lower_bound_on_p(trials, successes, missed_on_a_side),
          Binomial::find_upper_bound_on_p(trials, successes, missed_on_a_side)};
}

std::uint64_t rounds_to_see_one(double rate) {
  ONCELAB_ASSERT(rate > 0 && rate <= 1);
  return rate < 1 ? static_cast<std::uint64_t>(std::ceil(std::log(missed) / std::log1p(-rate))) : 1;
}

}  // namespace oncelab::stress
