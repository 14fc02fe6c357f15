// mutex: acquired while it is free, released while it is held.
//
//   acquire (lock)     it was free
//   release (unlock)   it was held; with option owner = client, by the client that releases it
//
// The answer false says that it was not so, and that nothing happened. A call that is certain not
// to have happened (it was refused, it timed out) is to be recorded with outcome fail. There is one
// mutex per key. Everything is constant time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::models {

class Mutex {
 public:
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};
  static constexpr bool is_streamable = true;
  using State = std::uint64_t;  // the client that holds it
  struct Op {
    bool acquires = true;
    bool refused = false;
    std::uint64_t client = nobody;
  };

  explicit Mutex(bool has_owner) : has_owner_(has_owner) {}

  [[nodiscard]] std::string_view name() const { return "mutex"; }
  [[nodiscard]] std::string_view vocabulary() const { return "acquire (lock); release (unlock)"; }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return nobody; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    const bool possible = op.acquires  ? state == nobody
                          : has_owner_ ? state == op.client
                                       : state != nobody;
    if (!op.refused) {
      state = op.acquires ? op.client : nobody;
    }
    return possible != op.refused;
  }
  [[nodiscard]] bool changes_state(const Op& op) const { return !op.refused; }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.acquires == y.acquires && x.refused == y.refused && x.client == y.client;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return hash(op.client) * 5 + (op.acquires ? 1 : 0) + (op.refused ? 2 : 0);
  }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::integer(static_cast<std::int64_t>(state)));
  }

  [[nodiscard]] std::string state_text(const history::History& history, State state) const;
  [[nodiscard]] std::string objection(const history::History& history, State state, const Op& op,
                                      unsigned point) const;

 private:
  bool has_owner_;
  history::Symbol acquire_{}, lock_{}, release_{}, unlock_{}, false_{};
};

}  // namespace oncelab::models
