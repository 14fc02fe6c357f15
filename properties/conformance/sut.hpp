// ONCELAB_SUT: registers your own code as a system under test.
//
//   struct MyInbox {
//     explicit MyInbox(oncelab::Env&);  // or no constructor at all
//     oncelab::Delivery handle_once(std::string_view message_id, oncelab::Handler&);
//   };
//   ONCELAB_SUT("my-inbox", MyInbox, oncelab::contract::inbox);
//
// Contracts, and what a class must offer for each:
//   inbox        handle_once, as messaging::Inbox (core/layers/messaging/inbox.hpp)
//   claim_store  begin, finish and release, as api::ClaimStore (core/layers/api/claim_store.hpp)
//   order        load, find_by_natural_key, insert and store, as domain::OrderRepository
// Deriving from those classes is not needed.
//
// Promises: a fresh object is made for every run and destroyed at its end; it may be called from
// several threads at once. The file that has this macro is code under test: compile it with
// oncelab_lab() or oncelab_tests(), nothing else.
// Errors: names have letters, digits, '-', '_' and '.', and are unique within a contract; the
// command line says so before it does anything.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <type_traits>

#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/core/layers/domain/order_repository.hpp>
#include <oncelab/core/layers/messaging/inbox.hpp>

namespace oncelab {

using messaging::Delivery;
using messaging::Handler;

namespace detail {

/// What the lab lends a run; plain data, because the lab is compiled apart from code under test.
struct EnvPorts {
  const char* store = "memory";
};

inline constexpr std::int64_t no_reading = std::numeric_limits<std::int64_t>::min();
/// What Env's clock said last on this thread, in milliseconds.
inline constinit thread_local std::int64_t last_reading_ms = no_reading;

}  // namespace detail

/// What a system under test gets to know of the run it is made for.
class Env {
 public:
  explicit Env(const detail::EnvPorts& ports) : ports_(ports) {}

  /// Where the store is. "memory": there is none.
  [[nodiscard]] std::string_view store() const { return ports_.store; }
  /// The time that leases are judged by. What it answers is part of the history.
  [[nodiscard]] api::Clock& clock() { return clock_; }

 private:
  class NotedClock final : public api::Clock {
   public:
    [[nodiscard]] api::TimePoint now() override {
      const auto time = std::chrono::floor<api::Millis>(std::chrono::system_clock::now());
      detail::last_reading_ms = time.time_since_epoch().count();
      return time;
    }
  };

  const detail::EnvPorts& ports_;
  NotedClock clock_;
};

namespace detail {

/// A T, made with what it asks for. Kept apart from the adapters so that `env` outlives `sut`.
template <class T>
struct Made {
  explicit Made(const EnvPorts& ports) : env(ports), sut(make(env)) {}

  static T make(Env& env) {
    if constexpr (std::is_constructible_v<T, Env&>) {
      return T(env);
    } else {
      return T();
    }
  }

  Env env;
  T sut;
};

template <class T>
class InboxOf final : public messaging::Inbox {
 public:
  explicit InboxOf(const EnvPorts& ports) : made_(ports) {}
  Delivery handle_once(std::string_view message_id, Handler& handler) override {
    return made_.sut.handle_once(message_id, handler);
  }

 private:
  Made<T> made_;
};

template <class T>
class ClaimStoreOf final : public api::ClaimStore {
 public:
  explicit ClaimStoreOf(const EnvPorts& ports) : made_(ports) {}
  api::BeginResult begin(const api::ClaimKey& key, const api::Fingerprint& fingerprint,
                         api::Lease lease) override {
    return made_.sut.begin(key, fingerprint, lease);
  }
  api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                        const api::Response& response) override {
    return made_.sut.finish(key, owner, response);
  }
  api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) override {
    return made_.sut.release(key, owner);
  }

 private:
  Made<T> made_;
};

template <class T>
class OrderRepositoryOf final : public domain::OrderRepository {
 public:
  explicit OrderRepositoryOf(const EnvPorts& ports) : made_(ports) {}
  domain::LoadResult load(std::string_view order_id) override { return made_.sut.load(order_id); }
  domain::LoadResult find_by_natural_key(std::string_view natural_key) override {
    return made_.sut.find_by_natural_key(natural_key);
  }
  domain::InsertResult insert(const domain::Order& order) override {
    return made_.sut.insert(order);
  }
  domain::StoreResult store(const domain::Order& order) override { return made_.sut.store(order); }

 private:
  Made<T> made_;
};

/// As SutRegistration::make of every contract: takes EnvPorts, gives an Interface.
template <class Interface, class Adapter>
void* make(void* ports) {
  return std::unique_ptr<Interface>(std::make_unique<Adapter>(*static_cast<EnvPorts*>(ports)))
      .release();
}

}  // namespace detail

namespace contract {

struct inbox {
  static constexpr const char* name = "inbox";
  template <class T>
  static constexpr auto make = detail::make<messaging::Inbox, detail::InboxOf<T>>;
};

struct claim_store {
  static constexpr const char* name = "claim-store";
  template <class T>
  static constexpr auto make = detail::make<api::ClaimStore, detail::ClaimStoreOf<T>>;
};

struct order {
  static constexpr const char* name = "order";
  template <class T>
  static constexpr auto make = detail::make<domain::OrderRepository, detail::OrderRepositoryOf<T>>;
};

}  // namespace contract

struct SutTexts {
  const char* name = "";
  const char* summary = "";
  const char* traits = "";
  bool holds = true;
};

template <class T, class Contract>
bool register_sut(const SutTexts& texts) {
  scenario::register_sut({Contract::name, texts.name, texts.summary, texts.traits, texts.holds,
                          Contract::template make<T>});
  return true;
}

}  // namespace oncelab

#define ONCELAB_SUT_JOIN_(a, b) a##b
#define ONCELAB_SUT_NAME_(a, b) ONCELAB_SUT_JOIN_(a, b)
#define ONCELAB_SUT(name, type, contract)                                           \
  [[maybe_unused]] static const bool ONCELAB_SUT_NAME_(oncelab_sut_, __COUNTER__) = \
      ::oncelab::register_sut<type, contract>({name, "", "", true})
