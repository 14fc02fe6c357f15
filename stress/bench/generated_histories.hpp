// Generated histories: recordings of any length, as right implementations would leave them.
//
// Clients call, take effect at one instant and return, each step chosen at random among all
// clients, so that most of them are at work at any time. No value is put in twice, but for the
// models of few values. Everything follows from the shape and its seed; linear time (a priority
// queue: n log n).
//
// With `wrong`, one answer in the second half is one that the implementation could have given long
// ago, and no longer. Lost operations never return: a third of them did not happen, a third did, a
// third happens at some later time; their client goes on.
#pragma once

#include <cstdint>
#include <string_view>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::bench {

enum class GeneratedModel : std::uint8_t {
  register_,
  set,
  queue,
  stack,
  priority_queue,
  // one key and four values, written again and again:
  few_register,
  few_cas_register,
  few_kv,
};
inline constexpr GeneratedModel unique_models[] = {GeneratedModel::register_, GeneratedModel::set,
                                                   GeneratedModel::queue, GeneratedModel::stack,
                                                   GeneratedModel::priority_queue};
inline constexpr GeneratedModel few_models[] = {
    GeneratedModel::few_register, GeneratedModel::few_cas_register, GeneratedModel::few_kv};

/// As in the registry.
[[nodiscard]] std::string_view name(GeneratedModel model);

struct GeneratedShape {
  GeneratedModel model = GeneratedModel::register_;
  std::uint32_t operations = 1000;
  std::uint32_t clients = 4;
  std::uint32_t lost = 0;  // operations; of few_models, writes
  bool wrong = false;
  Seed seed{1};
};

[[nodiscard]] history::History generate(const GeneratedShape& shape);

}  // namespace oncelab::bench
