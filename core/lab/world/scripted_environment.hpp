// ScriptedEnvironment: an Environment for tests of the world. Choices are read from a script, in
// the order in which they are asked for, and are good ones (0) beyond its end; every combination
// can be gone through; a step can be made not to return.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/core/lab/world/environment.hpp>

namespace oncelab::world {

struct Step {
  runtime::OpKind kind = runtime::OpKind::none;
  std::uint32_t object = 0;

  friend bool operator==(const Step&, const Step&) = default;
};

class ScriptedEnvironment : public Environment {
 public:
  struct Crashed {};  // thrown where the code under test would simply end

  void step(runtime::OpKind kind, std::uint32_t object) override {
    if (crash_at_next_step) {
      throw Crashed{};
    }
    steps.push_back({.kind = kind, .object = object});
  }
  unsigned fault(std::span<const runtime::FaultKind> ways) override {
    if (crash_at_next_fault) {
      throw Crashed{};
    }
    return choose(static_cast<unsigned>(ways.size()) + 1);
  }
  unsigned aftermath(unsigned ways) override { return choose(ways); }
  [[nodiscard]] std::uint64_t now_ns() const override { return now; }

  /// The next script in the order of counting; false after the last. Starts the script again.
  bool next() {
    while (!script.empty() && script.back() + 1 >= asked.at(script.size() - 1)) {
      script.pop_back();
    }
    asked.clear();
    if (script.empty()) {
      return false;
    }
    ++script.back();
    return true;
  }

  bool crash_at_next_step = false;
  bool crash_at_next_fault = false;
  std::uint64_t now = 0;
  std::vector<Step> steps;
  std::vector<unsigned> script;
  std::vector<unsigned> asked;  // among how many ways, choice by choice

 private:
  unsigned choose(unsigned ways) {
    EXPECT_GE(ways, 2U) << "not a choice";
    asked.push_back(ways);
    if (asked.size() > script.size()) {
      script.push_back(0);
    }
    EXPECT_LT(script[asked.size() - 1], ways);
    return script[asked.size() - 1];
  }
};

}  // namespace oncelab::world
