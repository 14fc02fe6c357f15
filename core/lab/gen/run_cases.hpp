// The loop over generated values and over their shrinks, without their type. Internal to for_all.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/gen/checked.hpp>

namespace oncelab::gen::detail {

struct Trial {
  enum class Kind : std::uint8_t { held, failed, not_generated };
  Kind kind = Kind::held;
  std::string text;  // why, unless it held
};

/// A generated value with the property that is examined.
class Candidate {
 public:
  virtual ~Candidate() = default;
  /// Makes the value and runs the property on it.
  [[nodiscard]] virtual Trial run() = 0;
  /// Of the value that run() made.
  [[nodiscard]] virtual std::string text() const = 0;
  /// The next simpler one; null after the last.
  [[nodiscard]] virtual std::unique_ptr<Candidate> next_shrink() = 0;
};

using Generate = std::function<std::unique_ptr<Candidate>(Seed seed, unsigned size)>;

/// An error if a property cannot be run as its caller may think: see for_all.hpp.
[[nodiscard]] Result<Checked> run_cases(const Options& options, const Generate& generate);

}  // namespace oncelab::gen::detail
