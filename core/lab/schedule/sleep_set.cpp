#include <oncelab/core/lab/schedule/sleep_set.hpp>

#include <algorithm>

#include <oncelab/core/lab/schedule/archive.hpp>
#include <oncelab/core/lab/schedule/event_archive.hpp>
#include <oncelab/core/lab/schedule/renumbering.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }
}  // namespace

void SleepSet::add(const std::vector<Event>& explored) {
  for (const Event& event : explored) {
    std::erase_if(sleepers_,
                  [&](const Sleeper& s) { return s.awake && s.event.thread == event.thread; });
    sleepers_.push_back({event});
  }
}

void SleepSet::take_over(const SleepSet& before, const Event& event) {
  sleepers_ = before.sleepers_;
  std::uint64_t still = 0;
  for (Sleeper& s : sleepers_) {
    s.awake |= dependent(s.event, event);
    still |= s.awake ? 0 : bit(s.event.thread);
  }
  std::erase_if(sleepers_,
                [still](const Sleeper& s) { return (still & bit(s.event.thread)) == 0; });
}

std::uint64_t SleepSet::threads() const {
  std::uint64_t all = 0;
  std::uint64_t awake = 0;
  for (const Sleeper& s : sleepers_) {
    all |= bit(s.event.thread);
    awake |= s.awake ? bit(s.event.thread) : 0;
  }
  return all & ~awake;
}

bool SleepSet::somebody() const {
  const std::uint64_t asleep = threads();
  return std::ranges::any_of(sleepers_, [asleep](const Sleeper& s) {
    return !s.event.is_of_world() && (asleep & bit(s.event.thread)) != 0;
  });
}

bool SleepSet::sleeps(std::uint8_t thread, std::uint32_t values) const {
  return std::ranges::any_of(sleepers_, [&](const Sleeper& s) {
    return !s.awake && s.event.thread == thread && s.event.values == values;
  });
}

bool SleepSet::makes_redundant(const Continuation& v) const {
  return std::ranges::any_of(sleepers_, [&](const Sleeper& s) {
    const auto initial = [&v](const Sleeper& of) {
      return !of.awake && weakly_initial(of.event, v);
    };
    const auto own = std::ranges::find_if(
        v, [&s](const Planned& p) { return p.event.thread == s.event.thread; });
    return own != v.end() && own->outcome_known
               ? initial(s)
               : std::ranges::all_of(sleepers_, [&](const Sleeper& of) {
                   return of.event.thread != s.event.thread || initial(of);
                 });
  });
}

void SleepSet::exchange(Archive& archive) {
  constexpr std::size_t sleepers_max = 1'000'000;
  archive.list(sleepers_, sleepers_max, [&](Sleeper& sleeper) {
    schedule::exchange(archive, sleeper.event);
    archive.number(sleeper.awake, 1);
  });
}

void SleepSet::renumber(const Renumbering& renumbering) {
  for (Sleeper& s : sleepers_) {
    renumbering.apply(s.event);
  }
}

}  // namespace oncelab::schedule
