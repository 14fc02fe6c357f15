// Happens-before race detection (FastTrack epochs) over the accesses of instrumented code.
//
// Exact to the byte for plain accesses. Atomic accesses are recorded too: an atomic and a plain
// access of the same bytes race unless ordered; two atomic ones never do. Internal.
// Source: Flanagan, Freund: "FastTrack: efficient and precise dynamic race detection" (PLDI 2009).
#pragma once

#include <cstddef>
#include <cstdint>

#include <oncelab/core/lab/runtime/engine.hpp>

namespace oncelab::runtime::detail {

enum class AccessKind : std::uint8_t { read, write, atomic_read, atomic_write };

/// Records an access of [address, address + bytes) by the current thread; ends the run on a race.
void access(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* caller);

/// Marks a block as freed by the current thread: later accesses are memory errors.
void access_free(std::uintptr_t address, std::size_t bytes, const void* caller);

/// The memory is about to be somebody else's: what was known of it is forgotten.
void forget_accesses(std::uintptr_t address, std::size_t bytes);

// Edges. acquire: what the object's releasers did happens before what this thread does next.
void acquire(SyncObject& from);
void acquire_readers(SyncObject& from);
void release(SyncObject& to);       // replaces what was released before
void release_join(SyncObject& to);  // adds to it
void release_join_clock(SyncObject& to, const VectorClock& clock);  // adds this clock to it
void release_reader(SyncObject& to);
void release_nothing(SyncObject& to);  // a relaxed store: ends the release sequence
void join_thread(unsigned child);

}  // namespace oncelab::runtime::detail
