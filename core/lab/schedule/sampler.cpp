#include <oncelab/core/lab/schedule/sampler.hpp>

namespace oncelab::schedule {

bool Sampler::begin_run() {
  begin_schedule(next_, estimates_);
  return true;
}

void Sampler::begin_schedule(std::uint64_t number, const Estimates& estimates) {
  prng_ = source_.split(number);
  draw(number, estimates);
}

bool Sampler::end_run(const runtime::RunTrace& trace, const runtime::Outcome&) {
  observe(trace, round_.emplace_back());
  ++next_;
  if (ends_round(next_)) {
    learn(next_ - round_.size(), round_);
    estimates_.learn(round_);
    round_.clear();
  }
  return true;
}

unsigned Sampler::choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned options) {
  return static_cast<unsigned>(prng_.below(options));
}

void Sampler::observe(const runtime::RunTrace&, Observation&) const {}
void Sampler::draw(std::uint64_t, const Estimates&) {}
void Sampler::learn(std::uint64_t, const std::vector<Observation>&) {}

}  // namespace oncelab::schedule
