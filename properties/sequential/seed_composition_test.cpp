// The contracts that oncelab grew from, sentence by sentence, each with the tests that hold it. The
// four tests that came with them have kept their names: they are marked with a star.
//
//   API: the same key and the same request get the same response
//     the same request: the same response, marked as a replay; another body: 409; one run
//                                          * api_handler.duplicate_request_runs_handler_once
//     another method or path: 409            seed_api.another_method_or_path_...
//     method, path and body count            fingerprint.method_target_and_body_count_...
//     the first is still running: 409        api_handler.request_in_flight_is_a_conflict
//     ... on real threads                    overlapping_requests.while_one_runs_...
//     ... and the client may retry later     seed_api.a_client_that_was_told_in_flight_...
//     a 5xx is not cached                  * api_handler.server_error_is_not_cached
//     ... however often it comes             seed_api.a_passing_failure_is_not_replayed_...
//     a 4xx is a result                      api_handler.client_error_of_the_handler_is_replayed
//     no status is 200; empty bodies count   seed_api.an_empty_answer_is_a_result_...
//     no key, or an empty one: always run    api_handler.request_without_a_key_always_runs
//     a store that fails: 503, not run       idempotent_handler.does_not_run_the_handler_...
//     the query is ignored                   api_handler.seed_ignores_the_query_...
//     the first of two key headers counts    api_handler.seed_takes_the_first_of_two_keys
//     every method; no header replayed       api_handler.seed_replays_every_method_...
//     nothing expires                        api_claims.a_completed_key_outlives_the_lease,
//                                            api_claims.without_a_lease_a_claim_stays
//     the gateway adds the scope of a key    seed_api.without_a_scope_...,
//                                            api_handler.scopes_do_not_see_...
//     it knows nothing of callbacks          seed_composition.the_api_layer_knows_nothing_...
//     a body that cannot be read: 400        none: a request has its body here
//
//   domain: the same business fact takes effect once
//     one reference applies once, another conflicts
//                                          * seed_profile_of_orders.domain_guard_makes_...
//     paid in one state only                 seed_profile_of_orders.every_other_state_is_invalid
//     the amount is not checked              seed_profile_of_orders.another_amount_...,
//                                            seed_profile_of_orders.any_amount_...
//     ... though it should be                order.refuses_an_amount_other_than_its_total
//     request or webhook is all one          seed_composition.the_domain_guard_does_not_care_...
//     a request id is no natural key         natural_key.of_a_request_is_none
//     the guard needs unique constraints     seed_domain.the_guard_alone_...
//     ... on real threads                    overlapping_orders.one_reference_pays_...
//     it does not stop a handler             seed_composition.the_domain_guard_does_not_stop_...
//
//   messaging: the same delivery has its effect once
//     a redelivery is skipped, a failure is tried again
//                                          * memory_inbox.skips_redelivery_and_retries_failures
//     marked after success only              mark_store_inbox.looks_up_then_runs_then_marks,
//                                            mark_store_inbox.does_not_mark_a_failure,
//                                            seed_inbox.no_mark_is_set_before_...
//     two at once may both pass the check    seed_inbox.two_deliveries_at_once_...
//     ... on real threads                    naive_memory_inbox.runs_the_handlers_of_...
//     ... unless effect and mark are one     seed_inbox.a_claim_across_the_handler_...
//     equal content, other id: another one   consumer.that_judges_by_id_takes_...
//     judging by content is an error         consumer.that_judges_by_content_...
//     id and business key together judge     consumer.that_judges_by_id_and_then_...
//     an id does not prove a business fact   seed_composition.an_id_proves_a_delivery_...
//
//   together
//     any layer alone can be gone round      seed_composition.a_key_change_gets_past_...,
//                                            ... the_domain_guard_does_not_stop_...,
//                                            ... a_message_under_a_new_id_...
//     the three together cannot              seed_composition.with_all_three_...
#include <gtest/gtest.h>

#include <functional>
#include <oncelab/properties/sequential/shop.hpp>
#include <string>
#include <vector>

namespace oncelab::properties {
namespace {

using domain::MarkPaidResult;
using messaging::Delivery;

class seed_composition : public testing::Test {
 protected:
  static std::string marker_of(const api::Response& response) {
    return std::string(api::find_header(response.headers, api::replay_marker).value_or(""));
  }

