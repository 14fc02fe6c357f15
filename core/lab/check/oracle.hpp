// Oracle: decides small histories by trying everything. It exists to check the checker.
//
// Promises: for every operation, every way it may have gone (a list of actions: its atomic points;
// an unknown outcome also every prefix, the empty one included) and every order of all points is
// tried, without memory, without heuristics, without partitions. It shares no code with the
// checker, and the meaning of operations is given to it as two plain functions written again for
// the oracle, not taken from a model.
//
// When a point of A may stand before a point of B: there are instants a < b inside the intervals
// exactly if A's call is before B's return. An order is possible if that holds for every pair.
//
// Does not promise speed: about eight operations are the limit. The caller counts on `tries`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check::oracle {

/// What is true in the world, by name; deliberately not a model's state.
using World = std::map<std::string, std::string>;

/// One atomic point: changes the world, or says that it cannot be. `who` is the operation's index.
using Action = std::function<bool(World&)>;

/// One way an operation may have gone; its points in order, at least one.
using Way = std::vector<Action>;

/// Every way the operation may have gone if it answered as recorded (or in any way at all, if its
/// outcome is unknown: prefixes are added by the oracle).
using Ways = std::function<std::vector<Way>(const history::History&, std::uint32_t operation)>;

/// Whether some choice of ways and some order of points is legal. `tries_max` attempts to place a
/// point at most; nullopt beyond.
[[nodiscard]] std::optional<bool> explainable(const history::History& history, const Ways& ways,
                                              const World& initial, std::uint64_t tries_max);

}  // namespace oncelab::check::oracle
