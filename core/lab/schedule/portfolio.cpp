#include <oncelab/core/lab/schedule/portfolio.hpp>

#include <oncelab/core/lab/schedule/pct.hpp>
#include <oncelab/core/lab/schedule/pos.hpp>
#include <oncelab/core/lab/schedule/random.hpp>
#include <oncelab/core/lab/schedule/trace_class.hpp>
#include <oncelab/core/lab/schedule/urw.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::array<std::string_view, Portfolio::members> names = {"urw", "random", "pos", "pct 3",
                                                                    "pct 2"};
constexpr std::uint64_t one = 1024;  // schedule or class, before its weight is halved
constexpr std::size_t classes_max = 1'000'000;
// Whose schedule one is does not depend on the shard.
static_assert(Shard::block % Portfolio::block == 0);
}  // namespace

Portfolio::Portfolio(Seed seed)
    : Sampler(seed, "portfolio"),
      members_{std::make_unique<UniformWalk>(seed), std::make_unique<RandomWalk>(seed),
               std::make_unique<Pos>(seed), std::make_unique<Pct>(seed, 3),
               std::make_unique<Pct>(seed, 2)} {}

std::string_view Portfolio::name_of(std::size_t member) { return names[member]; }

std::size_t Portfolio::member_of(std::uint64_t number, std::size_t favourite) {
  const auto turn = static_cast<std::size_t>(number % block);
  return turn < members ? turn : favourite;
}

void Portfolio::draw(std::uint64_t number, const Estimates& estimates) {
  chosen_ = members_[member_of(number, estimates.favourite)].get();
  chosen_->begin_schedule(number, estimates);
}

unsigned Portfolio::choose_thread(const runtime::DecisionView& view) {
  if (view.by_world != 0) [[unlikely]] {
    return choose_with_world(view);
  }
  return chosen_->choose_thread(view);
}

unsigned Portfolio::choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                                 unsigned options) {
  return kind == runtime::OpKind::fault_point ? Sampler::choose_value(view, kind, options)
                                              : chosen_->choose_value(view, kind, options);
}

void Portfolio::observe(const runtime::RunTrace& trace, Tally& tally) const {
  observe_length(trace, tally);
  observe_threads(trace, tally);
  tally.trace_classes.push_back(trace_class(trace));
}

void Portfolio::learn(std::uint64_t first, const Tally& round, Estimates& estimates) {
  for (Novelty& n : novelty_) {
    n = {n.schedules / 2, n.new_classes / 2};
  }
  for (std::size_t i = 0; i < round.trace_classes.size(); ++i) {
    if (classes_.size() >= classes_max) {
      classes_.clear();
    }
    Novelty& n = novelty_[member_of(first + i, estimates.favourite)];
    n.schedules += one;
    n.new_classes += classes_.insert(round.trace_classes[i]).second ? one : 0;
  }
  std::size_t best = 0;
  for (std::size_t m = 1; m < members; ++m) {
    const Novelty& a = novelty_[m];
    const Novelty& b = novelty_[best];
    // Whoever had no schedules yet counts as finding nothing new.
    if (a.new_classes * (b.schedules + 1) > b.new_classes * (a.schedules + 1)) {
      best = m;
    }
  }
  estimates.favourite = best;
}

}  // namespace oncelab::schedule
