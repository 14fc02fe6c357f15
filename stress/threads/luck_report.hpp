// What came of trying by luck, as a table for people and as JSON.
//
// Promises: one row, or one member of `variants`, for each variant, in the order given. A rate
// never stands without its 95 % interval (duplicate_rate.hpp). The JSON has: `schema`, `contract`,
// `threads`, `rounds`, `handler_ns`, `spread_ns`, and per variant `variant`, `promises_once`,
// `rounds`, `duplicated`, `without_effect`, `first_duplicated` (from 1, or null), `rate`,
// `rate_lower`, `rate_upper`, `seconds`, `kept`. Threads: pure functions.
#pragma once

#include <oncelab/stress/threads/rounds.hpp>
#include <oncelab/stress/threads/subject.hpp>
#include <string>
#include <vector>

namespace oncelab::stress {

struct Trial {
  SubjectInfo subject;
  RoundCount count;

  /// No round without the effect, and none with two unless nobody promised otherwise.
  [[nodiscard]] bool kept_promise() const;
};

struct LuckReport {
  std::string contract;
  RoundOptions options;
  std::chrono::nanoseconds handler_time{0};
  std::vector<Trial> trials;

  [[nodiscard]] bool kept_promises() const;
};

[[nodiscard]] std::string table_of(const LuckReport& report);
[[nodiscard]] std::string json_of(const LuckReport& report);

}  // namespace oncelab::stress
