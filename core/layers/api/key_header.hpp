// Reads the key of a request from its Idempotency-Key header.
//
// Promises, by grammar (profile.hpp):
//   any_text         the first header counts, as it is; if it is empty, there is no key;
//   printable_ascii  no header is no key; otherwise there must be exactly one, of 1 to 255 bytes
//                    between space and tilde. Anything else is a problem, in this order:
//                    repeated_key, empty_key, key_too_long, key_malformed.
// A key is never trimmed, cut, folded or unquoted: two keys that differ in a byte are two keys.
// Does not promise: that a key is hard to guess. Keep keys of different callers apart by scope.
// Threads: a pure function.
// Complexity: linear in headers and key. The key refers into the request.
#pragma once

#include <cstddef>
#include <oncelab/core/layers/api/problem.hpp>
#include <string_view>
#include <variant>

namespace oncelab::api {

inline constexpr std::string_view key_header = "Idempotency-Key";
inline constexpr std::size_t key_bytes_max = 255;

struct NoKey {};

using KeyReading = std::variant<NoKey, std::string_view, Problem>;

[[nodiscard]] KeyReading read_key(const Request& request, KeyGrammar grammar);

}  // namespace oncelab::api
