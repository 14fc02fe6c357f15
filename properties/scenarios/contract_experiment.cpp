#include <oncelab/properties/scenarios/contract_experiment.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <oncelab/core/lab/check/explanation_text.hpp>

namespace oncelab::properties {

using history::Timestamp;
using runtime::FaultKind;

namespace {
// Of clients, the main thread, twins and a clean-up.
std::size_t numbers(const scenario::Program& program) { return 2 * program.clients.size() + 2; }

bool has_event(const history::History& history, history::EventKind kind) {
  return std::ranges::any_of(history.events(),
                             [&](const history::Event& e) { return e.kind == kind; });
}

Timestamp now() { return Timestamp{runtime::steps_so_far()}; }

// The history keeps its table of symbols from run to run.
std::uint32_t partition_of(const history::Value& key) {
  return key.is_symbol() ? key.index + 1 : 0;
}
}  // namespace

ContractExperiment::ContractExperiment(const scenario::Program& program,
                                       std::unique_ptr<check::Checker> checker, std::string calls)
    : answered_(program.clients.size()),
      twins_(program.clients.size()),
      checker_(std::move(checker)),
      calls_(std::move(calls)),
      ledger_(history_),
      pending_(numbers(program)),
      partitions_(numbers(program)),
      open_(numbers(program)) {
  for (const auto& client : program.clients) {
    operations_.push_back(client.size());
    alike_.push_back(static_cast<std::size_t>(std::ranges::find(program.clients, client) -
                                              program.clients.begin()));
  }
}

void ContractExperiment::set_up() {
  history_.clear();
  ledger_.clear();
  for (auto& calls : partitions_) {
    calls.clear();
  }
  std::ranges::fill(answered_, 0);
  may_fail_ = runtime::faults_are_possible();
  if (may_fail_) {
    twins_.assign(twins_.size(), std::nullopt);
    cleaned_ = false;
  }
  begin_world();
  make();
}

void ContractExperiment::client(ClientId id) {
  if (id == cleaner()) {
    clean_up();
    return;
  }
  if (is_twin(id)) {
    (void)perform(id, *twins_[client_of(id)]);
    return;
  }
  serve(id);
}

void ContractExperiment::serve(ClientId id) {
  std::size_t& answered = answered_[raw(id)];
  while (answered < operations_[raw(id)]) {
    answered += perform(id, answered) ? 1U : 0U;
  }
}

void ContractExperiment::on_crash(unsigned process, std::uint32_t step) {
  history_.crash(history::ProcessId{process}, Timestamp{step});
  crash_world(process);
}

void ContractExperiment::on_restart(unsigned process, std::uint32_t step) {
  history_.restart(history::ProcessId{process}, Timestamp{step});
}

void ContractExperiment::on_clock_step(std::uint64_t ns, std::uint32_t step) {
  history_.clock_step(static_cast<std::int64_t>(ns), Timestamp{step});
}

void ContractExperiment::on_call(ClientId id, std::uint32_t, std::uint32_t step) {
  const Call& call = pending_[raw(id)];
  open_[raw(id)] = history_.call(id, call.f, call.key, call.input, Timestamp{step});
}

bool ContractExperiment::begin(ClientId id, const Call& call) {
  pending_[raw(id)] = call;
  auto& calls = partitions_[raw(id)];
  const auto number = static_cast<std::uint32_t>(calls.size());
  calls.push_back(keys_are_partitions() ? partition_of(call.key) : 0);
  runtime::begin_operation(number);
  if (!may_fail_ || is_twin(id) || arrives(id)) {
    return true;
  }
  runtime::abandon_operation();
  return false;
}

bool ContractExperiment::arrives(ClientId id) {
  std::array<FaultKind, 3> ways{};
  std::size_t n = 0;
  const auto add = [&](bool possible, FaultKind way) {
    if (possible) {
      ways[n++] = way;
    }
  };
  add(connection_is_faulty(), FaultKind::request_lost);
  add(connection_is_faulty() && connection_repeats() && !twins_[raw(id)].has_value(),
      FaultKind::request_twice);
  add(has_clean_up() && !cleaned_, FaultKind::clean_up);
  const unsigned way = runtime::fault(std::span(ways).first(n));
  const FaultKind fault = way == 0 ? FaultKind::none : ways[way - 1];
  if (fault == FaultKind::request_twice) {
    twins_[raw(id)] = answered_[raw(id)];
    runtime::start_client(twin_of(id), process_of(id), runtime::ThreadRole::repeat);
  } else if (fault == FaultKind::clean_up) {
    cleaned_ = true;
    runtime::start_client(cleaner(), process_of(id), runtime::ThreadRole::clean_up);
  }
  return fault != FaultKind::request_lost;
}

void ContractExperiment::finish() {
  runtime::no_more_faults();
  look_in_the_end();
  destroy();
}

bool ContractExperiment::end(ClientId id, const history::Value& output) {
  runtime::end_operation();
  constexpr std::array ways = {FaultKind::answer_lost};
  if (may_fail_ && (is_twin(id) || (connection_is_faulty() && runtime::fault(ways) != 0))) {
    return false;
  }
  history_.returned(open_[raw(id)], history::Outcome::ok, output, now());
  return true;
}

void ContractExperiment::record(const Call& call, const history::Value& output) {
  const ClientId main = main_client();
  history_.name_client(main, "main");
  history_.returned(history_.call(main, call.f, call.key, call.input, now()), history::Outcome::ok,
                    output, now());
}

// It has no number of its own among the clients: it is the one after the last.
ClientId ContractExperiment::main_client() const {
  return ClientId{static_cast<std::uint32_t>(operations_.size())};
}

ClientId ContractExperiment::running_client() const {
  return runtime::current_client().value_or(main_client());
}

void ContractExperiment::end_in_doubt(ClientId) { runtime::end_operation(); }

world::EffectIndex ContractExperiment::effect(ClientId id, history::Symbol label,
                                              const history::Value& of) {
  return ledger_.record({label, of, id, now(), runtime::incarnation(process_of(id)), false});
}

std::optional<scenario::Failure> ContractExperiment::judge() {
  note_goals();
  last_check_ = {};
  auto effects = judge_effects();
  if (checker_ != nullptr) {
    last_check_ = checker_->check(history_);
    if (last_check_.verdict == check::Verdict::violated) {
      // What happened twice is what a reader wants to know first.
      return scenario::Failure{"linearizability", (effects ? effects->text + "; " : std::string()) +
                                                      "no sequential order of the " + calls_ +
                                                      " explains their answers"};
    }
  }
  return effects;
}

std::optional<std::string> ContractExperiment::undecided() const {
  if (checker_ != nullptr && last_check_.verdict == check::Verdict::inconclusive) {
    return "the checker could not decide a history: " +
           std::string(check::text(last_check_.reason));
  }
  return std::nullopt;
}

std::string ContractExperiment::explain() {
  if (checker_ == nullptr) {
    return {};
  }
  const auto explanation = checker_->explain(history_);
  return explanation.verdict == check::Verdict::violated ? check::to_text(explanation, history_)
                                                         : std::string{};
}

std::size_t ContractExperiment::add_goal(std::string text, bool required) {
  goals_.push_back({std::move(text), 0, required, false});
  return goals_.size() - 1;
}

bool ContractExperiment::clock_stepped() const {
  return has_event(history_, history::EventKind::clock_step);
}

bool ContractExperiment::crashed() const { return has_event(history_, history::EventKind::crash); }

std::size_t ContractExperiment::add_limit(std::string text) {
  goals_.push_back({std::move(text), 0, false, true});
  return goals_.size() - 1;
}

bool ContractExperiment::calls_overlapped() const {
  const auto calls = history_.operations();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& a = calls[i];
      const auto& b = calls[j];
      if (a.key == b.key && history::raw(a.call_event) < history::raw(b.return_event) &&
          history::raw(b.call_event) < history::raw(a.return_event)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace oncelab::properties
