#include <oncelab/core/lab/schedule/event_order.hpp>

#include <algorithm>
#include <functional>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::schedule {

void EventOrder::join(std::uint32_t* into, std::uint32_t index) const {
  const std::uint32_t* const from = clock(index);
  for (unsigned t = 0; t < threads_; ++t) {
    into[t] = std::max(into[t], from[t]);
  }
}

// Where the thread that released a place had acquired it.
std::uint32_t EventOrder::acquired_by(std::uint32_t release) const {
  const Event& r = events_[release].event;
  const std::uint32_t place = r.held().place;
  if (r.blocking != Blocking::releases) {
    return release;
  }
  for (std::uint32_t i = events_[release].earlier_of_thread; i != 0;
       i = events_[i - 1].earlier_of_thread) {
    const Event& e = events_[i - 1].event;
    if ((e.blocking == Blocking::acquires || e.blocking == Blocking::tries) &&
        e.held().place == place) {
      return i - 1;
    }
  }
  ONCELAB_ASSERT(false && "a release without an acquisition");
  return release;
}

// Could the event, which uses what was released, not be made before?
bool EventOrder::waits_for(const Event& event, std::uint32_t release) const {
  using runtime::OpKind;
  if (event.blocking != Blocking::tries) {
    return event.blocking == Blocking::acquires || event.blocking == Blocking::passes;
  }
  if (event.kind == OpKind::mutex_try_lock || event.kind == OpKind::rwlock_try_lock) {
    return false;
  }
  // Its deadline has passed. Was that so before the release too?
  for (std::uint32_t i = release + 1; i < size(); ++i) {
    const Event& e = events_[i].event;
    if (e.moves_clock() && before(release, i)) {
      return true;
    }
  }
  return false;
}

// Events at one place that this one is dependent with, back to where the earlier ones are ordered
// before those found anyway.
void EventOrder::collect_place(const Event& event, const Access& access, bool held) {
  const bool wants_queue = (access.use & use_queue) != 0;
  const bool wants_contents = (access.use & (use_read | use_write | use_share)) != 0;
  bool queue_done = !wants_queue;
  bool contents_done = !wants_contents;
  const bool marks = (access.use & (use_begin | use_end)) != 0;
  for (std::uint32_t i = latest_at_[access.place];
       i != 0 && (marks || !queue_done || !contents_done);) {
    const std::uint32_t index = i - 1;
    const Entry& x = events_[index];
    std::size_t slot = 0;
    while (x.event.accesses[slot].use == 0 || x.event.accesses[slot].place != access.place) {
      ++slot;
    }
    const std::uint8_t use = x.event.accesses[slot].use;
    if (x.event.thread != event.thread && conflict(use, access.use)) {
      const bool release = held && x.event.blocking == Blocking::releases &&
                           x.event.held().place == access.place && waits_for(event, index);
      (release ? releases_ : conflicts_).push_back(index);
    }
    contents_done |= (use & use_write) != 0;
    queue_done |= (use & use_queue) != 0;
    i = x.earlier[slot];
  }
}

// Where those who hold what the event gave up to wait for began to hold it.
void EventOrder::collect_holders(const Event& event) {
  releases_.clear();
  if (!event.gave_up()) {
    return;
  }
  const std::uint32_t place = event.held().place;
  std::uint64_t seen = 0;  // threads whose latest use was seen
  for (std::uint32_t i = size(); i-- > 0;) {
    const Event& e = events_[i].event;
    const std::uint64_t thread = std::uint64_t{1} << e.thread;
    if (e.blocking == Blocking::none || e.blocking == Blocking::passes || e.held().place != place ||
        (seen & thread) != 0) {
      continue;
    }
    seen |= thread;
    if (e.blocking != Blocking::releases) {
      releases_.push_back(i);
    }
  }
}

void EventOrder::collect(const Event& event) {
  conflicts_.clear();
  releases_.clear();
  if (event.depends_on_all) {
    for (unsigned t = 0; t < threads_; ++t) {
      if (t != event.thread && latest_[t] != 0) {
        (event.after_all ? releases_ : conflicts_).push_back(latest_[t] - 1);
      }
    }
    return;
  }
  for (std::size_t slot = 0; slot < event.accesses.size(); ++slot) {
    const Access& access = event.accesses[slot];
    if (access.use == 0) {
      continue;
    }
    collect_place(event, access, slot == 0);
  }
  if (for_all_ != 0 && events_[for_all_ - 1].event.thread != event.thread) {
    // What happens to the world does not wait until time has passed.
    const bool after_all = events_[for_all_ - 1].event.after_all && !event.is_of_world();
    (after_all ? releases_ : conflicts_).push_back(for_all_ - 1);
  }
}

