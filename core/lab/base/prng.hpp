// A splittable pseudo-random generator: the same seed gives the same stream on every machine.
//
// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
// split(label) derives an independent stream, so that adding a consumer does not move the others.
// Not for cryptography. One generator belongs to one thread.
#pragma once

#include <cstdint>
#include <string_view>

#include <oncelab/core/lab/base/ids.hpp>

namespace oncelab {

class Prng {
 public:
  explicit constexpr Prng(Seed seed) : state_(raw(seed)) {}

  [[nodiscard]] constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    return mix(state_);
  }

  /// Uniform in [0, bound); bound > 0. Multiply-shift: the bias is below bound / 2^64.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

  /// True with probability numerator / denominator.
  [[nodiscard]] constexpr bool chance(std::uint64_t numerator, std::uint64_t denominator) {
    return below(denominator) < numerator;
  }

  /// An independent stream for (this generator's seed position, label).
  [[nodiscard]] constexpr Prng split(std::uint64_t label) const {
    return Prng{Seed{mix(mix(state_ ^ 0xD1B54A32D192ED03ULL) + label)}};
  }

  [[nodiscard]] constexpr Prng split(std::string_view label) const {
    std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a
    for (const char c : label) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    }
    return split(hash);
  }

 private:
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace oncelab
