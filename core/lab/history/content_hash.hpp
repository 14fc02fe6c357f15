// A hash of what a history says: equal histories have equal hashes in every process.
//
// Promises: covers every event in order, with texts instead of the numbers of their symbols (which
// depend on what was interned before). Stored in case files: it does not change. Linear time.
#pragma once

#include <cstdint>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

[[nodiscard]] std::uint64_t content_hash(const History& history);

}  // namespace oncelab::history
