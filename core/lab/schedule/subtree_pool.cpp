#include <oncelab/core/lab/schedule/subtree_pool.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

namespace {
constexpr int patience_ms = 50;          // between two questions whether to go on
constexpr std::uint64_t pace_max = 256;  // runs
// Schedules.
constexpr std::uint64_t least_max = 1'024;   // in a branch that is begun early
constexpr std::uint64_t worth_max = 2'048;   // in one that is not too small
constexpr std::uint64_t part_max = 500'000;  // in one copy
constexpr std::uint64_t budget_share = 6;
constexpr std::size_t noted_max = 2'000'000;  // events: some 100 MB

enum End : std::uint8_t { goes_on, decided, not_repeatable };
}  // namespace

void SubtreePool::Answer::exchange(Archive& archive) {
  counts.exchange(archive);
  met.exchange(archive);
  sharing.exchange(archive);
  archive.number(end, not_repeatable);
  deciding.exchange(archive);
}

SubtreePool::SubtreePool(const Context& context, WorkerSlots slots, MayWait may_wait)
    : context_(context),
      slots_(std::move(slots)),
      may_wait_(std::move(may_wait)),
      next_try_(context.options.share_after),
      pace_(std::clamp<std::uint64_t>(context.options.share_after, 1, pace_max)),
      least_(std::clamp<std::uint64_t>(context.options.share_after, 1, least_max)),
      worth_(std::clamp<std::uint64_t>(context.options.share_after, 1, worth_max)) {}

std::optional<SubtreePool> SubtreePool::make(scenario::Experiment& experiment, Strategy& strategy,
                                             Trial& trial, const ExploreOptions& options,
                                             MayWait may_wait) {
  auto* const search = dynamic_cast<SubtreeSearch*>(&strategy);
  if (search == nullptr || options.workers < 2) {
    return std::nullopt;
  }
  auto slots = WorkerSlots::make(options.workers);
  if (!slots) {
    return std::nullopt;
  }
  return SubtreePool({experiment, strategy, *search, trial, options}, std::move(*slots),
                     std::move(may_wait));
}

bool SubtreePool::share(ExploreResult& result, Met& elsewhere) {
  sizes_.ran(context_.search.branched_at(), context_.search.depth());
  while (!begun_.empty() && !context_.search.open_below(begun_.back().depth)) {
    if (!arrive(result, elsewhere)) {
      return false;
    }
  }
  if (result.runs >= next_try_) {
    next_try_ = result.runs + pace_;
    (void)slots_.take();
    receive(0);
    begin_branch(result.schedules);
  }
  sizes_.count(result.schedules);
  return true;
}

// As large as the last branch there; without a budget, or as what is known of this one: with one,
// who knows whether the search gets there?
std::uint64_t SubtreePool::size_at(std::size_t depth) const {
  const std::uint64_t last = sizes_.last(depth);
  return context_.options.schedules_max ? last : std::max(last, sizes_.current(depth));
}

// The deepest node whose next branch is large enough to pay for the copy, or else the largest:
// what comes soon has the best chance that nothing changes it, and that the budget lasts.
std::optional<std::size_t> SubtreePool::best_depth() const {
  const SubtreeSearch& search = context_.search;
  std::optional<std::size_t> best;
  bool open = false;  // below
  auto begun = begun_.rbegin();
  for (std::size_t depth = search.depth(); depth-- > top_;) {
    if (begun != begun_.rend() && begun->depth == depth) {
      open = true;
      ++begun;
      continue;
    }
    const bool here = search.open_at(depth);
    if (here && open && size_at(depth) >= least_) {
      best = depth;
      if (size_at(depth) >= worth_) {
        return best;
      }
    }
    open |= here;
  }
  return best;
}

// Schedules that a copy makes before it hands over what is left of its branch.
std::uint64_t SubtreePool::most_in_a_copy(std::uint64_t schedules) const {
  const auto& max = context_.options.schedules_max;
  return max ? std::min(part_max, (*max - std::min(*max, schedules)) / budget_share) : part_max;
}

bool SubtreePool::has_changed(const Begun& begun) const {
  const SubtreeSearch& search = context_.search;
  return !search.open_at(begun.depth) || search.next_at(begun.depth) != begun.next;
}

