// Judgement: one verdict that a verb gave, as reports for other programs (JUnit, GitHub) show it.
//
// Promises: plain data; nothing in it is escaped for any format. Texts may hold whatever a
// scenario, a file name or a recorded history holds: each report makes them fit. Threads: values
// only.
#pragma once

#include <cstdint>
#include <string>

namespace oncelab::report {

struct Judgement {
  enum class Kind : std::uint8_t {
    as_expected,
    other,      // decided, but not as expected
    undecided,  // not decided, though it should be
  };

  std::string suite;  // what was examined: a scenario, a model
  std::string name;   // which of it: a variant, a case, a history
  Kind kind = Kind::as_expected;
  std::string verdict;   // a word: "held", "FAILED"
  std::string expected;  // a word
  std::string coverage;  // what was run; may have several lines
  std::string message;   // one line; empty if as expected
  std::string text;      // the counterexample, or why there is none; empty if as expected
  std::string place;     // "file:line" of the failing operation, or empty
  double seconds = 0;
};

}  // namespace oncelab::report
