// api-request: how requests under one idempotency key may be answered; the key is the partition.
//
//   request F or [F, LEASE_MS]   F is the fingerprint, a text; without a lease a claim never ends
//     [executed, RESPONSE, AT]   two points: claim; completion with RESPONSE
//     [failed, AT]               two points: claim; release. The handler answered 5xx
//     [threw, AT]                two points: claim; release, or a claim that had been taken over:
//                                the exception that came out does not say which
//     [lost, RESPONSE, AT]       two points: claim; then the request found that its claim had been
//                                taken over, so that its RESPONSE was not stored
//     [lost_failure, AT]         the same, of a handler that failed
//     [replayed, RESPONSE]       one point: the key was completed for F, with exactly this response
//     key_reused                 one point: the key was bound to another fingerprint, claimed, even
//                                if the lease was over, or completed
//     [in_flight, AT]            one point: a claim for F held, and its lease was not over
//     unknown                    nothing; a claim; a claim and a completion with a response nobody
//                                knows; or a claim and a release
//
// A claim can be had where the key is free or the lease of a claim for F is over. Who claimed holds
// the claim until somebody takes it over, so a completion after the end of a lease is fine.
// AT is what the store's clock said when it answered the request's claim, in milliseconds; without
// it a claim and `in_flight` are allowed whether a lease is over or not. What is done about other
// things that nobody recorded is in claim_state.hpp.
//
// A request without a key (nil) is executed or fails, and says nothing about any other.
//
// A replay may be the first to show a response that nobody knew, and thereby fixes it: it is not an
// observer. (Where it is not known to have happened, more stays allowed, so that a prefix of a
// legal history is legal.) Everything is constant time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/bind.hpp>
#include <oncelab/models/claim_state.hpp>

namespace oncelab::models {

class ApiRequest {
 public:
  using State = ClaimState;  // an owner is the index of its operation

  enum class Answer : std::uint8_t {
    executed,
    failed,
    threw,
    lost,
    lost_failure,
    replayed,
    key_reused,
    in_flight,
    unknown,
  };
  struct Op {
    Answer answer = Answer::unknown;
    bool has_key = true;
    std::uint32_t owner = 0;
    history::Value key;
    ClaimTerms terms;
    history::Value response;  // of executed, lost and replayed
  };

  [[nodiscard]] std::string_view name() const { return "api-request"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "request F or [F,LEASE_MS] key KEY -> [executed,RESPONSE,AT] | [failed,AT] | "
           "[threw,AT] | [lost,RESPONSE,AT] | [lost_failure,AT] | [replayed,RESPONSE] | "
           "key_reused | [in_flight,AT], where ,AT may be missing";
  }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return {}; }
  [[nodiscard]] unsigned points(const Op& op) const {
    const bool one = op.answer == Answer::replayed || op.answer == Answer::key_reused ||
                     op.answer == Answer::in_flight;
    return op.has_key && !one ? 2 : 1;
  }
  [[nodiscard]] unsigned choices(const Op& op, unsigned point) const {
    const bool open = op.answer == Answer::unknown || op.answer == Answer::threw;
    return op.has_key && open && point == 1 ? 2 : 1;
  }
  bool apply(State& state, const Op& op, unsigned point, unsigned choice) const {
    if (!op.has_key) {
      return op.answer == Answer::executed || op.answer == Answer::failed ||
             op.answer == Answer::threw;
    }
    switch (op.answer) {
      case Answer::replayed:
        return replay(state, op);
      case Answer::key_reused:
        return is_bound_to_another(state, op.terms.fingerprint);
      case Answer::in_flight:
        return may_be_in_flight(state, op.terms);
      case Answer::executed:
      case Answer::failed:
      case Answer::threw:
      case Answer::lost:
      case Answer::lost_failure:
      case Answer::unknown:
        break;
    }
    return point == 0 ? claim(state, op) : end(state, op, choice);
  }
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.has_key && op.answer != Answer::key_reused && op.answer != Answer::in_flight;
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.answer == y.answer && x.has_key == y.has_key && x.terms == y.terms &&
           x.response == y.response;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return (models::hash(op.terms) * 3 + history::hash(op.response)) * 16 +
           static_cast<std::uint64_t>(op.answer);
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const { return models::hash(state); }

  [[nodiscard]] std::string state_text(const history::History& history, const State& state) const;
  [[nodiscard]] std::string objection(const history::History& history, const State& state,
                                      const Op& op, unsigned point) const;

 private:
  static bool replay(State& state, const Op& op) {
    if (!may_replay(state, op.terms.fingerprint, op.response)) {
      return false;
    }
    complete(state, op.response);
    return true;
  }

  static bool claim(State& state, const Op& op) {
    if (!may_start(state, op.terms)) {
      return false;
    }
    start(state, op.terms, op.owner);
    return true;
  }

  static bool end(State& state, const Op& op, unsigned choice) {
    const bool lost = op.answer == Answer::lost || op.answer == Answer::lost_failure ||
                      (op.answer == Answer::threw && choice == 1);
    if (lost) {
      return may_have_lost(state, op.owner);
    }
    if (!may_hold(state, op.owner)) {
      return false;
    }
    if (op.answer == Answer::executed) {
      complete(state, op.response);
    } else if (op.answer == Answer::unknown && choice == 0) {
      complete(state, std::nullopt);
    } else {
      release(state, std::nullopt);
    }
    return true;
  }

  bool read_answer(const history::History& history, const history::Value& output, Op& op) const;
  [[nodiscard]] static std::string answer_text(const history::History& history, const Op& op);

  history::Symbol request_{}, executed_{}, failed_{}, threw_{}, lost_{}, lost_failure_{},
      replayed_{}, key_reused_{}, in_flight_{};
};

}  // namespace oncelab::models
