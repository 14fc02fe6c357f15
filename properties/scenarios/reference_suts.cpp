// Instrumented side: the implementations of this project, right and wrong ones, as systems under
// test.
#include <memory>

#include <oncelab/core/stores/memory/memory_inbox.hpp>
#include <oncelab/core/stores/memory/memory_order_repository.hpp>
#include <oncelab/core/stores/memory/mutex_claim_store.hpp>
#include <oncelab/core/stores/memory/sharded_claim_store.hpp>
#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/mutants/finish_without_owner_check.hpp>
#include <oncelab/properties/mutants/load_then_store.hpp>
#include <oncelab/properties/mutants/look_up_then_insert.hpp>
#include <oncelab/properties/mutants/unlocked.hpp>

namespace oncelab::properties {

namespace {

template <stores::InboxVariant variant>
struct MemoryInbox {
  Delivery handle_once(std::string_view message_id, Handler& handler) {
    return inbox->handle_once(message_id, handler);
  }
  std::unique_ptr<messaging::Inbox> inbox = stores::make_memory_inbox(variant);
};

/// A claim store that reads the run's clock.
template <class Store>
struct WithClock {
  explicit WithClock(Env& env) : store(env.clock()) {}
  api::BeginResult begin(const api::ClaimKey& key, const api::Fingerprint& fingerprint,
                         api::Lease lease) {
    return store.begin(key, fingerprint, lease);
  }
  api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                        const api::Response& response) {
    return store.finish(key, owner, response);
  }
  api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) {
    return store.release(key, owner);
  }
  Store store;
};

const bool registered = [] {
  using enum stores::InboxVariant;
  register_sut<MemoryInbox<naive>, contract::inbox>(
      {"naive", "look up, run the handler, mark: two lock holds", "waits", false});
  register_sut<MemoryInbox<atomic>, contract::inbox>(
      {"atomic", "claimed across the handler; a second delivery waits", "waits"});
  register_sut<MemoryInbox<claiming>, contract::inbox>(
      {"claiming", "claimed across the handler; a second delivery gets in_flight", "claims"});
  register_sut<MemoryInbox<single_lock>, contract::inbox>(
      {"single-lock", "one mutex over look-up, handler and mark", "waits serves-one-at-a-time"});

  register_sut<WithClock<stores::MutexClaimStore>, contract::claim_store>(
      {"mutex", "one mutex over all keys"});
  register_sut<WithClock<stores::ShardedClaimStore>, contract::claim_store>(
      {"sharded", "sixteen mutexes, each over its share of the keys"});
  register_sut<WithClock<mutants::LookUpThenInsertClaimStore>, contract::claim_store>(
      {"naive", "look up and insert under two lock holds", "", false});
  register_sut<WithClock<mutants::FinishWithoutOwnerCheckClaimStore>, contract::claim_store>(
      {"finish-without-owner-check", "a late owner completes the claim of the one after it",
       "needs-clock-step", false});

  register_sut<stores::MemoryOrderRepository, contract::order>(
      {"memory", "one mutex; compare-and-set on a version"});
  register_sut<mutants::LoadThenStoreOrderRepository, contract::order>(
      {"naive", "stores what was decided on a copy, whatever happened meanwhile", "", false});
  register_sut<mutants::UnlockedOrderRepository, contract::order>(
      {"plain", "no lock at all: a data race", "", false});
  return true;
}();

}  // namespace

}  // namespace oncelab::properties
