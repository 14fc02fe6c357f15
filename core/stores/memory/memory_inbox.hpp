// The inboxes that keep their state in memory, by name.
//
//   naive        look up, run, mark: two overlapping deliveries can both run the handler
//   atomic       the id is claimed across the handler; a second delivery waits for the decision
//   claiming     the same, but a second delivery is told `in_flight`
//   single-lock  one mutex over look-up, handler and mark, for all ids together
//
// Promises: make_memory_inbox returns a new, empty inbox that owns its store.
// Does not promise: that two inboxes share anything. To share a store, build the inbox over it.
// Threads: the functions may be called from any thread; for the inboxes see their own headers.
// Errors: a name that is none of the above is an empty optional.
#pragma once

#include <array>
#include <memory>
#include <oncelab/core/layers/messaging/inbox.hpp>
#include <optional>
#include <string_view>

namespace oncelab::stores {

enum class InboxVariant : unsigned char { naive, atomic, claiming, single_lock };

inline constexpr std::array inbox_variants = {InboxVariant::naive, InboxVariant::atomic,
                                              InboxVariant::claiming, InboxVariant::single_lock};

[[nodiscard]] std::string_view name_of(InboxVariant variant);
[[nodiscard]] std::optional<InboxVariant> inbox_variant_named(std::string_view name);

[[nodiscard]] std::unique_ptr<messaging::Inbox> make_memory_inbox(InboxVariant variant);

}  // namespace oncelab::stores
