// Contracts of code that keeps what it knows in files, and must know it after a crash.
//
//   struct MyInbox {
//     explicit MyInbox(const oncelab::DiskPorts&);  // reads what is there: this is the recovery
//     oncelab::StoredDelivery handle_once(std::string_view message_id, std::string_view change);
//   };
//   ONCELAB_SUT("my-inbox", MyInbox, oncelab::contract::durable_inbox);
//
//   durable_inbox        as DurableInbox (scenarios/durable/durable_inbox.hpp); run by the
//                        scenarios durable-inbox and redelivery
//   durable_claim_store  constructed from (Env&, const DiskPorts&); begin, finish and release as
//   for
//                        claim_store, and clean_up() if there is one
//
// Promises: as sut.hpp. A crash ends an object without its destructor; the next is made from the
// same disk, with what the crash left on it.
#pragma once

#include <memory>
#include <string_view>

#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/durable/disk_ports.hpp>
#include <oncelab/properties/scenarios/durable/durable_claims_sut.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_sut.hpp>

namespace oncelab {

using properties::DiskOutcome;
using properties::DiskPorts;
using properties::StoredDelivery;

namespace detail {

template <class T>
class DurableInboxOf final : public properties::DurableInbox {
 public:
  explicit DurableInboxOf(const DiskPorts& ports) : sut_(ports) {}
  StoredDelivery handle_once(std::string_view message_id, std::string_view change) override {
    return sut_.handle_once(message_id, change);
  }

 private:
  T sut_;
};

template <class T>
class DurableClaimsOf final : public properties::DurableClaims {
 public:
  explicit DurableClaimsOf(const properties::DurableClaimsPorts& ports)
      : env_(ports.env), sut_(env_, ports.disk) {}
  api::BeginResult begin(const api::ClaimKey& key, const api::Fingerprint& fingerprint,
                         api::Lease lease) override {
    return sut_.begin(key, fingerprint, lease);
  }
  api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                        const api::Response& response) override {
    return sut_.finish(key, owner, response);
  }
  api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) override {
    return sut_.release(key, owner);
  }
  void clean_up() override {
    if constexpr (requires { sut_.clean_up(); }) {
      sut_.clean_up();
    }
  }

 private:
  Env env_;
  T sut_;
};

}  // namespace detail

namespace contract {

struct durable_inbox {
  static constexpr const char* name = properties::durable_inbox_contract;
  template <class T>
  static void* make(void* ports) {
    return std::unique_ptr<properties::DurableInbox>(
               std::make_unique<detail::DurableInboxOf<T>>(*static_cast<DiskPorts*>(ports)))
        .release();
  }
};

struct durable_claim_store {
  static constexpr const char* name = properties::durable_claims_contract;
  // The claim store: what lies behind void* is what claims_sut.hpp takes.
  template <class T>
  static void* make(void* ports) {
    return std::unique_ptr<api::ClaimStore>(
               std::make_unique<detail::DurableClaimsOf<T>>(
                   *static_cast<properties::DurableClaimsPorts*>(ports)))
        .release();
  }
};

}  // namespace contract

}  // namespace oncelab
