// The inboxes once more, as abstract programs, for counting their interleavings, and classes of
// equivalent ones, by dynamic programming. Written from the definitions of the algorithms; shares
// no code with the explorer, the runtime or the layers.
//
// The steps counted, per delivery of one message by every client:
//   single-lock  lock, unlock
//   naive        lock, unlock; and if the message was new: lock, unlock
//   claiming     lock, unlock; and if the claim was granted: lock, notify_all, unlock
//   atomic       as claiming, but a claimed message means: wait (releases the lock), and when
//   woken:
//                lock, and look again
// A thread whose next step is a lock that is held cannot be chosen; nor can one that waits.
#pragma once

#include <cstdint>
#include <string>

namespace oncelab::meta {

enum class AbstractInbox { single_lock, naive, claiming, atomic };

/// Number of different complete sequences of steps of `clients` clients with `ops` deliveries each.
[[nodiscard]] std::uint64_t count_interleavings(AbstractInbox inbox, unsigned clients,
                                                unsigned ops);

/// Number of different orders of their critical sections. All steps of these programs lie within
/// sections of one mutex, so two sequences of steps are equivalent exactly if these orders are
/// equal.
[[nodiscard]] std::uint64_t count_section_orders(AbstractInbox inbox, unsigned clients,
                                                 unsigned ops);

}  // namespace oncelab::meta
