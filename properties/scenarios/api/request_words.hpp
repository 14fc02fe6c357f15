// The words of claim-store and API programs, and what they mean.
//
//   request  key K, input BODY[, MODE]   a request with that key and body; a body stands for
//            everything that makes a request this request
//   wait     no key, no input            the client sleeps until every lease taken before is over
// A mode says what the handler does: nothing (it succeeds), "handler fails", "handler throws",
// "handler is slow" (it takes longer than the lease), or, for claim stores alone, "holder dies"
// (it never comes back to the store).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::properties {

inline constexpr std::string_view request_operation = "request";
inline constexpr std::string_view wait_operation = "wait";

enum class HandlerMode : std::uint8_t { succeeds, fails, throws, is_slow, dies };

struct RequestWords {
  std::string body;
  HandlerMode mode = HandlerMode::succeeds;
};

/// Nothing if the input is not of this form.
[[nodiscard]] std::optional<RequestWords> request_words(std::string_view input);
[[nodiscard]] std::string input_text(const RequestWords& words);

/// What is wrong with an operation of such a program; empty if nothing is.
[[nodiscard]] std::string request_misfit(const scenario::Operation& operation, bool key_is_needed);

/// How long claims are protected where a profile has a lease, and how long clients sleep to be
/// past it.
inline constexpr std::int64_t lease_ms = 60'000;
inline constexpr std::int64_t past_the_lease_ms = lease_ms + 1;
inline constexpr std::array<std::uint64_t, 1> past_the_lease_ns = {
    static_cast<std::uint64_t>(past_the_lease_ms) * 1'000'000};

}  // namespace oncelab::properties
