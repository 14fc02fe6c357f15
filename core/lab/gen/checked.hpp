// Checked: what came of running a property over generated values. Plain values, no RapidCheck.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <oncelab/core/lab/base/ids.hpp>

namespace oncelab::gen {

/// Sizes go from 1, small values, to 100. RapidCheck's integers are undefined beyond that.
inline constexpr unsigned size_limit = 100;

struct Options {
  /// Of the property. Together with the seed it decides every value: two properties of one run see
  /// different ones, and a new property does not move those of the others.
  std::string name;
  Seed seed{1};
  std::uint32_t cases = 100;  // at least 1
  unsigned size_max = size_limit;
  std::uint32_t shrinks_max = 10'000;  // tried, in all
  /// A limit on time needs a clock. Looked at between two cases: one that hangs is not ended.
  std::optional<std::chrono::milliseconds> time_max = std::nullopt;
  std::function<std::chrono::milliseconds()> now = nullptr;
};

struct Counterexample {
  std::string value;    // after shrinking, as text
  std::string failure;  // what the property said of it
  /// draw(generator, seed, size) is the value before shrinking.
  Seed seed{};
  unsigned size = 0;
  std::uint32_t shrinks = 0;  // that led from there to `value`
  bool minimal = false;       // every shrink of it holds; false: a limit ended the search
  bool repeats = false;       // it failed once more when asked again
};

enum class Ending : std::uint8_t {
  held,
  falsified,
  gave_up,  // the generator gave up too often
  stopped,  // the time was over
};

struct Checked {
  Ending ending = Ending::held;
  std::uint32_t cases = 0;    // that held
  std::uint32_t refused = 0;  // values that could not be generated
  std::string refusal;        // why, the last time
  std::optional<Counterexample> counterexample;
};

/// For people; several lines if falsified.
[[nodiscard]] std::string to_text(const Checked& checked);

}  // namespace oncelab::gen
