// What the API layer promises in detail, as data.
//
//                         seed                          strict
//   methods               every method                  POST and PATCH
//   key                   the first header's text;      exactly one header, 1 to 255 bytes of
//                         an empty one is no key        printable ASCII; anything else is refused
//   target                path, decoded, no query       path and query, raw
//   lease of a claim      none                          60 seconds
//   replayed headers      none                          those that describe or locate the body
//   own answers           plain text                    problem+json with a stable code
//   marker of a replay    also what a handler wrote     on replays only
//
// Promises: both profiles keep the contract of idempotent_handler.hpp, and in both another request
// under a key is refused before it matters whether the first one is still running.
// Does not promise, for seed: an end to a claim whose holder died, since it has no lease.
// Threads: constants.
#pragma once

#include <array>
#include <oncelab/core/layers/api/clock.hpp>
#include <optional>
#include <span>
#include <string_view>

namespace oncelab::api {

enum class KeyGrammar : unsigned char { any_text, printable_ascii };

/// The part of the request target that belongs to the fingerprint.
enum class TargetPart : unsigned char { decoded_path, path_and_query };

enum class ProblemForm : unsigned char { plain_text, problem_json };

struct Profile {
  std::string_view name;
  std::span<const std::string_view> methods;  // others pass through; none stands for every method
  KeyGrammar key_grammar;
  TargetPart target;
  std::optional<Millis> lease;
  std::span<const std::string_view> replayed_headers;
  ProblemForm problem_form;
  bool removes_marker_of_handler;

  [[nodiscard]] bool covers(std::string_view method) const;
  [[nodiscard]] bool replays_header(std::string_view header_name) const;
};

extern const Profile seed_profile;
extern const Profile strict_profile;

[[nodiscard]] std::array<const Profile*, 2> profiles();

}  // namespace oncelab::api
