// Laws: whether a model keeps what it claims (model.hpp), tried on the operations of a history.
//
//   EXPECT_EQ(check::broken_law(MyModel(), history, random), "");
//
// Takes each operation as it was answered and with its answer lost, and the states that random
// sequences of their points lead to, and holds every operation against every state:
//
//   law 1  apply() does the same again
//   law 2  changes_state() is false of operations only that change nothing
//   law 3  interchangeable() and kind_hash(): what is said to be alike does the same
//   law 7  a copy of the model does what the model does
//   hash   equal states have equal hashes
//   look-ahead (look_ahead.hpp): where may_become() is false, nothing but sources helps
//
// Does not promise to find a wrong claim: the history has to have the operations and the states for
// it. Many small random histories find more than a long one. Laws of whole histories (5 and 6) are
// for tests that check histories. Complexity: operations^2 * states, per partition.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/check/look_ahead.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/check/split.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::check {

/// The laws of one partition.
template <Model M>
class LawTrial {
 public:
  using Op = typename M::Op;
  using State = typename M::State;

  LawTrial(const M& model, const history::History& history, const Split<M>& split,
           const typename Split<M>::Part& part, Prng& random)
      : model_(model), history_(history), split_(split), part_(part), random_(random) {
    for (const Moment& moment : split.moments(part)) {
      if (!moment.is_return) {
        add(moment.operation, false);
        if (split.compiled(moment.operation).known) {
          add(moment.operation, true);
        }
      }
    }
    states_ = walk(model.initial(part.key), walk_steps, [](const Said&) { return true; });
  }

  /// Empty if all hold.
  [[nodiscard]] std::string broken() {
    std::string law = broken_hash();
    for (const Said& a : said_) {
      for (const State& state : states_) {
        law = !law.empty() ? law : broken_in(a, state);
      }
      for (const Said& b : said_) {
        law = !law.empty() ? law : broken_by(a, b);
      }
    }
    law = !law.empty() ? law : broken_by_copy();
    if constexpr (HasLookAhead<M>) {
      law = !law.empty() ? law : broken_look_ahead();
    }
    return law;
  }

 private:
  static constexpr int walk_steps = 30;
  static constexpr int walks_without_sources = 4;

  struct Said {
    Op op;
    std::uint32_t operation = 0;
    bool known = false;
  };
  struct Step {
    bool allowed = false;
    State after;
    friend bool operator==(const Step& a, const Step& b) {
      return a.allowed == b.allowed && (!a.allowed || a.after == b.after);
    }
  };

  void add(std::uint32_t operation, bool known) {
    Said said{{}, operation, known};
    if (model_.compile(history_, history::OperationIndex{operation}, known, said.op)) {
      said_.push_back(said);
    }
  }

  [[nodiscard]] static Step step(const M& model, State state, const Op& op, unsigned point,
                                 unsigned choice) {
    const bool allowed = model.apply(state, op, point, choice);
    return {allowed, state};
  }

  /// Points at random, in no order, of those that may.
  template <class May>
  [[nodiscard]] std::deque<State> walk(const State& from, int steps, May&& may) {
    std::deque<State> states{from};
    for (int i = 0; i < steps && !said_.empty(); ++i) {
      const Said& said = said_[random_.below(said_.size())];
      const auto point = static_cast<unsigned>(random_.below(model_.points(said.op)));
      const auto choice = static_cast<unsigned>(random_.below(model_.choices(said.op, point)));
      const Step done = step(model_, states.back(), said.op, point, choice);
      if (may(said) && done.allowed) {
        states.push_back(done.after);
      }
    }
    return states;
  }

  /// Calls body(point, choice) for all there are.
  template <class Body>
  void for_each_way(const Op& op, Body&& body) const {
    for (unsigned point = 0; point < model_.points(op); ++point) {
      for (unsigned choice = 0; choice < model_.choices(op, point); ++choice) {
        body(point, choice);
      }
    }
  }

  [[nodiscard]] std::string text(const Said& said) const {
    return "#" + std::to_string(said.operation) + " " +
           to_text(history_, history::OperationIndex{said.operation}) +
           (said.known ? "" : " (answer lost)");
  }
  [[nodiscard]] std::string text(const State& state) const {
    return std::string(model_.state_text(history_, state));
  }

  [[nodiscard]] std::string text(const Said& said, const State& state) const {
    return text(said) + ", when " + text(state);
  }

  [[nodiscard]] std::string broken_hash() const {
    for (const State& a : states_) {
      for (const State& b : states_) {
        if (a == b && model_.hash(a) != model_.hash(b)) {
          return "hash() differs for equal states: " + text(a);
        }
      }
    }
    return "";
  }

