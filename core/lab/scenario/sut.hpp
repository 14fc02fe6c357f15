// Systems under test: the implementations of a contract that this program can examine, by name.
//
// A contract is a name ("inbox") that scenarios and systems under test have in common: each system
// is a variant of every scenario of its contract. Registering is done by code under test, before
// main, so only plain functions and plain data cross here; see ONCELAB_SUT for the comfortable way.
//
// Promises: names are unique within a contract; what cannot be registered is kept as a problem that
// the command line reports before it does anything. Thread rules: as scenario.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oncelab::scenario {

/// Texts are copied; null stands for an empty one.
struct SutRegistration {
  const char* contract = nullptr;
  const char* name = nullptr;
  const char* summary = nullptr;  // one line
  const char* traits = nullptr;   // words that scenarios of the contract know, between spaces
  bool holds = true;              // the verdict that is expected of it
  /// Makes one, new and empty. What it takes and gives is agreed within the contract.
  void* (*make)(void* environment) = nullptr;
};

struct Sut {
  std::string contract, name, summary, traits;
  bool holds = true;
  void* (*make)(void* environment) = nullptr;

  [[nodiscard]] bool has_trait(std::string_view word) const;
};

/// 1 to 64 letters, digits, '-', '_' or '.', and no '-' first: what a command line can name.
[[nodiscard]] bool is_a_name(std::string_view text);

void register_sut(const SutRegistration& registration);

/// In the order of their names. Valid for the life of the process once main has begun.
[[nodiscard]] std::vector<const Sut*> suts_of(std::string_view contract);
[[nodiscard]] const Sut* find_sut(std::string_view contract, std::string_view name);
/// One line each; empty when all went well.
[[nodiscard]] const std::vector<std::string>& registration_problems();

}  // namespace oncelab::scenario
