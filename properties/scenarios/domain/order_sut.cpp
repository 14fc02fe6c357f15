// Instrumented side: an order repository and the service functions over it, through plain data.
#include <oncelab/properties/scenarios/domain/order_sut.hpp>

#include <algorithm>
#include <string>
#include <string_view>

#include <oncelab/core/layers/domain/mark_paid.hpp>

namespace oncelab::properties {

namespace {

domain::OrderRepository& repository(void* orders) {
  return *static_cast<domain::OrderRepository*>(orders);
}

const domain::Profile& profile_named(std::string_view name) {
  const auto all = domain::profiles();
  return **std::ranges::find(all, name, &domain::Profile::name);
}

}  // namespace

bool order_reserve(void* orders, const char* order_id, std::int64_t total_cents) {
  domain::Order order;
  order.id = order_id;
  order.natural_key = std::string("cart of ") + order_id;
  order.state = domain::OrderState::inventory_reserved;
  order.total_cents = total_cents;
  return repository(orders).insert(order) == domain::InsertResult::inserted;
}

const char* order_mark_paid(void* orders, const PayRequest& request) {
  const domain::Payment payment{request.amount_cents, request.reference};
  // The names are literals: they end with a zero and stay.
  return domain::name_of(domain::mark_paid(repository(orders), request.order_id, payment,
                                           profile_named(request.profile)))
      .data();
}

void order_read(void* orders, const char* order_id, OrderSeen& seen) {
  seen = {};
  const domain::LoadResult loaded = repository(orders).load(order_id);
  seen.found = loaded.status == domain::LoadStatus::found;
  if (!seen.found) {
    return;
  }
  seen.state = domain::name_of(loaded.order.state).data();
  seen.payments = loaded.order.payments.size();
  if (seen.payments > 0) {
    const domain::Payment& first = loaded.order.payments.front();
    seen.amount_cents = first.amount_cents;
    seen.reference_fits = first.provider_ref.size() < sizeof(seen.reference);
    if (seen.reference_fits) {
      std::ranges::copy(first.provider_ref, seen.reference);
    }
  }
}

OrderProfileFacts order_profile_facts(const char* name) {
  const domain::Profile& profile = profile_named(name);
  return {profile.checks_input, profile.checks_amount, profile.tells_conflict_apart};
}

void order_destroy(void* orders) { delete static_cast<domain::OrderRepository*>(orders); }

}  // namespace oncelab::properties
