// Runtime: runs unmodified, instrumented C++ on controlled threads.
//
// One run executes a Subject: set-up, then all clients side by side, then finish. Every visible
// operation (locks, waits, atomics, thread starts, clock reads, ...) is a step; a Chooser decides
// which thread makes the next one. Nothing else decides anything: the same choices give the same
// run, on any machine, as long as the code under test is deterministic.
//
// Promises
// - The code under test needs no change: it is compiled with -fsanitize=thread and linked with
//   oncelab_instrument(); pthread, futex, clock, sleep and allocation entry points arrive here.
// - Between runs the instrumented unit's static data, thread_locals and heap are as before the
//   first run; memory is not reused within a run and starts zeroed.
// - Data races among instrumented plain accesses are detected by happens-before on every run.
// - Deadlock, step limit, uncaught exception, abort, failed assert, fatal signal, stack overflow
//   and use after free end the run with an Outcome of their own.
// Does not promise: weak-memory behaviour (execution is sequentially consistent; weaker accesses
// are counted), control over uninstrumented libraries (a call into one is a single invisible step
// that must not block), undo of effects outside the process.
//
// Thread rules: one Runtime per process, used from one operating-system thread.
// Cost: a step is a few tens of nanoseconds; a run costs its steps plus set-up and restore.
// Sources: Musuvathi et al., CHESS (OSDI 2008); Flanagan and Freund, FastTrack (PLDI 2009).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::runtime {

inline constexpr unsigned threads_max = 64;

/// What a Chooser sees. Valid during the call only.
struct DecisionView {
  const PendingOp& (*pending)(unsigned thread) = nullptr;  // what a thread is about to do
  unsigned threads = 0;
  std::uint64_t options = 0;        // threads that may be chosen, by bit; at least two
  std::uint64_t by_timeout = 0;     // those of them whose time-out would fire
  std::uint64_t by_spurious = 0;    // those that would wake spuriously
  std::uint64_t by_world = 0;       // those that are no threads: a crash, a clock step
  int current = -1;                 // thread that made the last step; -1: none
  bool current_can_go_on = false;   // choosing another thread is a preemption
  std::uint32_t step = 0;           // index the chosen step will have
  std::uint64_t fault_site = 0;     // of a value: where something may go wrong; 0: nowhere
  const RunTrace* trace = nullptr;  // the steps so far
};

/// Decides. Both functions must be deterministic and must not allocate from the code under test.
class Chooser {
 public:
  virtual ~Chooser() = default;
  /// A thread out of view.options.
  virtual unsigned choose_thread(const DecisionView& view) = 0;
  /// A value below options; 0 is the ordinary one (first waiter, success). kind says of what.
  virtual unsigned choose_value(const DecisionView& view, OpKind kind, unsigned options) = 0;
};

/// What runs. Called on logical threads: set-up and finish on the main one, client(i) on its own.
///
/// With RunOptions::crashes_max, a process may crash at any of its steps: its threads end where
/// they stand, without destructors. Then a thread of the process's next incarnation calls
/// recover(), and after it client(i) again for every client of the process that had not returned.
class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual unsigned clients() const = 0;
  /// Processes that can crash, numbered from 1 on. If there is one, its static data begins anew
  /// with each incarnation; several share theirs.
  [[nodiscard]] virtual unsigned processes() const { return 0; }
  /// 0: a client that lives outside of them all.
  [[nodiscard]] virtual unsigned process_of(ClientId id) const {
    (void)id;
    return 0;
  }
  virtual void recover(unsigned process) { (void)process; }
  /// What the clock may step by, in nanoseconds; see RunOptions::clock_steps_max.
  [[nodiscard]] virtual std::span<const std::uint64_t> clock_steps_ns() const { return {}; }
  // Called when it happens, at that step.
  virtual void on_crash(unsigned process, std::uint32_t step) { (void)process, (void)step; }
  virtual void on_restart(unsigned process, std::uint32_t step) { (void)process, (void)step; }
  virtual void on_clock_step(std::uint64_t ns, std::uint32_t step) { (void)ns, (void)step; }
  virtual void set_up() = 0;
  virtual void client(ClientId id) = 0;
  virtual void finish() = 0;
  /// Called by the runtime when an operation's first step is performed (see begin_operation).
  virtual void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) = 0;
};

