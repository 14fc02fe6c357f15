// ClaimState: one key as a claim store and the requests under the key see it.
//
//   free        nobody is at it; the next request may claim it
//   claimed     by an owner, for the request with this fingerprint, until the lease is over
//   completed   with a response, for good
//
// Times are what the store's clock said, in milliseconds; a lease covers [start, start + lease).
// What nobody recorded is unknown, and then whatever could be is allowed:
//   - a claim whose start is unknown has an end that nobody knows: it may be over, and may not be;
//   - an answer without a time may have been given before a known end, or after it;
//   - a claim that nobody saw being granted has an owner of unknown token, but not that of the
//     owner before it. Each answer about a token is judged alone: it may be that of the owner, and
//     may not be;
//   - a response that nobody saw being stored is any response, and the same from its first replay
//     on.
//
// Functions that decide come in pairs, may_... and its change; the caller asks before it changes.
// A value without cycles or pointers; everything is constant time, claim_text() aside.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

/// What a request says when it asks for a claim, and the time at which it was answered.
struct ClaimTerms {
  history::Symbol fingerprint = no_symbol;
  std::optional<std::int64_t> lease_ms;  // nothing: the claim never ends
  std::optional<std::int64_t> at_ms;     // nothing: not recorded
  friend bool operator==(const ClaimTerms&, const ClaimTerms&) = default;
};

/// Of `F` or `[F, LEASE_MS]`; false if the input is something else.
[[nodiscard]] bool read_terms(const history::History& history, const history::Value& input,
                              ClaimTerms& terms);

struct ClaimState {
  enum class Phase : std::uint8_t { free, claimed, completed };
  enum class Lease : std::uint8_t { endless, ends, ends_some_time };

  Phase phase = Phase::free;
  Lease lease = Lease::endless;    // of a claim
  bool holder_is_last = false;     // of a claim; else its owner is any other than `last_owner`
  bool response_is_known = false;  // of a completed key
  history::Symbol fingerprint = no_symbol;
  std::int64_t lease_end_ms = 0;           // of a lease that ends
  std::optional<std::int64_t> last_owner;  // the last one known; outlives the claim
  history::Value response;

  friend bool operator==(const ClaimState&, const ClaimState&) = default;
};

[[nodiscard]] inline bool is_bound_to_another(const ClaimState& state, history::Symbol print) {
  return state.phase != ClaimState::Phase::free && state.fingerprint != print;
}

[[nodiscard]] inline bool may_be_over(const ClaimState& state, std::optional<std::int64_t> at_ms) {
  return state.lease == ClaimState::Lease::ends_some_time ||
         (state.lease == ClaimState::Lease::ends && (!at_ms || *at_ms >= state.lease_end_ms));
}

[[nodiscard]] inline bool may_last(const ClaimState& state, std::optional<std::int64_t> at_ms) {
  return state.lease != ClaimState::Lease::ends || !at_ms || *at_ms < state.lease_end_ms;
}

[[nodiscard]] inline bool may_be_in_flight(const ClaimState& state, const ClaimTerms& terms) {
  return state.phase == ClaimState::Phase::claimed && state.fingerprint == terms.fingerprint &&
         may_last(state, terms.at_ms);
}

/// On a free key, or as a take-over.
[[nodiscard]] inline bool may_start(const ClaimState& state, const ClaimTerms& terms) {
  return state.phase == ClaimState::Phase::free ||
         (state.phase == ClaimState::Phase::claimed && state.fingerprint == terms.fingerprint &&
          may_be_over(state, terms.at_ms));
}

/// Two claims in a row never have the same owner.
[[nodiscard]] inline bool is_fresh(const ClaimState& state, std::int64_t owner) {
  const bool last_is_known = state.phase != ClaimState::Phase::claimed || state.holder_is_last;
  return !last_is_known || state.last_owner != owner;
}

/// `owner` nothing: a claim that nobody saw being granted.
inline void start(ClaimState& state, const ClaimTerms& terms, std::optional<std::int64_t> owner) {
  using Lease = ClaimState::Lease;
  const bool owner_was_unseen = state.phase == ClaimState::Phase::claimed && !state.holder_is_last;
  state.phase = ClaimState::Phase::claimed;
  state.fingerprint = terms.fingerprint;
  state.lease = !terms.lease_ms ? Lease::endless
                : terms.at_ms   ? Lease::ends
                                : Lease::ends_some_time;
  state.lease_end_ms = 0;
  if (state.lease == Lease::ends) {
    constexpr std::int64_t end_of_time = std::numeric_limits<std::int64_t>::max();
    const bool is_beyond = *terms.at_ms > end_of_time - *terms.lease_ms;
    state.lease_end_ms = is_beyond ? end_of_time : *terms.at_ms + *terms.lease_ms;
  }
  if (owner || owner_was_unseen) {
    state.last_owner = owner;
  }
  state.holder_is_last = owner.has_value();
}

[[nodiscard]] inline bool may_hold(const ClaimState& state, std::int64_t owner) {
  return state.phase == ClaimState::Phase::claimed &&
         state.holder_is_last == (state.last_owner == owner);
}

[[nodiscard]] inline bool may_have_lost(const ClaimState& state, std::int64_t owner) {
  return !state.holder_is_last || state.last_owner != owner;
}

/// Completed for good: who held the claim does not matter any more.
inline void complete(ClaimState& state, std::optional<history::Value> response) {
  ClaimState completed;
  completed.phase = ClaimState::Phase::completed;
  completed.fingerprint = state.fingerprint;
  completed.response_is_known = response.has_value();
  completed.response = response.value_or(history::Value{});
  state = completed;
}

/// `owner` nothing: owners of this model are never the same anyway.
inline void release(ClaimState& state, std::optional<std::int64_t> owner) {
  state = {};
  state.last_owner = owner;
}

[[nodiscard]] inline bool may_replay(const ClaimState& state, history::Symbol print,
                                     const history::Value& response) {
  return state.phase == ClaimState::Phase::completed && state.fingerprint == print &&
         (!state.response_is_known || state.response == response);
}

[[nodiscard]] std::uint64_t hash(const ClaimState& state);
[[nodiscard]] std::uint64_t hash(const ClaimTerms& terms);

/// "claimed by owner 5 for f1 until 100 ms"; `holder` is what to call the owner, if it is known.
[[nodiscard]] std::string claim_text(const history::History& history, const ClaimState& state,
                                     std::string_view holder);

/// " at 50 ms", or nothing.
[[nodiscard]] std::string at_text(const ClaimTerms& terms);

}  // namespace oncelab::models
