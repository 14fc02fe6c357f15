// Frontier: all configurations in which one partition may be after some of its events.
//
// A configuration is a state, how far each open operation has been placed, and how many of the
// unknown outcomes have been used. As late as possible ("just in time", Lowe 2016): only when an
// operation returns must it be placed, and then the open ones that have to come before it. Open
// operations that never change the state are placed as soon as they are allowed, which loses
// nothing (search.hpp); of two configurations that differ in their use of unknown outcomes alone,
// one that used no more of any is enough.
//
// Complexity: per return, the configurations times the orders of the open operations that matter;
// exponential in how many writes overlap. Memory: linear in the configurations.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/check/model.hpp>

namespace oncelab::check {

template <Model M>
class Frontier {
 public:
  using State = typename M::State;
  using Op = typename M::Op;
  using Count = std::uint32_t;  // of unknown outcomes of one kind

  static constexpr std::uint32_t slots_max = 64;
  static constexpr std::uint32_t no_slot = 0xFFFF'FFFFU;

  explicit Frontier(const State& initial) { now_.push_back({initial, {}}); }

  /// An answered operation is called; no_slot: too many are open at once.
  std::uint32_t open(const M& model, const Op& op) {
    std::uint32_t slot = 0;
    while (slot < slots_.size() && slots_[slot].in_use) {
      ++slot;
    }
    if (slot == slots_max) {
      return no_slot;
    }
    if (slot == slots_.size()) {
      slots_.emplace_back();
    }
    slots_[slot] = {op, static_cast<std::uint8_t>(model.points(op)), true,
                    model.points(op) == 1 && !model.changes_state(op)};
    for (Configuration& configuration : now_) {
      place_if_observer(model, configuration, slot);
    }
    return slot;
  }

  /// An operation of unknown outcome is called.
  void open_unknown(const M& model, const Op& op) {
    if (!model.changes_state(op)) {
      return;
    }
    const bool is_single = model.points(op) == 1;
    for (Kind& kind : kinds_) {
      if (is_single && kind.points == 1 && model.interchangeable(kind.op, op)) {
        kind.count += kind.count == std::numeric_limits<Count>::max() ? 0 : 1;  // more: never used
        return;
      }
    }
    kinds_.push_back({op, 1, static_cast<std::uint8_t>(model.points(op))});
    std::vector<Count> wider;
    const std::size_t before = kinds_.size() - 1;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      wider.insert(wider.end(), uses_.begin() + static_cast<std::ptrdiff_t>(i * before),
                   uses_.begin() + static_cast<std::ptrdiff_t>((i + 1) * before));
      wider.push_back(0);
    }
    uses_ = std::move(wider);
  }

  enum class Closed : std::uint8_t { possible, impossible, given_up };

  /// The operation returns. If that is impossible the frontier stays as it was. may_go_on() is
  /// asked now and then.
  Closed close(const M& model, std::uint32_t slot, const auto& may_go_on) {
    next_.clear();
    next_uses_.clear();
    seen_.clear();
    seen_uses_.clear();
    next_table_.reset(now_.size());
    seen_table_.reset(now_.size());
    for (const auto& [used, i] : by_use()) {
      add(model, now_[i], uses_of(uses_, i), slot);
    }
    for (std::size_t at = 0; at < seen_.size(); ++at) {
      expand(model, at, slot);
      if (++looked_at_ % report_interval == 0 && !may_go_on()) {
        return Closed::given_up;
      }
    }
    if (next_.empty()) {
      return Closed::impossible;
    }
    std::swap(now_, next_);
    std::swap(uses_, next_uses_);
    slots_[slot].in_use = false;
    return Closed::possible;
  }

  /// One of the states in which an operation is refused.
  [[nodiscard]] const State& a_state() const { return now_.front().state; }

  [[nodiscard]] std::size_t bytes() const {
    return sum([](const auto& vector) { return vector.capacity() * sizeof(vector[0]); }) +
           next_table_.bytes() + seen_table_.bytes();
  }
  /// What comes on top, at most, while the next configurations make vectors and tables grow.
  [[nodiscard]] std::size_t bytes_to_grow() const {
    return sum([](const auto& vector) {
             const bool is_nearly_full = vector.capacity() - vector.size() < vector.size() / 16;
             return is_nearly_full ? 2 * vector.capacity() * sizeof(vector[0]) : 0;
           }) +
           2 * (next_table_.bytes() + seen_table_.bytes());
  }

 private:
  struct Slot {
    Op op;
    std::uint8_t points = 0;
    bool in_use = false;
    bool observer = false;
  };
  struct Kind {
    Op op;
    Count count = 0;  // of single points; else 1
    std::uint8_t points = 1;
  };
  static constexpr std::uint32_t report_interval = 64;

  /// Two bits of progress for each slot.
  using Progress = std::array<std::uint64_t, 2>;
  struct Configuration {
    State state;
    Progress placed;
  };

  [[nodiscard]] std::size_t sum(const auto& of_vector) const {
    return of_vector(now_) + of_vector(next_) + of_vector(seen_) + of_vector(uses_) +
           of_vector(next_uses_) + of_vector(seen_uses_) + of_vector(slots_) + of_vector(kinds_);
  }

  [[nodiscard]] static unsigned progress(const Progress& placed, std::uint32_t slot) {
    return static_cast<unsigned>(placed[slot / 32] >> (slot % 32 * 2)) & 3U;
  }
  static void set_progress(Progress& placed, std::uint32_t slot, unsigned points) {
    placed[slot / 32] &= ~(std::uint64_t{3} << (slot % 32 * 2));
    placed[slot / 32] |= std::uint64_t{points} << (slot % 32 * 2);
  }

