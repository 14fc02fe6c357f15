// PriorityQueueMonitor: decides histories of a priority queue in which every value is put in at
// most once. (Values that differ have urgencies that differ.)
//
// Priority queues of unique values are treated by Lee and Mathur, "Efficient decrease-and-conquer
// linearizability monitoring" (OOPSLA 2025); the procedure here goes through the values once, from
// the most urgent to the least. What is common to all containers stands in lifetimes.hpp.
//
// A value is in from its put to its take. A take is right if it falls into no stretch for which a
// more urgent value is in; a take that found nothing, if it falls into no stretch for which any
// value is in. So the shorter each value is in the better for all others. By induction from the
// most urgent on, let U be the union of the stretches for which the more urgent ones are in at
// least, in every legal order; b's take is then at or after t, the first instant at or after its
// call that lies outside of U. If t is not before the take's return, there is no legal order.
// Otherwise, if b's put returned before t, b is in at least from there to t, and putting it in just
// before the return and taking it at t makes it exactly that; if not, b can be put in and taken
// side by side at t, and is in the way of nobody. (t is after the put's call, for the take's call
// is.) So at the end the choices made are legal, and takes that found nothing fit exactly if they
// have an instant outside of all stretches. Between two events there is room for any number of
// instants: first the takes of stretches that end there, the most urgent first, then the puts of
// those that begin.
//
// A value that stays is in the way of `taken` if it is more urgent, and was put before the other's
// take was called.
//
// O(n log n), for sorting by urgency. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/models/monitors/lifetimes.hpp>

namespace oncelab::models {

class PriorityQueueMonitor final : public LifetimeRules {
 public:
  [[nodiscard]] bool holds(std::span<const Lifetime> values, std::span<const Stretch> nothings,
                           std::uint32_t end) override;
  [[nodiscard]] std::int64_t standing(const Lifetime& taken) const override {
    return ~taken.urgency;
  }
  [[nodiscard]] std::int64_t threshold(const Lifetime& stays) const override {
    return ~stays.urgency;
  }
  [[nodiscard]] std::uint32_t moment(const Lifetime& taken) const override {
    return taken.take.call;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return order_.capacity() * sizeof(Ranked) + free_.capacity() * sizeof(std::uint32_t);
  }

 private:
  struct Ranked {
    std::int64_t urgency = 0;
    std::uint32_t index = 0;  // in the values
  };

  std::uint32_t first_free(std::uint32_t gap);

  std::vector<Ranked> order_;
  /// By gap, gap g being the one after the event at g: itself if no value is in, else one nearer to
  /// the next such gap (a forest that halves its paths).
  std::vector<std::uint32_t> free_;
};

}  // namespace oncelab::models
