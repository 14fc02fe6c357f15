#include <oncelab/core/lab/schedule/sampler.hpp>

#include <utility>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::schedule {

bool Sampler::begin_run() {
  begin_schedule(shard_.number(next_), estimates_);
  return true;
}

void Sampler::begin_schedule(std::uint64_t number, const Estimates& estimates) {
  prng_ = source_.split(number);
  draw(number, estimates);
}

bool Sampler::end_run(const runtime::RunTrace& trace, const runtime::Outcome&) {
  observe(trace, tally_);
  ++next_;
  if (learns_ && next_ == round_end(round_first_)) {
    end_round();
  }
  return true;
}

void Sampler::end_round() {
  learn(round_first_, tally_, estimates_);
  estimates_.learn(tally_);
  tally_ = {};
  round_first_ = next_;
}

void Sampler::begin_part(std::uint64_t first, Estimates estimates) {
  learns_ = false;
  next_ = first;
  estimates_ = std::move(estimates);
  tally_ = {};
}

Tally Sampler::end_part() { return std::exchange(tally_, {}); }

void Sampler::take_over(const Tally& tally, std::uint64_t schedules) {
  tally_.add(tally);
  next_ += schedules;
  ONCELAB_ASSERT(next_ <= round_end(round_first_));
  if (next_ == round_end(round_first_)) {
    end_round();
  }
}

unsigned Sampler::choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned options) {
  return static_cast<unsigned>(prng_.below(options));
}

void Sampler::observe(const runtime::RunTrace&, Tally&) const {}
void Sampler::draw(std::uint64_t, const Estimates&) {}
void Sampler::learn(std::uint64_t, const Tally&, Estimates&) {}

}  // namespace oncelab::schedule
