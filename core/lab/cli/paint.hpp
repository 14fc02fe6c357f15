// Paint: colour for the words that say how something ended, on a terminal and nowhere else.
//
// Promises: no colour into files, pipes and other streams than the process's own, with NO_COLOR set
// or on a terminal that knows no colour. Threads: values only. Internal to core/lab/cli.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {

enum class Tone : std::uint8_t { good, bad, unsure };

/// Of a verb that expects `held`.
[[nodiscard]] Tone tone_of(check::Verdict verdict);

class Paint {
 public:
  /// For what is written to `to`.
  Paint(const Session& session, const std::ostream& to);
  [[nodiscard]] std::string operator()(Tone tone, std::string_view word) const;

 private:
  bool on_;
};

/// "held, as expected", "held, EXPECTED violated"
[[nodiscard]] std::string expectation_text(check::Verdict verdict, check::Verdict expected,
                                           const Paint& paint);

}  // namespace oncelab::cli
