// Scenario: a contract, programs that exercise it, a way to check a run, and the verdict that each
// variant is expected to get. Registered at start-up; the command line and the tests read the
// same registry.
//
// Thread rules: everything here is used from the one thread that explores.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::scenario {

/// Why a run is a counterexample.
struct Failure {
  std::string
      property;      // stable name, e.g. "linearizability", "data race", "one effect per message"
  std::string text;  // one line
};

/// Something that shows that runs went where it matters.
struct Goal {
  std::string text;  // "two deliveries of one message overlapped"
  std::uint64_t runs = 0;
  /// Some schedule of this program gets there: if no run did, "held" would mean nothing.
  bool required = true;
  /// It is something that is not promised: who reads "held" must know that it happened.
  bool is_limit = false;
};

/// One program bound to one variant: run it as often as you like.
class Experiment : public runtime::Subject {
 public:
  /// History of the last run. Valid until the next one.
  [[nodiscard]] virtual const history::History& history() const = 0;
  /// Judges the last run, which finished. Must be quick: called once per schedule.
  [[nodiscard]] virtual std::optional<Failure> judge() = 0;
  /// Could judge() not decide the last run (a checker's budget)? Says why.
  [[nodiscard]] virtual std::optional<std::string> undecided() const { return std::nullopt; }
  /// Several lines for people about the last run's failure (explanation of the history).
  [[nodiscard]] virtual std::string explain() = 0;
  [[nodiscard]] virtual std::vector<Goal> goals() const { return {}; }
  /// Do these two clients do the same, so that exchanging them changes nothing that is judged?
  [[nodiscard]] virtual bool alike(ClientId a, ClientId b) const {
    (void)a;
    (void)b;
    return false;
  }
  /// Operations that are judged together have the same number: nothing that judge() reads depends
  /// on whether two operations of different partitions overlapped.
  [[nodiscard]] virtual std::uint32_t partition(ClientId client, std::uint32_t operation) const {
    (void)client;
    (void)operation;
    return 0;
  }
};

struct Variant {
  std::string name;
  check::Verdict expected = check::Verdict::held;
  std::string summary;  // one line
};

/// What can happen to a scenario's world, and how often it may in a run unless somebody says
/// otherwise. Nothing: it cannot happen there.
struct Happenings {
  std::optional<std::uint32_t> crashes;
  std::optional<std::uint32_t> clock_steps;
  std::optional<std::uint32_t> faults;
};

/// What of a scenario is examined.
struct Setting {
  std::string variant;
  std::string profile;  // empty: the scenario has none
  friend bool operator==(const Setting&, const Setting&) = default;
};

class Scenario {
 public:
  virtual ~Scenario() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::string_view summary() const = 0;
  [[nodiscard]] virtual const std::vector<Variant>& variants() const = 0;
  [[nodiscard]] virtual std::string_view default_variant() const = 0;
  /// Variants of the contract that it examines; the default comes first. Empty: there is one only.
  [[nodiscard]] virtual std::vector<std::string> profiles() const { return {}; }
  /// One line about a profile; may be empty.
  [[nodiscard]] virtual std::string profile_text(std::string_view profile) const {
    (void)profile;
    return {};
  }
  [[nodiscard]] virtual Happenings happenings() const { return {}; }
  /// The contract whose systems under test are its variants; empty: it brings its own variants.
  [[nodiscard]] virtual std::string_view contract() const { return {}; }
  /// The built-in program: every client does the same operation `ops` times.
  [[nodiscard]] virtual Program program(unsigned clients, unsigned ops) const = 0;
  /// An error says what does not fit this scenario (kind does_not_fit).
  [[nodiscard]] virtual Result<void> validate(const Program& program) const = 0;
  /// A valid program drawn at random; the same seed and size give the same one. Sizes go from 1,
  /// small programs, to 100. Nothing: this scenario generates none.
  [[nodiscard]] virtual std::optional<Program> generate(Seed seed, unsigned size) const {
    (void)seed;
    (void)size;
    return std::nullopt;
  }
  /// Programs with the same clients and operations, one argument of which is simpler, the simplest
  /// first. Going on from any of them comes to an end.
  [[nodiscard]] virtual std::vector<Program> simpler(const Program& program) const {
    (void)program;
    return {};
  }
  /// Variant and profile are of this scenario; the program is valid.
  [[nodiscard]] virtual std::unique_ptr<Experiment> bind(const Setting& setting,
                                                         const Program& program) const = 0;
};

inline constexpr unsigned clients_max = 16;
inline constexpr unsigned operations_per_client_max = 64;

/// Adds a scenario for the life of the process. A second one of the same name is a fault of ours.
void register_scenario(std::unique_ptr<Scenario> scenario);
/// Sorted by name.
[[nodiscard]] std::vector<const Scenario*> scenarios();
[[nodiscard]] const Scenario* find_scenario(std::string_view name);
/// The first of its profiles; empty if it has none.
[[nodiscard]] std::string default_profile(const Scenario& scenario);
[[nodiscard]] const Variant* find_variant(const Scenario& scenario, std::string_view name);

}  // namespace oncelab::scenario
