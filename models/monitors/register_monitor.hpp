// RegisterMonitor: decides histories of one register in which every value is written at most once,
// by a write or a compare-and-set, and the first value never.
//
// After Gibbons and Korach, "Testing shared memories" (SIAM J. Comput. 26(4), 1997), which treats
// reads and writes; the chains of compare-and-sets and the unknown outcomes are added here.
//
// Why it is exact:
// 1. Unknown outcomes. A write (or cas) of unknown outcome whose value somebody observed, that is
//    read it or replaced it and is itself certain, happened, for nothing else brings the value; its
//    return is open. Any other can be left out: in an order that has it, no certain operation
//    observes its value, so the order without it is legal too. Reads of unknown outcome or answer
//    fit anywhere.
// 2. Blocks. The register holds each value for one stretch of time, which begins with its write,
// has
//    exactly the reads of it, and may end with a cas from it, which begins the next value's
//    stretch. So a legal order is a sequence of blocks, each a chain: a write, its reads, a cas,
//    its reads,
//    ... Two cas from one value, a value observed that nothing wrote, or a cas outside of every
//    chain that starts with a write or the first value, are illegal.
// 3. Within a block the stages of the chain are in order, operations of one stage are free: there
// is
//    a legal order exactly if none returned before one of an earlier stage was called.
// 4. Among blocks: X must come before Y exactly if some x of X returned before some y of Y was
//    called, that is f(X) < s(Y) with f the first return and s the last call in a block. If no
//    blocks form a cycle, any topological order of them explains the history. The shortest cycle
//    has two blocks: in a cycle let X have the least f; then f(X) < s(Z) for every Z that has a
//    predecessor, so X comes before its own predecessor. So it is illegal exactly if f(X) < s(Y)
//    and f(Y) < s(X) for some pair. Then the one with the lesser f, say X, has f(X) < f(Y) < s(X);
//    sorted by f, and as long as no pair was found, at most one such X is open at a time: the one
//    with the largest s.
// The first value's block begins before all events.
//
// An answered cas that found something else (`refused`) only adds a condition: illegal without it
// is illegal, legal without it says nothing, unless its value never was in the register.
//
// O(n log n) for the sorting of blocks; memory linear. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/history/value.hpp>
#include <oncelab/models/monitors/by_value.hpp>
#include <oncelab/models/monitors/stretch.hpp>

namespace oncelab::models {

class RegisterMonitor {
 public:
  void begin(const history::Value& initial, std::size_t values_max);
  // In any order. False: not applicable, as decide() then says too.
  bool read(const history::Value& value, Stretch when);
  bool write(const history::Value& value, Stretch when, bool known);
  bool cas(const history::Value& from, const history::Value& to, Stretch when, bool known);
  bool refused(const history::Value& from);
  [[nodiscard]] check::Monitored decide();

  [[nodiscard]] std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t no_value = 0xFFFF'FFFFU;

  enum class Origin : std::uint8_t { nothing, first, write, cas };

  /// What is known of one value.
  struct Held {
    Origin origin = Origin::nothing;
    bool origin_known = false;
    bool observed = false;          // by a certain operation
    std::uint32_t from = no_value;  // origin is cas: the value replaced
    std::uint32_t next = no_value;  // the value it was replaced by
    Stretch put;                    // of the origin
    std::uint32_t last_read_call = 0;
    std::uint32_t first_read_return = open_end;
  };

  struct Block {
    std::uint32_t first_return = 0;
    std::uint32_t last_call = 0;
  };

  bool put(std::uint32_t value, Origin origin, std::uint32_t from, Stretch when, bool known);
  [[nodiscard]] static bool is_there(const Held& held) {
    return held.origin_known || (held.origin != Origin::nothing && held.observed);
  }
  [[nodiscard]] bool link_chains();
  [[nodiscard]] bool make_blocks();
  [[nodiscard]] bool blocks_can_be_ordered();

  ByValue<Held> held_;
  std::vector<std::uint32_t> refused_;
  std::vector<Block> blocks_;
  bool applicable_ = true;
};

}  // namespace oncelab::models
