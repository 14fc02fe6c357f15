#include <oncelab/core/layers/messaging/claiming_inbox.hpp>
#include <oncelab/core/layers/messaging/naive_inbox.hpp>
#include <oncelab/core/layers/messaging/single_lock_inbox.hpp>
#include <oncelab/core/stores/memory/mark_set.hpp>
#include <oncelab/core/stores/memory/memory_claim_store.hpp>
#include <oncelab/core/stores/memory/memory_inbox.hpp>
#include <oncelab/core/stores/memory/memory_mark_store.hpp>

namespace oncelab::stores {

using messaging::ClaimingInbox;
using messaging::Delivery;
using messaging::Handler;
using messaging::Inbox;
using messaging::NaiveInbox;
using messaging::SingleLockInbox;
using messaging::WhenClaimed;

namespace {

/// An inbox together with the store under it.
template <class Store, class Algorithm>
class InboxWithStore final : public Inbox {
 public:
  template <class... Options>
  explicit InboxWithStore(Options... options) : inbox_(store_, options...) {}

  Delivery handle_once(std::string_view message_id, Handler& handler) override {
    return inbox_.handle_once(message_id, handler);
  }

 private:
  Store store_;
  Algorithm inbox_;
};

using NaiveMemoryInbox = InboxWithStore<MemoryMarkStore, NaiveInbox>;
using ClaimingMemoryInbox = InboxWithStore<MemoryClaimStore, ClaimingInbox>;
using SingleLockMemoryInbox = InboxWithStore<MarkSet, SingleLockInbox>;

}  // namespace

std::string_view name_of(InboxVariant variant) {
  switch (variant) {
    case InboxVariant::naive:
      return "naive";
    case InboxVariant::atomic:
      return "atomic";
    case InboxVariant::claiming:
      return "claiming";
    case InboxVariant::single_lock:
      return "single-lock";
  }
  return {};
}

std::optional<InboxVariant> inbox_variant_named(std::string_view name) {
  for (const InboxVariant variant : inbox_variants) {
    if (name_of(variant) == name) {
      return variant;
    }
  }
  return std::nullopt;
}

std::unique_ptr<Inbox> make_memory_inbox(InboxVariant variant) {
  switch (variant) {
    case InboxVariant::naive:
      return std::make_unique<NaiveMemoryInbox>();
    case InboxVariant::atomic:
      return std::make_unique<ClaimingMemoryInbox>(WhenClaimed::wait);
    case InboxVariant::claiming:
      return std::make_unique<ClaimingMemoryInbox>(WhenClaimed::reject);
    case InboxVariant::single_lock:
      return std::make_unique<SingleLockMemoryInbox>();
  }
  return nullptr;
}

}  // namespace oncelab::stores
