// What the domain layer checks beyond the state of an order, as data.
//
//   seed     the state and the reference alone: any amount and any reference is accepted, and every
//            refusal is `invalid_state`
//   strict   the payment must name a reference and a positive amount; the amount must be that of
//            the order, where the order names one, and the same in every repetition; a refusal says
//            whether the payment clashes with another (`conflict`) or the order waits for none
//
// Promises: whatever strict applies, seed applies too; no profile applies two payments to one
// order. Threads: constants.
#pragma once

#include <array>
#include <string_view>

namespace oncelab::domain {

struct Profile {
  std::string_view name;
  bool checks_input;          // refuses an empty reference and an amount that is not positive
  bool checks_amount;         // against the total of the order, and against the earlier payment
  bool tells_conflict_apart;  // `conflict` is an answer of its own, not an `invalid_state`
};

extern const Profile seed_profile;
extern const Profile strict_profile;

[[nodiscard]] std::array<const Profile*, 2> profiles();

}  // namespace oncelab::domain
