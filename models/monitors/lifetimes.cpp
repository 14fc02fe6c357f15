#include <oncelab/models/monitors/lifetimes.hpp>

#include <algorithm>
#include <functional>

namespace oncelab::models {

using check::Monitored;

void Lifetimes::begin(std::size_t operations) {
  end_ = static_cast<std::uint32_t>(2 * operations);
  entries_.reset(operations);
  puts_.clear();
  nothings_.clear();
  unknown_takes_.clear();
}

void Lifetimes::put(const history::Value& value, std::int64_t urgency, Stretch when, bool known) {
  const std::uint32_t number = entries_.number_of(value);
  Entry& put = entries_[number];
  put.puts = put.puts == 0 ? 1 : 2;
  put.put_known = known;
  put.life.put = when;
  put.life.urgency = urgency;
  puts_.push_back(number);
}

void Lifetimes::take(const history::Value& value, Stretch when) {
  Entry& taken = entries_[entries_.number_of(value)];
  taken.takes = taken.takes == 0 ? 1 : 2;
  taken.life.take = when;
}

Monitored Lifetimes::decide(LifetimeRules& rules) {
  if (const Monitored early = sort_out(); early != Monitored::legal) {
    return early;
  }
  if (unknown_takes_.empty() || staying_.empty()) {
    return rules.holds(all(), nothings_, end_) ? Monitored::legal : Monitored::illegal;
  }
  find_limits(rules);
  if (!give_out_takes()) {
    return Monitored::illegal;
  }
  if (rules.holds(all(), nothings_, end_)) {
    return Monitored::legal;
  }
  return rules.holds(taken_, nothings_, end_) ? Monitored::not_applicable : Monitored::illegal;
}

/// Points 1 to 4 of the header; `legal` means that the rules have the last word.
Monitored Lifetimes::sort_out() {
  taken_.clear();
  staying_.clear();
  bool sound = true;
  for (const Entry& entry : entries_) {
    if (entry.puts == 2) {
      return Monitored::not_applicable;
    }
    sound &= entry.takes == 0 ||
             (entry.takes == 1 && entry.puts == 1 && entry.life.put.call < entry.life.take.ret);
  }
  if (!sound) {
    return Monitored::illegal;
  }
  for (const std::uint32_t number : puts_) {
    const Entry& entry = entries_[number];
    Lifetime life = entry.life;
    if (entry.takes == 1) {
      life.put.ret = std::min(life.put.ret, life.take.ret);
      life.take.call = std::max(life.take.call, life.put.call);
      taken_.push_back(life);
    } else if (entry.put_known) {
      life.take = {end_, open_end};
      staying_.push_back(life);
    }
  }
  return Monitored::legal;
}

/// For each value that stays, the least limit of the obstacles that it is in the way of: both are
/// gone through in the order of standing, obstacles' limits being kept by their moment.
void Lifetimes::find_limits(const LifetimeRules& rules) {
  obstacles_.clear();
  for (const Lifetime& taken : taken_) {
    obstacles_.push_back({rules.standing(taken), rules.moment(taken), taken.take.ret});
  }
  std::ranges::sort(obstacles_, {}, &Obstacle::standing);
  limited_.clear();
  for (std::uint32_t i = 0; i < staying_.size(); ++i) {
    limited_.push_back({open_end, i});
  }
  std::ranges::sort(limited_, {}, [&](const Limited& limited) {
    return std::pair(rules.threshold(staying_[limited.index]), limited.index);
  });
  // A Fenwick tree of minima over moments at or after a position.
  least_.assign(end_ + std::size_t{1}, open_end);
  const auto note = [&](std::uint32_t moment, std::uint32_t limit) {
    for (std::uint32_t at = moment + 1; at > 0; at &= at - 1) {
      least_[at - 1] = std::min(least_[at - 1], limit);
    }
  };
  for (const Stretch& nothing : nothings_) {  // in the way of these is everything
    note(nothing.call, nothing.ret);
  }
  std::size_t next = 0;
  for (Limited& limited : limited_) {
    const Lifetime& life = staying_[limited.index];
    for (; next < obstacles_.size() && obstacles_[next].standing < rules.threshold(life); ++next) {
      note(obstacles_[next].moment, obstacles_[next].limit);
    }
    for (std::size_t at = std::size_t{life.put.ret} + 1; at <= least_.size();
         at += at & (~at + 1)) {
      limited.limit = std::min(limited.limit, least_[at - 1]);
    }
  }
}

bool Lifetimes::give_out_takes() {
  std::ranges::sort(limited_, {}, [](const Limited& l) { return std::pair(l.limit, l.index); });
  std::size_t next = 0;
  for (const Limited& limited : limited_) {
    if (next == unknown_takes_.size() || unknown_takes_[next] > limited.limit) {
      return limited.limit == open_end;
    }
    Lifetime& life = staying_[limited.index];
    life.take = {std::max(unknown_takes_[next++], life.put.call), open_end};
  }
  return true;
}

/// In the order of the puts' calls.
std::span<const Lifetime> Lifetimes::all() {
  if (staying_.empty()) {
    return taken_;
  }
  all_.resize(taken_.size() + staying_.size());
  std::ranges::merge(
      taken_, staying_, all_.begin(), {}, [](const Lifetime& life) { return life.put.call; },
      [](const Lifetime& life) { return life.put.call; });
  return all_;
}

std::uint64_t Lifetimes::bytes() const {
  return entries_.bytes() +
         (puts_.capacity() + unknown_takes_.capacity() + least_.capacity()) *
             sizeof(std::uint32_t) +
         nothings_.capacity() * sizeof(Stretch) +
         (taken_.capacity() + staying_.capacity() + all_.capacity()) * sizeof(Lifetime) +
         limited_.capacity() * sizeof(Limited) + obstacles_.capacity() * sizeof(Obstacle);
}

bool NothingFits::operator()(std::span<const Lifetime> values, std::span<const Stretch> nothings,
                             std::uint32_t end) {
  if (nothings.empty()) {
    return true;
  }
  taken_at_.assign(end, 0);
  for (const Lifetime& life : values) {
    taken_at_[life.put.ret] = life.take.call;
  }
  std::uint32_t at = 0;     // returns of puts before it are looked at
  std::uint32_t until = 0;  // the stretch that some value is in goes on until here
  const auto look_until = [&](std::uint32_t position) {
    for (; at < position; ++at) {
      until = std::max(until, taken_at_[at]);
    }
  };
  for (const Stretch& nothing : nothings) {
    look_until(nothing.call);
    while (at < until && at < nothing.ret) {
      look_until(std::min(until, nothing.ret));
    }
    if (until > nothing.ret) {
      return false;
    }
  }
  return true;
}

}  // namespace oncelab::models
