// Instrumented side: durable implementations of this project, right and wrong ones, called through
// plain data.
#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/mutants/answer_before_sync.hpp>
#include <oncelab/properties/mutants/mark_first.hpp>
#include <oncelab/properties/mutants/rename_before_sync.hpp>
#include <oncelab/properties/mutants/two_writes.hpp>
#include <oncelab/properties/scenarios/durable/durable_claims_sut.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_sut.hpp>
#include <oncelab/properties/scenarios/durable/systems/one_record_inbox.hpp>

namespace oncelab::properties {

StoredDelivery durable_inbox_handle_once(void* inbox, const char* id, std::size_t id_bytes,
                                         const char* change, std::size_t change_bytes) {
  return static_cast<DurableInbox*>(inbox)->handle_once({id, id_bytes}, {change, change_bytes});
}

void durable_inbox_destroy(void* inbox) { delete static_cast<DurableInbox*>(inbox); }

namespace {

/// What the clock says goes into the history.
class ClaimsOfRun : public api::ClaimStore {
 public:
  virtual void clean_up() = 0;
};

template <class Store>
class ClaimsWithClock final : public ClaimsOfRun {
 public:
  explicit ClaimsWithClock(const DurableClaimsPorts& ports)
      : env_(ports.env), store_(env_.clock(), ports.disk) {}
  [[nodiscard]] api::BeginResult begin(const api::ClaimKey& key,
                                       const api::Fingerprint& fingerprint,
                                       api::Lease lease) override {
    return store_.begin(key, fingerprint, lease);
  }
  [[nodiscard]] api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                                      const api::Response& response) override {
    return store_.finish(key, owner, response);
  }
  [[nodiscard]] api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) override {
    return store_.release(key, owner);
  }
  void clean_up() override { store_.clean_up(); }

 private:
  Env env_;
  Store store_;
};

template <class Store>
void* make_claims(void* ports) {
  api::ClaimStore* const store =
      new ClaimsWithClock<Store>(*static_cast<const DurableClaimsPorts*>(ports));
  return store;
}

template <class Inbox>
void* make_inbox(void* ports) {
  DurableInbox* const inbox = new Inbox(*static_cast<const DiskPorts*>(ports));
  return inbox;
}

const bool registered = [] {
  const auto add = [](const char* contract, const char* name, const char* summary, bool holds,
                      void* (*make)(void*)) {
    scenario::register_sut({.contract = contract,
                            .name = name,
                            .summary = summary,
                            .traits = "",
                            .holds = holds,
                            .make = make});
  };
  const char* const inbox = durable_inbox_contract;
  add(inbox, "one-record", "change and mark are one record of one file", true,
      make_inbox<OneRecordInbox>);
  add(inbox, "two-writes", "the change is stored in one write, then the mark in another", false,
      make_inbox<mutants::TwoWritesInbox>);
  add(inbox, "mark-first", "the mark is stored in one write, then the change in another", false,
      make_inbox<mutants::MarkFirstInbox>);
  const char* const claims = durable_claims_contract;
  add(claims, "log", "each change is synced to a log before it is answered", true,
      make_claims<DurableClaimStore>);
  add(claims, "answer-before-sync", "changes are answered before they are durable", false,
      make_claims<mutants::AnswerBeforeSyncClaimStore>);
  add(claims, "rename-before-sync", "a clean-up replaces the log by one that is not durable", false,
      make_claims<mutants::RenameBeforeSyncClaimStore>);
  return true;
}();

}  // namespace

void durable_claims_clean_up(void* store) {
  static_cast<ClaimsOfRun*>(static_cast<api::ClaimStore*>(store))->clean_up();
}

}  // namespace oncelab::properties
