// The boundary between the lab and an instrumented claim store: plain functions and plain data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace oncelab::properties {

inline constexpr const char* claim_store_contract = "claim-store";

/// A text that crosses the boundary; not owned.
struct Text {
  const char* data;
  std::size_t bytes;
};

struct ClaimRequest {
  Text key;
  Text fingerprint;
  std::int64_t lease_ms;  // below 0: none
};

enum class BeginOutcome : int { started, in_flight, mismatch, replay, unavailable };
enum class EndOutcome : int { ok, lost_claim, unavailable };

struct BeginAnswer {
  BeginOutcome outcome;
  std::uint64_t owner;
  bool clock_was_read;  // by this call
  std::int64_t at_ms;   // what it said
  bool body_fits;
  std::size_t body_bytes;
  char body[256];  // of a replay
};

/// `store` is what the system under test's make() gave.
void claims_begin(void* store, const ClaimRequest& request, BeginAnswer& answer);
EndOutcome claims_finish(void* store, const Text& key, std::uint64_t owner, const Text& body);
EndOutcome claims_release(void* store, const Text& key, std::uint64_t owner);
void claims_destroy(void* store);

/// The calling client sleeps, as std::this_thread::sleep_for does.
void sleep_ms(std::int64_t time);

}  // namespace oncelab::properties