  /// Laws 1 and 2.
  [[nodiscard]] std::string broken_in(const Said& said, const State& state) const {
    std::string law;
    for_each_way(said.op, [&](unsigned point, unsigned choice) {
      const Step once = step(model_, state, said.op, point, choice);
      if (!(step(model_, state, said.op, point, choice) == once)) {
        law = "law 1: apply() does something else the second time: " + text(said, state);
      } else if (once.allowed && !model_.changes_state(said.op) && !(once.after == state)) {
        law = "law 2: changes_state() is false of an operation that changes the state: " +
              text(said, state) + ", and then " + text(once.after);
      }
    });
    return law;
  }

  /// Law 7. What follows has been seen by the model before: a copy does not number it anew.
  [[nodiscard]] std::string broken_by_copy() const {
    const M copy = model_;
    std::string law;
    for (const Said& said : said_) {
      for (const State& state : states_) {
        for_each_way(said.op, [&](unsigned point, unsigned choice) {
          if (!(step(copy, state, said.op, point, choice) ==
                step(model_, state, said.op, point, choice))) {
            law = "law 7: a copy of the model does something else: " + text(said, state);
          }
        });
      }
    }
    return law;
  }

  /// An owner token is the index of its operation, a number of 32 bits.
  [[nodiscard]] static Op with_owner_of(Op op, const Op& other) {
    if constexpr (requires { requires std::same_as<decltype(op.owner), std::uint32_t>; }) {
      op.owner = other.owner;
    }
    return op;
  }

  /// Law 3.
  [[nodiscard]] std::string broken_by(const Said& a, const Said& b) const {
    const bool alike = model_.interchangeable(a.op, b.op);
    const auto both = [&] { return text(a) + ", and " + text(b); };
    if (alike != model_.interchangeable(b.op, a.op)) {
      return "law 3: interchangeable() depends on the order of its arguments: " + both();
    }
    if (!alike) {
      return "";
    }
    if (model_.kind_hash(a.op) != model_.kind_hash(b.op)) {
      return "law 3: kind_hash() differs for interchangeable operations: " + both();
    }
    if (model_.points(a.op) != model_.points(b.op) ||
        model_.changes_state(a.op) != model_.changes_state(b.op)) {
      return "law 3: interchangeable operations differ in points() or changes_state(): " + both();
    }
    const Op twin = with_owner_of(b.op, a.op);
    std::string law;
    for (const State& state : states_) {
      for_each_way(a.op, [&](unsigned point, unsigned choice) {
        if (!(step(model_, state, a.op, point, choice) ==
              step(model_, state, twin, point, choice))) {
          law = "law 3: interchangeable operations do not do the same: " + both() + ", when " +
                text(state);
        }
      });
    }
    return law;
  }

  /// Where may_become() is false, other operations than sources do not lead to what is demanded.
  [[nodiscard]] std::string broken_look_ahead()
    requires HasLookAhead<M>
  {
    std::vector<std::uint32_t> index;
    std::vector<Interval<Op>> intervals;
    note_intervals(split_, part_, index, intervals);
    Sources sources;
    model_.look_ahead(std::span(std::as_const(intervals)), sources);
    for (const std::uint32_t demand : sources.all_demands()) {
      const Op& op = split_.compiled(demand).op;
      if (!split_.compiled(demand).known) {
        return "look-ahead: a demand has no answer: " + text(Said{op, demand, false});
      }
      const auto is_no_source = [&](const Said& said) {
        return said.operation != demand &&
               said.known == split_.compiled(said.operation).known &&  // as look_ahead() saw it
               !is_source(sources, said.operation, demand);
      };
      for (const State& state : states_) {
        for (int i = 0; i < walks_without_sources && !model_.may_become(state, op); ++i) {
          for (const State& reached : walk(state, walk_steps / 2, is_no_source)) {
            if (step(model_, reached, op, 0, 0).allowed) {
              return "look-ahead: may_become() is false, but without a source the state became "
                     "what is demanded by " +
                     text(Said{op, demand, true}) + ", from when " + text(state);
            }
          }
        }
      }
    }
    return "";
  }
  [[nodiscard]] static bool is_source(const Sources& sources, std::uint32_t operation,
                                      std::uint32_t demand) {
    return std::ranges::any_of(sources.all_supplies(), [&](const Sources::Pair& supply) {
      return supply.operation == operation &&
             std::ranges::any_of(sources.all_needs(), [&](const Sources::Pair& need) {
               return need.operation == demand && need.source_class == supply.source_class;
             });
    });
  }

  const M& model_;
  const history::History& history_;
  const Split<M>& split_;
  const typename Split<M>::Part& part_;
  Prng& random_;
  std::vector<Said> said_;
  std::deque<State> states_;
};

/// The first law that does not hold, in words, with the operation and the state; empty if all do.
template <Model M>
[[nodiscard]] std::string broken_law(M model, const history::History& history, Prng& random) {
  model.bind(history);
  Split<M> split;
  if (!split.make(model, history, {})) {
    return "an operation is not one of the model's: " + to_text(history, *split.misfit());
  }
  for (const auto& part : split.parts()) {
    if (std::string law = LawTrial<M>(model, history, split, part, random).broken(); !law.empty()) {
      return law;
    }
  }
  return "";
}

}  // namespace oncelab::check
