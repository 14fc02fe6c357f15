// ContractExperiment: what the experiments of all contracts have in common. It runs a program's
// operations on its clients, records history and effects, and judges a run twice over: is the
// history linearizable, and are the effects those that the answers claim?
//
// A contract says how its system under test is made and called, and what its effects must be. Not
// for use by two threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/world/effect_ledger.hpp>

namespace oncelab::properties {

class ContractExperiment : public scenario::Experiment {
 public:
  // runtime::Subject
  [[nodiscard]] unsigned clients() const final { return static_cast<unsigned>(operations_.size()); }
  void set_up() final;
  void client(ClientId id) final;
  void finish() final;
  void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) final;
  void on_crash(unsigned process, std::uint32_t step) final;
  void on_restart(unsigned process, std::uint32_t step) final;
  void on_clock_step(std::uint64_t ns, std::uint32_t step) final;

  // scenario::Experiment
  [[nodiscard]] const history::History& history() const final { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() final;
  [[nodiscard]] std::optional<std::string> undecided() const final;
  [[nodiscard]] std::string explain() final;
  [[nodiscard]] std::vector<scenario::Goal> goals() const final { return goals_; }
  [[nodiscard]] bool alike(ClientId a, ClientId b) const final {
    return alike_[raw(a)] == alike_[raw(b)];
  }
  [[nodiscard]] std::uint32_t partition(ClientId client, std::uint32_t operation) const final {
    return partitions_[raw(client)][operation];
  }

 protected:
  /// Without a checker only effects are judged. `calls` names what the history holds: "deliveries".
  ContractExperiment(const scenario::Program& program, std::unique_ptr<check::Checker> checker,
                     std::string calls);

  // What a contract brings. make() and destroy() run on the main thread of a run, perform() on the
  // client's: one operation of the program, made of one or more recorded calls.
  virtual void make() = 0;
  virtual void destroy() = 0;
  /// Was it answered? If not, the client does it again, until it is.
  virtual bool perform(ClientId id, std::size_t operation) = 0;
  /// All that a client does: its operations, one after the other.
  virtual void serve(ClientId id);
  /// Before make(), in every run: a world in which nothing has happened.
  virtual void begin_world() {}
  /// What a crash of the process leaves of the world.
  virtual void crash_world(unsigned process) { (void)process; }
  /// After the clients, before destroy(): what the main thread finds.
  virtual void look_in_the_end() {}
  /// May requests and answers get lost, where faults are allowed?
  [[nodiscard]] virtual bool connection_is_faulty() const { return false; }
  /// May a clean-up be run beside the clients, where faults are allowed?
  [[nodiscard]] virtual bool has_clean_up() const { return false; }
  virtual void clean_up() {}
  /// And may a request come twice?
  [[nodiscard]] virtual bool connection_repeats() const { return connection_is_faulty(); }
  /// Are calls on different keys judged apart, by the model and by judge_effects()?
  [[nodiscard]] virtual bool keys_are_partitions() const { return true; }
  /// After a run: what is wrong with its effects.
  [[nodiscard]] virtual std::optional<scenario::Failure> judge_effects() = 0;
  /// After a run: which goals it reached; see reach().
  virtual void note_goals() {}

  struct Call {
    history::Symbol f;
    history::Value key;
    history::Value input;
  };
  /// The calls of one client do not overlap. False: the request was lost, and nothing is to be
  /// done.
  [[nodiscard]] bool begin(ClientId id, const Call& call);
  /// False: the answer was lost.
  [[nodiscard]] bool end(ClientId id, const history::Value& output);
  /// A call of the main thread's, while no client runs: recorded at once.
  void record(const Call& call, const history::Value& output);
  /// The call is over for its client, which does not know what came of it.
  void end_in_doubt(ClientId id);
  world::EffectIndex effect(ClientId id, history::Symbol label, const history::Value& of);
  void lose_effect(world::EffectIndex effect) { ledger_.lose(effect); }
  /// Who is running now; what no client does, the main thread does.
  [[nodiscard]] ClientId running_client() const;

  [[nodiscard]] history::Value symbol(std::string_view text) {
    return history::Value::symbol(history_.intern(text));
  }
  /// Whose operations the client performs: a twin those of the client it doubles.
  [[nodiscard]] std::size_t client_of(ClientId id) const {
    return is_twin(id) ? raw(id) - operations_.size() - 1 : raw(id);
  }
  /// Did the clock step on in the last run?
  [[nodiscard]] bool clock_stepped() const;
  [[nodiscard]] bool crashed() const;
  [[nodiscard]] history::History& recorder() { return history_; }
  [[nodiscard]] const world::EffectLedger& ledger() const { return ledger_; }

  /// Adds something to be reached, by some run of this program if it is required; gives its number.
  std::size_t add_goal(std::string text, bool required);
  /// Something that is not promised; who reaches it is told how often it came to that.
  std::size_t add_limit(std::string text);
  void reach(std::size_t goal) { ++goals_[goal].runs; }
  /// Did two calls on one key overlap in the last run?
  [[nodiscard]] bool calls_overlapped() const;

 private:
  // A request that came twice is served by another thread too, which nobody listens to: the
  // client's twin. Numbers: clients, the main thread, twins, a clean-up.
  [[nodiscard]] bool is_twin(ClientId id) const { return raw(id) > operations_.size(); }
  [[nodiscard]] ClientId twin_of(ClientId id) const {
    return ClientId{static_cast<std::uint32_t>(operations_.size()) + 1 + raw(id)};
  }
  [[nodiscard]] ClientId main_client() const;
  [[nodiscard]] ClientId cleaner() const {
    return ClientId{2 * static_cast<std::uint32_t>(operations_.size()) + 1};
  }
  /// What goes wrong with a call. False: it does not arrive.
  [[nodiscard]] bool arrives(ClientId id);

  std::vector<std::size_t> operations_;  // how many, by client
  std::vector<std::size_t> answered_;    // of these, by client; what a crash does not take back
  std::vector<std::optional<std::size_t>> twins_;  // by client: what its twin does, if it has one
  bool may_fail_ = false;                          // in this run
  bool cleaned_ = false;                           // there was a clean-up
  std::vector<std::size_t> alike_;  // by client: the first one with the same operations
  std::unique_ptr<check::Checker> checker_;
  std::string calls_;
  history::History history_;
  world::EffectLedger ledger_;
  std::vector<Call> pending_;                           // by client
  std::vector<std::vector<std::uint32_t>> partitions_;  // of a client's calls so far
  std::vector<history::OperationIndex> open_;           // by client
  std::vector<scenario::Goal> goals_;
  check::CheckResult last_check_;
};

}  // namespace oncelab::properties