  [[nodiscard]] const Count* uses_of(const std::vector<Count>& uses, std::size_t index) const {
    return uses.data() + index * kinds_.size();
  }

  /// Those that used the least come first, so that what they make needless is not kept.
  const std::vector<std::pair<std::uint64_t, std::size_t>>& by_use() {
    order_.clear();
    for (std::size_t i = 0; i < now_.size(); ++i) {
      std::uint64_t used = 0;
      for (std::size_t k = 0; k < kinds_.size(); ++k) {
        used += uses_of(uses_, i)[k];
      }
      order_.emplace_back(used, i);
    }
    if (!kinds_.empty()) {
      std::ranges::sort(order_);
    }
    return order_;
  }

  void place_if_observer(const M& model, Configuration& configuration, std::uint32_t slot) const {
    if (slots_[slot].in_use && slots_[slot].observer && progress(configuration.placed, slot) == 0) {
      State after = configuration.state;
      if (model.apply(after, slots_[slot].op, 0, 0)) {
        set_progress(configuration.placed, slot, 1);
      }
    }
  }

  /// To what is to be expanded or, if the returning operation is placed, to the next frontier.
  void add(const M& model, Configuration configuration, const Count* uses, std::uint32_t slot) {
    for (std::uint32_t open = 0; open < slots_.size(); ++open) {
      place_if_observer(model, configuration, open);
    }
    const bool is_placed = progress(configuration.placed, slot) == slots_[slot].points;
    if (is_placed) {
      set_progress(configuration.placed, slot, 0);
    }
    insert(model, is_placed ? next_ : seen_, is_placed ? next_uses_ : seen_uses_,
           is_placed ? next_table_ : seen_table_, configuration, uses);
  }

  /// Unless one that is at least as good is there. Uses are copied before the vector grows.
  void insert(const M& model, std::vector<Configuration>& to, std::vector<Count>& to_uses,
              IndexTable& table, const Configuration& configuration, const Count* uses) {
    const auto hash_of = [&](const Configuration& c) {
      return (model.hash(c.state) ^ c.placed[0] * 0x9E3779B97F4A7C15ULL) +
             (c.placed[1] ^ c.placed[0] >> 31U) * 0xD6E8FEB86659FD93ULL;
    };
    const std::size_t kinds = kinds_.size();
    const auto size = static_cast<std::uint32_t>(to.size());
    table.make_room(size, [&](std::uint32_t i) { return hash_of(to[i]); });
    std::array<Count, 64> few;
    std::vector<Count> many;
    const Count* mine = few.data();
    if (kinds <= few.size()) {
      std::copy_n(uses, kinds, few.data());
    } else {
      many.assign(uses, uses + kinds);
      mine = many.data();
    }
    const std::uint32_t found =
        table.find_or_insert(hash_of(configuration), size, [&](std::uint32_t other) {
          return to[other].state == configuration.state &&
                 to[other].placed == configuration.placed &&
                 is_at_least_as_good(uses_of(to_uses, other), mine);
        });
    if (found == size) {
      to.push_back(configuration);
      to_uses.insert(to_uses.end(), mine, mine + kinds);
    }
  }

  [[nodiscard]] bool is_at_least_as_good(const Count* a, const Count* b) const {
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      // Half way through an operation is neither better nor worse than not begun.
      if (a[k] != b[k] && (kinds_[k].points == 1 ? a[k] > b[k] : b[k] != kinds_[k].points)) {
        return false;
      }
    }
    return true;
  }

  void expand(const M& model, std::size_t at, std::uint32_t slot) {
    const Configuration from = seen_[at];
    for (std::uint32_t other = 0; other < slots_.size(); ++other) {
      const unsigned point = slots_[other].in_use && !slots_[other].observer
                                 ? progress(from.placed, other)
                                 : slots_[other].points;
      if (point >= slots_[other].points) {
        continue;
      }
      for (unsigned choice = 0; choice < model.choices(slots_[other].op, point); ++choice) {
        Configuration to = from;
        if (model.apply(to.state, slots_[other].op, point, choice)) {
          set_progress(to.placed, other, point + 1);
          add(model, to, uses_of(seen_uses_, at), slot);
        }
      }
    }
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const Count used = uses_of(seen_uses_, at)[k];
      const bool is_single = kinds_[k].points == 1;
      if (used >= (is_single ? kinds_[k].count : kinds_[k].points)) {
        continue;
      }
      const unsigned point = is_single ? 0 : used;
      const bool is_last = point + 1U == kinds_[k].points;
      for (unsigned choice = 0; choice < model.choices(kinds_[k].op, point); ++choice) {
        Configuration to = from;
        if (model.apply(to.state, kinds_[k].op, point, choice) &&
            !(is_last && to.state == from.state)) {
          std::vector<Count> uses(uses_of(seen_uses_, at), uses_of(seen_uses_, at) + kinds_.size());
          ++uses[k];
          add(model, to, uses.data(), slot);
        }
      }
    }
  }

  std::uint32_t looked_at_ = 0;
  std::vector<Slot> slots_;
  std::vector<Kind> kinds_;
  std::vector<Configuration> now_, next_, seen_;
  std::vector<Count> uses_, next_uses_, seen_uses_;  // kinds_.size() for each
  IndexTable next_table_, seen_table_;
  std::vector<std::pair<std::uint64_t, std::size_t>> order_;
};

}  // namespace oncelab::check
