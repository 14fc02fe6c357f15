// Renumbering: the numbers that a copy of the process gave to threads and places, as numbers of the
// original. Both agree on those from before the copy was made. Internal to the partial-order
// reduction.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/schedule/wakeup_tree.hpp>

namespace oncelab::schedule {

/// How many have a number.
struct Numbered {
  std::size_t threads = 0;
  std::size_t places = 0;
};

class Renumbering {
 public:
  Renumbering(Numbered common, std::vector<std::uint8_t> threads,
              std::vector<std::uint32_t> places);

  [[nodiscard]] std::uint8_t thread(std::uint8_t number) const;
  /// Threads by bit.
  [[nodiscard]] std::uint64_t threads(std::uint64_t numbers) const;
  void apply(Event& event) const;
  void apply(std::vector<Event>& events) const;
  void apply(Continuation& continuation) const;
  void apply(WakeupTree& tree) const;

 private:
  Numbered common_;
  std::vector<std::uint8_t> threads_;  // those after the common ones
  std::vector<std::uint32_t> places_;
};

}  // namespace oncelab::schedule