// `now` is the clock of what precedes the event in its thread and in causality.
void EventOrder::order_and_find_races(const Event& event, std::uint32_t* now) {
  const std::uint32_t second = size();
  std::array<std::uint32_t, stride> without_waiting{};
  std::copy_n(now, threads_, without_waiting.begin());
  for (const std::uint32_t r : releases_) {
    join(now, r);
  }
  std::ranges::sort(conflicts_, std::greater<>());
  const auto last = std::unique(conflicts_.begin(), conflicts_.end());
  for (auto i = conflicts_.begin(); i != last; ++i) {
    if (!covered(now, *i)) {
      races_.push_back({*i, second});
      join(now, *i);
      join(without_waiting.data(), *i);
    }
  }
  if (event.after_all) {
    collect_holders(event);
  } else {
    for (const std::uint32_t r : releases_) {
      waits_.push_back({r, second});
    }
    // The places where those it waited for began to hold what it needs, the latest first.
    for (std::uint32_t& r : releases_) {
      r = events_[r].event.blocking == Blocking::releases ? acquired_by(r) : second;
    }
  }
  std::ranges::sort(releases_, std::greater<>());
  for (const std::uint32_t acquired : releases_) {
    if (acquired < second && !covered(without_waiting.data(), acquired)) {
      races_.push_back({acquired, second});
      join(without_waiting.data(), acquired);
    }
  }
}

// Clocks hold entries of the threads that have made a step so far.
void EventOrder::add_threads(unsigned count) {
  ONCELAB_ASSERT(count <= stride);
  for (; threads_ < count; ++threads_) {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      clocks_[i * stride + threads_] = 0;
    }
  }
}

void EventOrder::push(const Event& event, const Causes& causes) {
  const std::uint32_t index = size();
  add_threads(event.thread + 1U);
  for (const Access& a : event.accesses) {
    if (a.place >= latest_at_.size()) {
      latest_at_.resize(a.place + 16);
    }
  }
  clocks_.resize((std::size_t{index} + 1) * stride);
  std::uint32_t* const now = clocks_.data() + std::size_t{index} * stride;
  std::fill_n(now, threads_, 0);
  if (latest_[event.thread] != 0) {
    join(now, latest_[event.thread] - 1);
  }
  for (const std::uint32_t cause : causes.after) {
    join(now, cause);
    waits_.push_back({cause, index});
  }
  for (const Woken& w : woken_) {
    if (w.thread == event.thread) {
      join(now, w.by);
    }
  }
  collect(event);
  order_and_find_races(event, now);
  now[event.thread] = index + 1;

  Entry& entry = events_.emplace_back();
  entry.event = event;
  for (std::size_t slot = 0; slot < event.accesses.size(); ++slot) {
    if (const Access& a = event.accesses[slot]; a.use != 0) {
      entry.earlier[slot] = latest_at_[a.place];
      latest_at_[a.place] = index + 1;
    }
  }
  entry.earlier_of_thread = latest_[event.thread];
  latest_[event.thread] = index + 1;
  entry.wakes_before = static_cast<std::uint32_t>(woken_.size());
  for (const std::uint8_t thread : causes.wakes) {
    woken_.push_back({thread, index});
  }
  entry.for_all = for_all_;
  if (event.depends_on_all) {
    for_all_ = index + 1;
  }
}

void EventOrder::races_of_last(std::uint32_t end, const std::function<bool(const Event&)>& with,
                               std::vector<Race>& races) const {
  const std::uint32_t second = size() - 1;
  std::array<std::uint32_t, stride> now{};
  if (const std::uint32_t own = events_[second].earlier_of_thread; own != 0) {
    join(now.data(), own - 1);
  }
  for (std::uint32_t i = end; i-- > 0;) {
    if (!covered(now.data(), i) && with(events_[i].event)) {
      races.push_back({i, second});
      join(now.data(), i);
    }
  }
}

void EventOrder::truncate(std::uint32_t size) {
  while (events_.size() > size) {
    const Entry& entry = events_.back();
    for (std::size_t slot = entry.earlier.size(); slot-- > 0;) {
      if (const Access& a = entry.event.accesses[slot]; a.use != 0) {
        latest_at_[a.place] = entry.earlier[slot];
      }
    }
    latest_[entry.event.thread] = entry.earlier_of_thread;
    woken_.resize(entry.wakes_before);
    for_all_ = entry.for_all;
    events_.pop_back();
  }
  for (std::vector<Race>* const pairs : {&races_, &waits_}) {
    while (!pairs->empty() && pairs->back().second >= size) {  // they are found in this order
      pairs->pop_back();
    }
  }
}

}  // namespace oncelab::schedule
