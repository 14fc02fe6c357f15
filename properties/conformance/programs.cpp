#include <oncelab/properties/conformance/programs.hpp>

#include <string>

namespace oncelab::conformance {

namespace {

using scenario::Operation;

// The words of each scenario's programs are explained where it is defined.
Operation deliver(std::string id) { return {"deliver", std::move(id), ""}; }
Operation deliver_failing(std::string id) { return {"deliver", std::move(id), "handler fails"}; }
Operation request(std::string key, std::string body) {
  return {"request", std::move(key), std::move(body)};
}
Operation wait() { return {"wait", "", ""}; }
Operation pay(std::string order, std::string words) {
  return {"pay", std::move(order), std::move(words)};
}

std::vector<NamedProgram> inbox_programs() {
  const Operation m1 = deliver("m1");
  const Operation m1_fails = deliver_failing("m1");
  const Operation m2 = deliver("m2");
  return {
      {"redelivery_is_a_duplicate", {{{m1, m1, m1}}}},
      {"failed_delivery_is_retried", {{{m1_fails, m1, m1}}}},
      {"failed_redelivery_stays_a_duplicate", {{{m1, m1_fails}}}},
      {"messages_are_independent", {{{m1, m2, m1, m2}}}},
      {"failure_leaves_other_messages_alone", {{{m1, deliver_failing("m2"), m1, m2, m2}}}},
      {"every_schedule_of_two_deliveries", {{{m1}, {m1}}}},
      {"every_schedule_of_a_failing_and_a_succeeding_delivery", {{{m1_fails}, {m1}}}},
      {"every_schedule_of_a_delivery_and_its_retry", {{{m1_fails, m1}, {m1}}}},
      {"every_schedule_of_two_messages", {{{m1}, {m2}}}},
  };
}

std::vector<NamedProgram> durable_inbox_programs() {
  const Operation m1 = deliver("m1");
  const Operation m2 = deliver("m2");
  return {
      {"redelivery_is_a_duplicate", {{{m1, m1}}}},
      {"messages_are_independent", {{{m1, m2, m1}}}},
      {"every_schedule_of_two_deliveries", {{{m1}, {m1}}}},
  };
}

std::vector<NamedProgram> claim_programs() {
  const Operation k1 = request("k1", "b1");
  const Operation k1_fails = request("k1", "b1, handler fails");
  const Operation k1_dies = request("k1", "b1, holder dies");
  const Operation k1_slow = request("k1", "b1, handler is slow");
  const Operation k1_other = request("k1", "b2");
  const Operation k2 = request("k2", "b2");
  return {
      {"retry_is_replayed", {{{k1, k1, k1}}}},
      {"other_body_is_a_mismatch", {{{k1, k1_other, k1}}}},
      {"other_body_is_a_mismatch_in_flight_too", {{{k1_dies, k1_other}}}},
      {"failed_handler_releases", {{{k1_fails, k1, k1}}}},
      {"throwing_handler_releases", {{{request("k1", "b1, handler throws"), k1, k1}}}},
      {"released_key_takes_another_body", {{{k1_fails, k1_other, k1_other}}}},
      {"keys_are_independent", {{{k1, k2, k1, k2}}}},
      {"lease_protects_a_claim", {{{k1_dies, k1}}}},
      {"lease_end_allows_take_over", {{{k1_dies, wait(), k1, k1}}}},
      {"take_over_needs_the_same_body", {{{k1_dies, wait(), k1_other, k1}}}},
      {"late_result_is_kept_if_nobody_took_over", {{{k1_slow, k1}}}},
      {"lost_claim_writes_nothing", {{{k1_slow}, {wait(), k1, k1}}}},
      {"every_schedule_of_two_requests", {{{k1}, {k1}}}},
      {"every_schedule_of_two_bodies", {{{k1}, {k1_other}}}},
      {"every_schedule_of_a_failing_and_a_succeeding_handler", {{{k1_fails}, {k1}}}},
      {"every_schedule_of_two_keys", {{{k1}, {k2}}}},
      {"every_schedule_of_two_take_overs", {{{k1_dies, wait(), k1}, {wait(), k1}}}},
  };
}

std::vector<NamedProgram> api_programs() {
  const Operation k1 = request("k1", "b1");
  const Operation k1_fails = request("k1", "b1, handler fails");
  const Operation k1_other = request("k1", "b2");
  const Operation k2 = request("k2", "b2");
  const Operation keyless = request("", "b1");
  return {
      {"retry_is_replayed", {{{k1, k1, k1}}}},
      {"other_body_is_a_mismatch", {{{k1, k1_other, k1}}}},
      {"failed_handler_releases", {{{k1_fails, k1, k1}}}},
      {"throwing_handler_releases", {{{request("k1", "b1, handler throws"), k1, k1}}}},
      {"keys_are_independent", {{{k1, k2, k1, k2}}}},
      {"request_without_a_key_always_runs", {{{keyless, keyless, k1, keyless}}}},
      {"lost_claim_writes_nothing", {{{request("k1", "b1, handler is slow")}, {wait(), k1, k1}}}},
      {"every_schedule_of_two_requests", {{{k1}, {k1}}}},
      {"every_schedule_of_two_bodies", {{{k1}, {k1_other}}}},
      {"every_schedule_of_a_failing_and_a_succeeding_handler", {{{k1_fails}, {k1}}}},
  };
}

std::vector<NamedProgram> order_programs() {
  const Operation o1_r1 = pay("o1", "r1 1000");
  const Operation o1_r2 = pay("o1", "r2 1000");
  const Operation o2_r1 = pay("o2", "r1 1000");
  return {
      {"repeated_payment_is_applied_once", {{{o1_r1, o1_r1}}}},
      {"other_reference_is_a_conflict", {{{o1_r1, o1_r2, o1_r1}}}},
      {"reference_pays_one_order", {{{o1_r1, o2_r1}}}},
      {"other_amount_is_refused", {{{pay("o1", "r1 999"), o1_r1}}}},
      {"every_schedule_of_two_payments", {{{o1_r1}, {o1_r1}}}},
      {"every_schedule_of_two_references", {{{o1_r1}, {o1_r2}}}},
      {"every_schedule_of_two_orders_with_one_reference", {{{o1_r1}, {o2_r1}}}},
  };
}

}  // namespace

std::vector<NamedProgram> programs_of(std::string_view scenario) {
  if (scenario == "inbox") {
    return inbox_programs();
  }
  if (scenario == "durable-inbox" || scenario == "redelivery") {
    return durable_inbox_programs();
  }
  if (scenario == "claim-store") {
    return claim_programs();
  }
  if (scenario == "api-request") {
    return api_programs();
  }
  if (scenario == "order") {
    return order_programs();
  }
  return {};
}

}  // namespace oncelab::conformance