// One, even if more slots are free: its copy must have the time to take one.
void SubtreePool::begin_branch(std::uint64_t schedules) {
  sharing_.changed += std::erase_if(begun_, [&](const Begun& b) { return has_changed(b); });
  const std::uint64_t most = most_in_a_copy(schedules);
  if (enough_ || most < least_ || !slots_.any_free()) {
    return;
  }
  const auto depth = best_depth();
  if (!depth || !is_single_threaded()) {
    return;
  }
  Message next = context_.search.next_at(*depth);
  auto child = Child::start(
      [&](const Channel& channel) { search_branch(channel, *depth, schedules, most); });
  if (child) {
    ++sharing_.begun;
    const auto place = std::ranges::lower_bound(begun_, *depth, {}, &Begun::depth);
    begun_.insert(place, {*depth, std::move(next), std::move(*child), std::nullopt});
  }
}

// What has come, or comes within that time.
void SubtreePool::receive(int milliseconds) {
  std::vector<Begun*> waiting;
  std::vector<const Channel*> channels;
  for (Begun& b : begun_) {
    if (!b.answer) {
      waiting.push_back(&b);
      channels.push_back(&b.child.channel());
    }
  }
  for (const std::size_t i : wait_for_any(channels, milliseconds)) {
    Begun& b = *waiting[i];
    b.answer = b.child.channel().receive().value_or(Message());
  }
  sharing_.lost +=
      std::erase_if(begun_, [](const Begun& b) { return b.answer && b.answer->empty(); });
}

// In a copy. What the original has begun is not touched: it is the original's.
void SubtreePool::search_branch(const Channel& channel, std::size_t depth, std::uint64_t schedules,
                                std::uint64_t most) const {
  SubtreePool own(context_, slots_.inherited(), [](ExploreResult&) { return true; });
  if (!own.slots_.take()) {
    return;  // somebody was quicker
  }
  own.top_ = depth + 1;
  own.next_try_ = 0;
  own.sizes_ = sizes_.inside(depth);
  ExploreResult result;
  result.schedules = schedules;
  const Met before = met_here(context_.experiment);
  Met elsewhere;
  context_.search.confine(depth);
  Answer answer;
  bool going_on = true;
  do {
    const bool begun = context_.strategy.begin_run();
    ONCELAB_ASSERT(begun);
    going_on = context_.trial.run(result) && own.share(result, elsewhere);
    own.enough_ = result.schedules - schedules >= most || context_.search.noted() >= noted_max;
  } while (going_on && context_.search.open_below(depth) && !(own.enough_ && own.begun_.empty()));
  if (!going_on) {
    answer.end = result.stop == StopReason::nondeterminism ? not_repeatable : decided;
    answer.deciding = context_.trial.deciding();
  }
  answer.counts = result;
  answer.counts.schedules -= schedules;
  answer.met = since(before, met_here(context_.experiment));
  answer.met.add(elsewhere);
  answer.sharing = own.sharing_;
  Archive out;
  answer.exchange(out);
  context_.search.report(out);
  own.slots_.give_back();  // it may take long until this is received
  (void)channel.send(out.numbers());
}

// Would one process have made these runs, all of them?
bool SubtreePool::fits(const Answer& answer, std::uint64_t schedules) const {
  const auto& max = context_.options.schedules_max;
  const std::uint64_t sum = schedules + answer.counts.schedules;
  return !max || sum < *max || (answer.end != goes_on && sum == *max);
}

// The search is where the deepest branch was begun, and all below is done. False: the result is
// decided.
bool SubtreePool::arrive(ExploreResult& result, Met& elsewhere) {
  if (has_changed(begun_.back())) {
    begun_.pop_back();
    ++sharing_.changed;
    return true;
  }
  if (!begun_.back().answer) {
    slots_.give_back();
    begin_branch(result.schedules);
    receive(patience_ms);
    return may_wait_(result);  // and then looks again
  }
  (void)slots_.take();
  next_try_ = 0;
  const Begun due = std::move(begun_.back());
  begun_.pop_back();
  Archive in(*due.answer);
  Answer answer;
  answer.exchange(in);
  if (!fits(answer, result.schedules)) {
    ++sharing_.lost;
    return true;
  }
  ++sharing_.taken;
  sharing_.schedules += answer.counts.schedules;
  sharing_.add(answer.sharing);
  result.add(answer.counts);
  elsewhere.add(answer.met);
  context_.search.take_over(due.depth, in);
  ONCELAB_ASSERT(in.good());
  if (answer.end != goes_on) {
    decide(answer, result, elsewhere);
    return false;
  }
  sizes_.ran_elsewhere(due.depth, answer.counts.schedules);
  return true;
}

// The run that decided the branch is executed again, here. It has been counted.
void SubtreePool::decide(const Answer& answer, ExploreResult& result, Met& elsewhere) {
  if (answer.end == not_repeatable) {
    stop_as_nondeterministic(result, "a second time");
    return;
  }
  context_.trial.settle(answer.deciding, result, elsewhere);
}

}  // namespace oncelab::schedule
