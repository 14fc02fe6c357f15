// The conformance suite: for every registered system under test, tests that its contract's promises
// say something about. What runs them (GoogleTest, see cmake/gtest_main.cpp) is not known here.
//
// Each test explores one program, or some, in every schedule that the budget allows, and judges
// every run: by the contract's sequential specification, by its effects, and for data races,
// deadlocks and the like.
// Promises: the same seed and budget give the same outcome. What passed says how far it went; what
// failed carries a minimised counterexample and the command that replays it, and its case file is
// in the corpus. A search that could not decide (an unpredictable system, a step limit) has not
// passed.
// Does not promise: anything about schedules beyond the budget. Only the command line changes it.
// Threads: one. Errors: what the environment asks for is checked by options_from_environment().
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::conformance {

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t schedules_max = 2000;  // of one test
  std::filesystem::path corpus;
  std::string program;  // how the user called this executable; replays cases too
};

/// Reads ONCELAB_SEED, ONCELAB_SCHEDULES_MAX and ONCELAB_CORPUS. An error (usage) is one line that
/// names the variable and says what is accepted.
[[nodiscard]] Result<Options> options_from_environment(std::string program);

struct Outcome {
  enum class Kind : std::uint8_t { passed, failed, skipped };
  Kind kind = Kind::passed;
  std::string text;  // how far it went; the counterexample; the reason
};

/// Names are made of letters, digits, '_' and, between scenario and system, '/': others mean
/// something to test filters. Where two systems would be called the same, a number is added.
struct Test {
  std::string suite;  // "inbox/my_inbox"
  std::string name;   // "redelivery_is_a_duplicate"
  std::function<Outcome(const Options&)> run;
};

/// In the order of scenarios, systems, and as a reader would go through them. Call it in main.
[[nodiscard]] std::vector<Test> tests();

}  // namespace oncelab::conformance
