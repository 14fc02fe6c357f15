// EventOrder: the happens-before relation of one run, kept along the run, and its races.
//
// The run is a stack of events: push adds the next one, truncate goes back to a prefix. before(i,
// j) costs O(1), push O(threads + events of the places it uses since they were last written).
//
// A race is a pair of dependent events (first, second) of different threads with nothing between
// them in the order, that the program could also do the other way round. For an event that waited
// for a lock, `first` is where the holder took the lock: the unlock cannot be overtaken, the lock
// can.
// Source: Abdulla, Aronis, Jonsson, Sagonas: "Source sets: a foundation for optimal dynamic partial
// order reduction" (JACM 2017), sections 3 and 6; locks as disabling events.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <oncelab/core/lab/schedule/dependency.hpp>

namespace oncelab::schedule {

/// An order that follows from what the step is, not from a choice.
struct Causes {
  std::vector<std::uint32_t> after;  // indices of events
  std::vector<std::uint8_t> wakes;   // threads whose next event comes after this one
};

struct Race {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

class EventOrder {
 public:
  /// Adds an event, and its races to races().
  void push(const Event& event, const Causes& causes);
  void truncate(std::uint32_t size);
  /// Appends the races that the last event would have if it came after the first `end` events, and
  /// depended on those of them that `with` says.
  void races_of_last(std::uint32_t end, const std::function<bool(const Event&)>& with,
                     std::vector<Race>& races) const;
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(events_.size()); }
  [[nodiscard]] const Event& operator[](std::uint32_t i) const { return events_[i].event; }
  /// Does event i happen before event j, or is it the same?
  [[nodiscard]] bool before(std::uint32_t i, std::uint32_t j) const {
    return clock(j)[events_[i].event.thread] > i;
  }
  /// Index + 1 of the latest event of a thread; 0: none.
  [[nodiscard]] std::uint32_t latest_of(std::uint8_t thread) const { return latest_[thread]; }
  /// Which events woke which threads.
  struct Woken {
    std::uint8_t thread = 0;
    std::uint32_t by = 0;
  };
  [[nodiscard]] const std::vector<Woken>& woken() const { return woken_; }
  [[nodiscard]] std::vector<Race>& races() { return races_; }
  /// Pairs in which the second event could not be made before the first: an unlock, the end of a
  /// thread that is joined.
  [[nodiscard]] std::vector<Race>& waits() { return waits_; }

 private:
  struct Entry {
    Event event;
    std::array<std::uint32_t, 4> earlier{};  // index + 1 of the event before at the same place
    std::uint32_t earlier_of_thread = 0;
    std::uint32_t wakes_before = 0;  // undo: size of woken_ before
    std::uint32_t for_all = 0;       // index + 1 of the latest event that depends on all
  };
  [[nodiscard]] const std::uint32_t* clock(std::uint32_t i) const {
    return clocks_.data() + std::size_t{i} * stride;
  }
  void add_threads(unsigned count);
  void join(std::uint32_t* into, std::uint32_t index) const;
  [[nodiscard]] bool covered(const std::uint32_t* by, std::uint32_t index) const {
    return by[events_[index].event.thread] > index;
  }
  void collect(const Event& event);
  void collect_holders(const Event& event);
  [[nodiscard]] bool waits_for(const Event& event, std::uint32_t release) const;
  void collect_place(const Event& event, const Access& access, bool held);
  [[nodiscard]] std::uint32_t acquired_by(std::uint32_t release) const;
  void order_and_find_races(const Event& event, std::uint32_t* now);

  static constexpr std::size_t stride = 64;
  std::vector<Entry> events_;
  std::vector<std::uint32_t> clocks_;     // stride per event
  std::vector<std::uint32_t> latest_at_;  // by place: index + 1
  std::array<std::uint32_t, 256> latest_{};
  std::vector<Woken> woken_;
  std::uint32_t for_all_ = 0;
  unsigned threads_ = 0;
  std::vector<Race> races_;
  std::vector<Race> waits_;
  // Of the event being pushed.
  std::vector<std::uint32_t> conflicts_;  // events it could change places with
  std::vector<std::uint32_t> releases_;   // events it had to wait for
};

}  // namespace oncelab::schedule