  Shop shop;
};

TEST_F(seed_composition, a_retry_is_stopped_by_the_api_layer) {
  const api::Response first = shop.request("key-1", "ref-1");
  const api::Response retried = shop.request("key-1", "ref-1");
  EXPECT_EQ(retried.status, first.status);
  EXPECT_EQ(retried.body, first.body);
  EXPECT_EQ(marker_of(retried), "true");
  EXPECT_EQ(shop.api_runs, 1);
}

TEST_F(seed_composition, a_key_change_gets_past_the_api_layer_and_is_stopped_by_the_domain_guard) {
  EXPECT_EQ(shop.request("key-1", "ref-1").body, "applied");
  EXPECT_EQ(shop.request("key-2", "ref-1").body, "already_applied");
  EXPECT_EQ(shop.api_runs, 2);
  EXPECT_EQ(shop.receipts, 1);
  EXPECT_EQ(shop.payments(), 1U);
}

TEST_F(seed_composition, a_request_without_a_key_is_stopped_by_the_domain_guard) {
  EXPECT_EQ(shop.request("", "ref-1").body, "applied");
  EXPECT_EQ(shop.request("", "ref-1").body, "already_applied");
  EXPECT_EQ(shop.receipts, 1);
}

TEST_F(seed_composition, another_reference_under_another_key_is_a_conflict_of_the_domain) {
  EXPECT_EQ(shop.request("key-1", "ref-1").status, 201);
  const api::Response second = shop.request("key-2", "ref-2");
  EXPECT_EQ(second.status, 409);
  EXPECT_EQ(second.body, "invalid_state");
  EXPECT_EQ(shop.payments(), 1U);
}

TEST_F(seed_composition, a_conflict_of_the_domain_is_a_result_that_the_api_layer_replays) {
  EXPECT_EQ(shop.pay("ref-1"), MarkPaidResult::applied);
  EXPECT_EQ(shop.request("key-1", "ref-2").status, 409);
  const api::Response again = shop.request("key-1", "ref-2");
  EXPECT_EQ(again.status, 409);
  EXPECT_EQ(again.body, "invalid_state");
  EXPECT_EQ(marker_of(again), "true");  // its own 409 has no marker
  EXPECT_EQ(shop.api_runs, 1);
}

TEST_F(seed_composition, the_api_layer_knows_nothing_of_callbacks) {
  EXPECT_EQ(shop.request("key-1", "ref-1").body, "applied");
  EXPECT_EQ(shop.pay("ref-1"), MarkPaidResult::already_applied);  // it came to the guard
  EXPECT_EQ(shop.api_runs, 1);
  EXPECT_EQ(shop.receipts, 1);
}

TEST_F(seed_composition, a_callback_leaves_no_trace_in_the_api_layer) {
  EXPECT_EQ(shop.pay("ref-1"), MarkPaidResult::applied);
  const api::Response first = shop.request("key-1", "ref-1");
  EXPECT_EQ(marker_of(first), "");
  EXPECT_EQ(first.body, "already_applied");
  EXPECT_EQ(shop.receipts, 1);
}

TEST_F(seed_composition, the_domain_guard_does_not_care_where_a_payment_comes_from) {
  const std::vector<std::function<void(Shop&)>> ways = {
      [](Shop& reached) { static_cast<void>(reached.request("key-1", "ref-1")); },
      [](Shop& reached) { static_cast<void>(reached.pay("ref-1")); },
      [](Shop& reached) { static_cast<void>(reached.deliver("m-1", "ref-1")); }};
  for (const auto& first : ways) {
    for (const auto& second : ways) {
      Shop fresh;
      first(fresh);
      EXPECT_EQ(fresh.receipts, 1);
      second(fresh);
      EXPECT_EQ(fresh.receipts, 1);
      EXPECT_EQ(fresh.payments(), 1U);
    }
  }
}

TEST_F(seed_composition, a_redelivery_is_stopped_by_the_inbox) {
  EXPECT_EQ(shop.deliver("m-1", "ref-1"), Delivery::delivered());
  EXPECT_EQ(shop.deliver("m-1", "ref-1"), Delivery::duplicate());
  EXPECT_EQ(shop.notifications, 1);
}

TEST_F(seed_composition, the_domain_guard_does_not_stop_the_handler_of_a_redelivery) {
  shop.deliver_past_inbox("ref-1");
  shop.deliver_past_inbox("ref-1");
  EXPECT_EQ(shop.notifications, 2);
  EXPECT_EQ(shop.receipts, 1);
}

TEST_F(seed_composition, an_id_proves_a_delivery_and_not_a_business_fact) {
  EXPECT_EQ(shop.request("key-1", "ref-1").status, 201);
  EXPECT_EQ(shop.deliver("m-1", "ref-1"), Delivery::delivered());  // new to the inbox
  EXPECT_EQ(shop.deliver("m-2", "ref-1"), Delivery::delivered());  // published again
  EXPECT_EQ(shop.receipts, 1);                                     // and no news to the guard
  EXPECT_EQ(shop.payments(), 1U);
}

TEST_F(seed_composition, a_message_under_a_new_id_is_promised_to_nobody_to_be_notified_once) {
  EXPECT_EQ(shop.deliver("m-1", "ref-1"), Delivery::delivered());
  EXPECT_EQ(shop.deliver("m-2", "ref-1"), Delivery::delivered());
  EXPECT_EQ(shop.notifications, 2);
}

TEST_F(seed_composition, the_inbox_does_not_see_what_comes_by_request) {
  EXPECT_EQ(shop.deliver("m-1", "ref-1"), Delivery::delivered());
  EXPECT_EQ(shop.request("m-1", "ref-1").body, "already_applied");
  EXPECT_EQ(shop.receipts, 1);
  EXPECT_EQ(shop.notifications, 1);
}

TEST_F(seed_composition, with_all_three_one_payment_is_one_effect_on_every_way) {
  for (int repetition = 0; repetition < 2; ++repetition) {
    EXPECT_EQ(shop.request("key-1", "ref-1").status, 201);
    EXPECT_EQ(shop.request("key-2", "ref-1").status, 201);
    EXPECT_TRUE(shop.deliver("m-1", "ref-1").may_acknowledge());
    EXPECT_EQ(shop.pay("ref-1"), MarkPaidResult::already_applied);
  }
  EXPECT_EQ(shop.api_runs, 2);
  EXPECT_EQ(shop.receipts, 1);
  EXPECT_EQ(shop.payments(), 1U);
  EXPECT_EQ(shop.notifications, 1);
}

}  // namespace
}  // namespace oncelab::properties
