#include <oncelab/core/lab/schedule/sampler.hpp>

#include <bit>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::schedule {

bool Sampler::begin_run() {
  begin_schedule(shard_.number(next_), estimates_);
  return true;
}

void Sampler::begin_schedule(std::uint64_t number, const Estimates& estimates) {
  prng_ = source_.split(number);
  world_prng_ = prng_;
  is_planned_ = false;
  draw(number, estimates);
}

bool Sampler::end_run(const runtime::RunTrace& trace, const runtime::Outcome&) {
  observe(trace, tally_);
  if (has_world_) {
    observe_length(trace, tally_);
  }
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

WorldPlan& Sampler::plan() {
  if (!is_planned_) {
    constexpr std::uint64_t what_happens = 0x776F726C64;
    world_.begin(world_prng_.split(what_happens));
    is_planned_ = true;
  }
  return world_;
}

unsigned Sampler::choose_with_world(const runtime::DecisionView& view) {
  has_world_ = true;
  if (const int now = plan().choose(view, estimates_.longest()); now >= 0) {
    return static_cast<unsigned>(now);
  }
  runtime::DecisionView program = view;
  program.options &= ~view.by_world;
  program.by_world = 0;
  return std::has_single_bit(program.options)
             ? static_cast<unsigned>(std::countr_zero(program.options))
             : choose_thread(program);
}

unsigned Sampler::choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                               unsigned options) {
  if (kind == runtime::OpKind::fault_point) {
    return plan().fault(view, options);
  }
  return static_cast<unsigned>(prng_.below(options));
}

void Sampler::observe(const runtime::RunTrace&, Tally&) const {}
void Sampler::draw(std::uint64_t, const Estimates&) {}
void Sampler::learn(std::uint64_t, const Tally&, Estimates&) {}

}  // namespace oncelab::schedule
