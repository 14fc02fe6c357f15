// Random small histories for testing the checker, with the models they are for.
//
// A draft is made by playing clients against a right implementation (checker_players.hpp), atomic
// point by atomic point, so that it is legal; some operations lose their answer, some go on after
// their client has given up. mutate() then changes an answer, an input or an interval, a little or
// altogether, which makes about half of the drafts illegal. Everything follows from the seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::meta {

enum class Subject : std::uint8_t {
  cas_register,
  cas_register_absent,
  inbox,
  inbox_claiming,
  claim_store,
  api_request,
  order_strict,
  order_seed,
  // of data_player() and data_ways():
  counter,
  kv,
  multi_register,
  mutex,
  priority_queue,
  queue,
  set,
  set_with_reads,
  stack,
};
inline constexpr Subject subjects[] = {
    Subject::cas_register,
    Subject::cas_register_absent,
    Subject::inbox,
    Subject::inbox_claiming,
    Subject::claim_store,
    Subject::api_request,
    Subject::order_strict,
    Subject::order_seed,
    Subject::counter,
    Subject::kv,
    Subject::multi_register,
    Subject::mutex,
    Subject::priority_queue,
    Subject::queue,
    Subject::set,
    Subject::set_with_reads,
    Subject::stack,
};
[[nodiscard]] std::string_view name(Subject subject);
/// The name as a part of a test's name.
[[nodiscard]] std::string identifier(Subject subject);
/// Keys are partitions: what happens under one says nothing about another.
[[nodiscard]] bool keys_are_independent(Subject subject);
/// An operation may have two points: more for the oracle to try.
[[nodiscard]] bool has_two_points(Subject subject);

/// A value: none is nil, one is itself, several are a list. Digits are an integer, "nil" is nil,
/// what has blanks is a list of its parts, "{...}" a list of however many, else it is a text.
using Words = std::vector<std::string>;

struct DraftOperation {
  std::uint32_t client = 0;
  std::string f;
  std::string key;  // empty: nil
  Words input;
  history::Outcome outcome = history::Outcome::unknown;
  Words output;
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
  /// Not 0: no value is put in twice. Chooses the order in which the values come, from 1 to 100.
  std::uint32_t unique = 0;
  std::uint32_t unique_from = 0;  // so many values are taken
};

[[nodiscard]] Draft legal_draft(Subject subject, const DraftShape& shape, Prng& random);
void mutate(Draft& draft, Subject subject, const DraftShape& shape, Prng& random);
/// Drops the time at which a claim was decided, if the answer tells it.
void forget_time(DraftOperation& operation);
/// Calls are numbered in the order of their moments.
[[nodiscard]] history::History to_history(const Draft& draft);

}  // namespace oncelab::meta
