#include <oncelab/core/stores/memory/claim_table.hpp>
#include <utility>

namespace oncelab::stores {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::InFlight;
using api::Mismatch;
using api::OwnerToken;
using api::Replay;
using api::Response;
using api::Started;
using api::TimePoint;

namespace {

/// The end of time if the lease goes beyond it.
std::optional<TimePoint> lease_end(const ClaimTerms& terms) {
  if (!terms.lease.has_value()) {
    return std::nullopt;
  }
  const bool is_endless = terms.now > TimePoint{} && *terms.lease > TimePoint::max() - terms.now;
  return is_endless ? TimePoint::max() : terms.now + *terms.lease;
}

}  // namespace

BeginResult ClaimTable::begin(const ClaimKey& key, const ClaimTerms& terms) {
  if (auto decided = decide(key, terms)) {
    return *std::move(decided);
  }
  return claim(key, terms);
}

std::optional<BeginResult> ClaimTable::decide(const ClaimKey& key, const ClaimTerms& terms) const {
  const auto found = records_.find(key.text());
  if (found == records_.end()) {
    return std::nullopt;
  }
  const Record& record = found->second;
  if (record.fingerprint != terms.fingerprint) {
    return Mismatch{};
  }
  if (record.response.has_value()) {
    return Replay{*record.response};
  }
  if (!record.lease_end.has_value()) {
    return InFlight{};
  }
  if (terms.now < *record.lease_end) {
    return InFlight{*record.lease_end - terms.now};
  }
  return std::nullopt;
}

Started ClaimTable::claim(const ClaimKey& key, const ClaimTerms& terms) {
  Record claimed{.fingerprint = terms.fingerprint,
                 .owner = OwnerToken{last_token_ + 1},
                 .lease_end = lease_end(terms),
                 .response = std::nullopt};
  const OwnerToken owner = claimed.owner;
  records_.insert_or_assign(key.text(), std::move(claimed));
  ++last_token_;
  return Started{owner};
}

bool ClaimTable::complete(const ClaimKey& key, const Response& response) {
  const auto record = records_.find(key.text());
  if (record == records_.end()) {
    return false;
  }
  record->second.response = response;
  return true;
}

EndResult ClaimTable::finish(const ClaimKey& key, OwnerToken owner, const Response& response) {
  const auto record = find_claimed(key, owner);
  if (record == records_.end()) {
    return EndResult::lost_claim;
  }
  record->second.response = response;
  return EndResult::ok;
}

EndResult ClaimTable::release(const ClaimKey& key, OwnerToken owner) {
  const auto record = find_claimed(key, owner);
  if (record == records_.end()) {
    return EndResult::lost_claim;
  }
  records_.erase(record);
  return EndResult::ok;
}

ClaimTable::Records::iterator ClaimTable::find_claimed(const ClaimKey& key, OwnerToken owner) {
  const auto record = records_.find(key.text());
  const bool is_claimed = record != records_.end() && !record->second.response.has_value() &&
                          record->second.owner == owner;
  return is_claimed ? record : records_.end();
}

}  // namespace oncelab::stores
