// Random small histories for testing the checker, with the models they are for.
//
// A draft is made by playing clients against a right implementation, atomic point by atomic point,
// so that it is legal; some operations lose their answer, some go on after their client has given
// up. mutate() then changes an answer, an input or an interval, which makes about half of the
// drafts illegal. Everything follows from the seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::meta {

enum class Subject : std::uint8_t { cas_register, cas_register_absent, inbox, inbox_claiming };
inline constexpr Subject subjects[] = {Subject::cas_register, Subject::cas_register_absent,
                                       Subject::inbox, Subject::inbox_claiming};
[[nodiscard]] std::string_view name(Subject subject);

struct DraftOperation {
  std::uint32_t client = 0;
  std::string f;
  std::string key;
  std::vector<std::int64_t> input;  // none: nil, one: an integer, two: a pair
  history::Outcome outcome = history::Outcome::unknown;
  std::string output;  // empty: nil; digits: an integer; else a text
};

/// Editable: operations, and the order of their calls and returns.
struct Draft {
  struct Moment {
    std::size_t operation = 0;
    bool is_return = false;
  };
  std::vector<DraftOperation> operations;
  std::vector<Moment> moments;
};

struct DraftShape {
  std::uint32_t operations = 5;
  std::uint32_t clients = 3;
  std::uint32_t keys = 1;
  std::uint32_t values = 3;
  std::uint32_t unknown_percent = 20;
};

[[nodiscard]] Draft legal_draft(Subject subject, const DraftShape& shape, Prng& random);
void mutate(Draft& draft, Subject subject, const DraftShape& shape, Prng& random);
/// Calls are numbered in the order of their moments.
[[nodiscard]] history::History to_history(const Draft& draft);

}  // namespace oncelab::meta