struct RunOptions {
  std::uint32_t steps_max = 20'000;
  std::uint32_t timeouts_max = 0;  // time-outs that may fire while something else could run
  std::uint32_t spurious_max = 0;  // spurious wake-ups, weak-CAS and try_lock failures
  // With crashes or faults, an operation's call and return are steps of their own.
  std::uint32_t crashes_max = 0;
  std::uint32_t clock_steps_max = 0;
  std::uint32_t faults_max = 0;  // see fault()
  std::uint32_t stack_kb = 256;
  bool plain_accesses_are_steps = false;
  bool detect_races = true;
  bool explain = false;  // keep whole stacks of steps and of racing accesses (slow)
};

enum class OutcomeKind : std::uint8_t {
  finished,
  failed,  // the subject called fail()
  deadlock,
  step_limit,
  data_race,
  uncaught_exception,
  terminated,  // std::terminate, abort, a failed assert, exit
  signal,
  stack_overflow,
  memory_error,  // use after free, double free
  misuse,        // unlock of a mutex that is not held, and the like
  arena_exhausted,
};

[[nodiscard]] const char* name_of(OutcomeKind kind);

/// A violation by itself (everything but finished, step_limit and arena_exhausted).
[[nodiscard]] bool is_violation(OutcomeKind kind);

struct RaceReport {
  struct Side {
    unsigned thread = 0;
    bool write = false;
    bool atomic = false;
    std::vector<const void*> stack;  // innermost first; one entry unless RunOptions::explain
  };
  Side first, second;
  const void* address = nullptr;
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::finished;
  std::string text;               // one line, for people
  RaceReport race;                // for data_race
  bool assumed_fairness = false;  // a spinning thread was held back at least once
  std::uint32_t steps = 0;
  std::uint32_t decisions = 0;  // steps at which more than one thread could be chosen
  std::uint64_t virtual_time_ns = 0;
  std::uint32_t timeouts_cut = 0;  // time-outs not offered because of the bound
  std::uint32_t spurious_cut = 0;
};

/// Runs once. `trace` is cleared and filled. Not reentrant.
Outcome run(Subject& subject, Chooser& chooser, const RunOptions& options, RunTrace& trace);

/// A weaker-than-seq_cst atomic access or fence executed by any run so far, by code address.
[[nodiscard]] const std::vector<const void*>& weaker_accesses();

/// Stacks of the steps of the last run with RunOptions::explain, innermost frame first.
[[nodiscard]] const std::vector<std::vector<const void*>>& step_stacks();

// --- called from within a run -----------------------------------------------------------------

/// Index of the next step: the clock of the history.
[[nodiscard]] std::uint32_t steps_so_far();
/// Marks the operation that the calling client is about to start: its call is recorded
/// (Subject::on_call) when its first step is performed.
void begin_operation(std::uint32_t operation);
/// Ends it: inserts a synthetic step if it had none. The return is recorded by the caller, now.
void end_operation();
/// Ends it without a return: whoever called will not be answered.
void abandon_operation();
/// An explicit scheduling point.
void point();
/// A step of the calling thread's that uses an object of the world, which has a small number.
void world_step(OpKind kind, std::uint32_t object);
inline constexpr std::uint32_t world_objects_max = 1'024;
/// Something that may go wrong in one of these ways, in the step that is being made: which, counted
/// from 1; 0: none. None at all once RunOptions::faults_max did.
[[nodiscard]] unsigned fault(std::span<const FaultKind> ways);
/// May anything go wrong in this run (RunOptions::faults_max)?
[[nodiscard]] bool faults_are_possible();
/// From here on nothing goes wrong in this run.
void no_more_faults();
/// A step of its own at which something may go wrong; no step at all where nothing may in this run.
[[nodiscard]] unsigned fault_point(std::uint32_t object, std::span<const FaultKind> ways);
/// In Subject::on_crash: which of several things is left of what was not finished.
[[nodiscard]] unsigned aftermath(unsigned ways);
/// What became of what was not safe in the crash that Subject::on_crash is told of. For people.
void note_losses(unsigned kept, unsigned lost, unsigned torn);
/// One more client, which runs Subject::client(id) beside those there are.
void start_client(ClientId id, unsigned process, ThreadRole role = ThreadRole::program);
/// Whose thread this is; nothing: it is no client's.
[[nodiscard]] std::optional<ClientId> current_client();
[[nodiscard]] std::uint64_t now_ns();
/// From 0 on; counts the crashes of the process.
[[nodiscard]] std::uint32_t incarnation(unsigned process);
/// Ends the run as failed.
[[noreturn]] void fail(std::string text);

}  // namespace oncelab::runtime
