// Players: for each subject a right implementation, one atomic point at a time, and clients that
// use it at random.
//
// Nothing here is taken from models/ or from the specifications of the oracle: what a right
// implementation answers must be legal for both.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>

namespace oncelab::meta {

class Player {
 public:
  Player(const DraftShape& shape, Prng& random) : shape_(shape), random_(random) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;

  /// What some client asks next: f, key and input.
  [[nodiscard]] virtual DraftOperation call() = 0;

  /// Performs the next point; true when that was the last, and the operation has its answer.
  virtual bool step(DraftOperation& operation, std::uint32_t self, unsigned point) = 0;

  /// An answer that this operation might have in some history.
  [[nodiscard]] virtual Words any_answer(const DraftOperation& operation) = 0;

 protected:
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  [[nodiscard]] bool chance(std::uint64_t numerator, std::uint64_t denominator) {
    return random_.chance(numerator, denominator);
  }
  [[nodiscard]] std::string any_key() { return numbered("k", shape_.keys); }
  [[nodiscard]] std::string any_value() {
    return shape_.unique == 0 ? numbered("", shape_.values)
                              : unique_value(below(shape_.operations / 2 + 1));
  }
  /// Of a write, or of what is put in.
  [[nodiscard]] std::string new_value() {
    return shape_.unique == 0 ? any_value() : unique_value(shape_.unique_from + puts_++);
  }
  [[nodiscard]] bool is_unique() const { return shape_.unique != 0; }
  /// prefix0, prefix1, ...
  [[nodiscard]] std::string numbered(std::string prefix, std::uint64_t bound) {
    return prefix.append(std::to_string(below(bound)));
  }

 private:
  /// Different for different numbers, never 0, in an order of their own.
  [[nodiscard]] std::string unique_value(std::uint64_t number) const {
    constexpr std::uint64_t prime = 101;
    return std::to_string(number / prime * prime + number * shape_.unique % prime + 1);
  }

  DraftShape shape_;
  Prng& random_;
  std::uint64_t puts_ = 0;
};

[[nodiscard]] std::unique_ptr<Player> player_of(Subject subject, const DraftShape& shape,
                                                Prng& random);

// Of player_of(), one per file:
[[nodiscard]] std::unique_ptr<Player> claim_store_player(const DraftShape& shape, Prng& random);
[[nodiscard]] std::unique_ptr<Player> api_request_player(const DraftShape& shape, Prng& random);
[[nodiscard]] std::unique_ptr<Player> data_player(Subject subject, const DraftShape& shape,
                                                  Prng& random);
[[nodiscard]] std::unique_ptr<Player> order_player(bool strict, const DraftShape& shape,
                                                   Prng& random);

}  // namespace oncelab::meta
