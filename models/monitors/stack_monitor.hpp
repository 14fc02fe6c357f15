// StackMonitor: decides histories of a stack in which every value is put in at most once.
//
// Stacks of unique values are treated by Abdulla et al., "Efficient linearizability monitoring"
// (PLDI 2025, quadratic), and by Lee and Mathur, "Efficient decrease-and-conquer linearizability
// monitoring" (OOPSLA 2025), whose idea it is to take values out one at a time such that nothing
// changes. What is common to all containers stands in lifetimes.hpp.
//
// A value is in from its put to its take. An order is legal exactly if no two such times cross (one
// may contain the other) and takes that found nothing fall into none of them. The core of a value
// is the stretch from its put's return to its take's call, for which it is in whatever the order;
// it may be empty. A history is decided by these steps, each of which changes nothing about the
// answer:
// 1. A value without a core is left out: in a legal order of the rest, it can be put in and taken
//    side by side, at an instant inside of both operations.
// 2. At an instant that lies in no core the history is cut in two: the values with cores to the
// left
//    and those to the right. A legal order of the left one followed by one of the right one is
//    legal: no operation on the right returned before one on the left was called, since the former
//    return after the cut and the latter are called before. Takes that found nothing and are at
//    work at the cut come in between. Where one is at work only inside of a piece whose cores leave
//    no cut, it is illegal: some value is in all the time.
// 3. What is left are pieces whose cores together are one stretch, from l to r. In a legal order of
//    such a piece one value, the root, contains all others: if two were side by side with none
//    around them, between the times they are in there would be an instant that lies in no core. So
//    the root's put is called before all puts return, that is before l, and its take returns after
//    all takes are called, that is after r. Any value like that can be the root: in a legal order
//    of the other ones put it in first and take it last. So it is left out, or if there is none,
//    the history is illegal.
//
// A value w that stays is in the way of `taken` if it was put for certain after it and before it
// was taken: put(taken) returned before put(w) was called, put(w) before take(taken) was called.
//
// O(n log n), and for each root the time to find it among the puts under way at l (StabbedPairs):
// O(n * (log n + clients)) for histories recorded from clients that do one thing at a time.
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/models/monitors/cover_tree.hpp>
#include <oncelab/models/monitors/lifetimes.hpp>
#include <oncelab/models/monitors/stabbed_pairs.hpp>

namespace oncelab::models {

class StackMonitor final : public LifetimeRules {
 public:
  [[nodiscard]] bool holds(std::span<const Lifetime> values, std::span<const Stretch> nothings,
                           std::uint32_t end) override;
  [[nodiscard]] std::int64_t standing(const Lifetime& taken) const override {
    return taken.put.ret;
  }
  [[nodiscard]] std::int64_t threshold(const Lifetime& stays) const override {
    return stays.put.call;
  }
  [[nodiscard]] std::uint32_t moment(const Lifetime& taken) const override {
    return taken.take.call;
  }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  /// A value and the gaps of its core: gap g lies between ends g and g + 1 of all cores.
  struct Cored {
    Stretch put;
    Stretch take;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct Piece {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  void collect(std::span<const Lifetime> values, std::uint32_t end);
  void cut_first();
  [[nodiscard]] bool take_apart();
  [[nodiscard]] std::uint32_t root_of(const Piece& piece);
  void build_roots();

  std::vector<Cored> cored_;             // in the order of the puts' calls
  std::vector<std::uint32_t> owner_at_;  // by position: 1 + the value whose core ends there
  std::vector<std::uint32_t> owner_of_;  // by end of a core, in order: the value
  std::vector<std::uint32_t> counts_;    // by gap: cores over it
  std::vector<Piece> pieces_;
  CoverTree cover_;
  StabbedPairs roots_;
  bool roots_built_ = false;
  std::vector<bool> is_out_;
  NothingFits nothing_fits_;
};

}  // namespace oncelab::models
