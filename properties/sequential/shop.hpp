// For tests: a shop small enough to see through, with the three layers in it, each of which can be
// gone round.
//
//   client ----> api (key) ----+
//   webhook -------------------+--> pay: the domain guard decides, and only `applied` is a receipt
//   broker ----> inbox (id) ---+--> notify: nothing but the inbox keeps it from happening again
//
// Whatever arrives names its payment by the provider's reference. Counted are the runs of the
// handlers and the effects. One thread at a time.
#pragma once

#include <oncelab/core/layers/api/idempotent_handler.hpp>
#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/core/layers/messaging/naive_inbox.hpp>
#include <oncelab/core/stores/memory/manual_clock.hpp>
#include <oncelab/core/stores/memory/memory_mark_store.hpp>
#include <oncelab/core/stores/memory/memory_order_repository.hpp>
#include <oncelab/core/stores/memory/mutex_claim_store.hpp>
#include <string>
#include <utility>

namespace oncelab::properties {

struct Shop {
  Shop() {
    domain::Order order;
    order.id = "o-1";
    order.natural_key = "cart-1";
    order.state = domain::OrderState::inventory_reserved;
    static_cast<void>(orders.insert(order));
  }

  /// Where all ways meet. Seed's profile: whatever it keeps from happening, strict does too.
  domain::MarkPaidResult pay(const std::string& reference) {
    const auto result = domain::mark_paid(orders, "o-1", {1000, reference}, domain::seed_profile);
    receipts += result == domain::MarkPaidResult::applied ? 1 : 0;
    return result;
  }

  api::Response request(const std::string& key, const std::string& reference) {
    return api.handle({.method = "POST",
                       .target = "/orders/o-1/payments",
                       .headers = {{"Idempotency-Key", key}},
                       .body = reference});
  }

  messaging::Delivery deliver(const std::string& message_id, const std::string& reference) {
    Consumer consumer(*this, reference);
    return inbox.handle_once(message_id, consumer);
  }

  /// A message that comes to a consumer without an inbox.
  void deliver_past_inbox(const std::string& reference) {
    static_cast<void>(Consumer(*this, reference).handle());
  }

  [[nodiscard]] std::size_t payments() { return orders.load("o-1").order.payments.size(); }

  int api_runs = 0;
  int receipts = 0;
  int notifications = 0;

 private:
  class PaymentsResource final : public api::Handler {
   public:
    explicit PaymentsResource(Shop& shop) : shop_(shop) {}
    api::Response handle(const api::Request& request) override {
      ++shop_.api_runs;
      const auto result = shop_.pay(request.body);
      const bool is_paid = result == domain::MarkPaidResult::applied ||
                           result == domain::MarkPaidResult::already_applied;
      return {.status = is_paid ? 201 : 409, .headers = {}, .body = std::string(name_of(result))};
    }

   private:
    Shop& shop_;
  };

  class Consumer final : public messaging::Handler {
   public:
    Consumer(Shop& shop, std::string reference) : shop_(shop), reference_(std::move(reference)) {}
    messaging::HandlerResult handle() override {
      static_cast<void>(shop_.pay(reference_));
      ++shop_.notifications;
      return messaging::HandlerResult::success();
    }

   private:
    Shop& shop_;
    std::string reference_;
  };

  stores::ManualClock clock;
  stores::MutexClaimStore claims{clock};
  PaymentsResource resource{*this};
  stores::MemoryMarkStore marks;

 public:
  stores::MemoryOrderRepository orders;
  api::IdempotentHandler api{claims, resource, api::seed_profile};
  messaging::NaiveInbox inbox{marks};
};

}  // namespace oncelab::properties
