// claim-store: what a store of claims may answer, per key.
//
//   begin F or [F, LEASE_MS]     F is the fingerprint, a text; without a lease a claim never ends
//     [started, OWNER, AT]       the key was free, or the lease of a claim for F was over; OWNER,
//     an
//                                integer, is not the owner of the claim before
//     [in_flight, AT]            a claim for F held, and its lease was not over
//     mismatch                   the key was bound to another fingerprint: claimed, even if the
//                                lease was over, or completed
//     [replay, RESPONSE]         the key was completed for F, with exactly this response
//     unknown                    may have claimed the key, for an owner and from a time that nobody
//                                knows
//   finish [OWNER, RESPONSE]     ok: OWNER held the claim, be its lease over or not; the key is now
//                                completed, for good. lost_claim: OWNER did not hold it
//   release OWNER                ok: OWNER held the claim; the key is now free, also of its
//                                fingerprint. lost_claim: OWNER did not hold it
//
// AT is what the store's clock said when it decided, in milliseconds; without it `started` and
// `in_flight` are allowed whether the lease is over or not. What is done about other things that
// nobody recorded is in claim_state.hpp.
//
// Every answer has one point. Everything is constant time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/bind.hpp>
#include <oncelab/models/claim_state.hpp>

namespace oncelab::models {

class ClaimStore {
 public:
  using State = ClaimState;

  enum class Kind : std::uint8_t {
    started,
    started_unseen,  // a begin of unknown outcome
    in_flight,
    mismatch,
    replay,
    finished,
    released,
    lost,  // a finish or a release
  };
  struct Op {
    Kind kind = Kind::lost;
    history::Value key;
    ClaimTerms terms;         // of a begin
    std::int64_t owner = 0;   // of started, finished, released and lost
    history::Value response;  // of replay and finished
  };

  [[nodiscard]] std::string_view name() const { return "claim-store"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "begin F or [F,LEASE_MS] key KEY -> [started,OWNER,AT] | [in_flight,AT] | mismatch | "
           "[replay,RESPONSE], where ,AT may be missing; finish [OWNER,RESPONSE] key KEY -> ok | "
           "lost_claim; release OWNER key KEY -> ok | lost_claim";
  }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return {}; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    switch (op.kind) {
      case Kind::started:
        if (!may_start(state, op.terms) || !is_fresh(state, op.owner)) {
          return false;
        }
        start(state, op.terms, op.owner);
        return true;
      case Kind::started_unseen:
        if (!may_start(state, op.terms)) {
          return false;
        }
        start(state, op.terms, std::nullopt);
        return true;
      case Kind::in_flight:
        return may_be_in_flight(state, op.terms);
      case Kind::mismatch:
        return is_bound_to_another(state, op.terms.fingerprint);
      case Kind::replay:
        return may_replay(state, op.terms.fingerprint, op.response);
      case Kind::finished:
        if (!may_hold(state, op.owner)) {
          return false;
        }
        complete(state, op.response);
        return true;
      case Kind::released:
        if (!may_hold(state, op.owner)) {
          return false;
        }
        release(state, op.owner);
        return true;
      case Kind::lost:
        break;
    }
    return may_have_lost(state, op.owner);
  }
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.kind == Kind::started || op.kind == Kind::started_unseen ||
           op.kind == Kind::finished || op.kind == Kind::released;
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.terms == y.terms && x.owner == y.owner && x.response == y.response;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    const auto owner = static_cast<std::uint64_t>(op.owner);
    return ((models::hash(op.terms) * 3 + history::hash(op.response)) * 5 + owner) * 7 +
           static_cast<std::uint64_t>(op.kind);
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const { return models::hash(state); }

  [[nodiscard]] std::string state_text(const history::History& history, const State& state) const;
  [[nodiscard]] std::string objection(const history::History& history, const State& state,
                                      const Op& op, unsigned point) const;

 private:
  bool compile_begin(const history::History& history, const history::Operation& operation,
                     bool known, Op& op) const;
  bool compile_end(const history::History& history, const history::Operation& operation, bool known,
                   Op& op) const;

  history::Symbol begin_{}, finish_{}, release_{};
  history::Symbol started_{}, in_flight_{}, mismatch_{}, replay_{}, ok_{}, lost_claim_{};
};

}  // namespace oncelab::models
