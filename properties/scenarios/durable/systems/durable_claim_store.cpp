#include <oncelab/properties/scenarios/durable/systems/durable_claim_store.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace oncelab::properties {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::OwnerToken;

namespace {

constexpr const char* log_file = "claims";
constexpr const char* new_log_file = "claims.new";

// A record: what, key, owner, lease end, fingerprint and body, between tabs. What: 'c' claimed,
// 'f' finished, 'r' released.
struct Record {
  char what = 0;
  std::string_view key;
  std::uint64_t owner = 0;
  std::optional<std::int64_t> lease_end_ms;
  std::string_view fingerprint;
  std::string_view body;
};

template <class Number>
Number number(std::string_view text) {
  Number n = 0;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}

Record parse(std::string_view text) {
  std::array<std::string_view, 6> fields;
  for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
    const std::size_t end = std::min(text.find('\t'), text.size());
    fields[i] = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  fields[5] = text;
  Record r;
  r.what = fields[0].empty() ? '\0' : fields[0][0];
  r.key = fields[1];
  r.owner = number<std::uint64_t>(fields[2]);
  if (!fields[3].empty()) {
    r.lease_end_ms = number<std::int64_t>(fields[3]);
  }
  r.fingerprint = fields[4];
  r.body = fields[5];
  return r;
}

std::string text_of(const Record& r) {
  std::string text(1, r.what);
  text += '\t';
  text += r.key;
  text += '\t' + std::to_string(r.owner) + '\t';
  text += r.lease_end_ms ? std::to_string(*r.lease_end_ms) : std::string();
  text += '\t';
  text += r.fingerprint;
  text += '\t';
  text += r.body;
  return text;
}

}  // namespace

DurableClaimStore::DurableClaimStore(Env& env, const DiskPorts& disk)
    : clock_(env.clock()), disk_(disk) {
  recover();
}

void DurableClaimStore::recover() {
  log_.emplace(disk_, log_file);
  for (const std::string& record : log_->records()) {
    apply(record);
  }
}

void DurableClaimStore::apply(const std::string& record) {
  const Record r = parse(record);
  last_owner_ = std::max(last_owner_, r.owner);
  if (r.what == 'r') {
    if (const auto known = claims_.find(r.key); known != claims_.end()) {
      claims_.erase(known);
    }
    return;
  }
  Claim& claim = claims_[std::string(r.key)];
  claim.owner = r.owner;
  claim.fingerprint = r.fingerprint;
  claim.lease_end_ms = r.lease_end_ms;
  claim.body = r.what == 'f' ? std::optional(std::string(r.body)) : std::nullopt;
}

// On the disk first.
bool DurableClaimStore::change(const std::string& record) {
  if (write(*log_, record) != DiskOutcome::ok) {
    return false;
  }
  apply(record);
  return true;
}

BeginResult DurableClaimStore::begin(const ClaimKey& key, const api::Fingerprint& fingerprint,
                                     api::Lease lease) {
  const std::lock_guard hold(mutex_);
  const std::int64_t now_ms = clock_.now().time_since_epoch().count();
  if (const auto known = claims_.find(key.text()); known != claims_.end()) {
    const Claim& claim = known->second;
    if (claim.fingerprint != fingerprint.text) {
      return api::Mismatch{};
    }
    if (claim.body) {
      return api::Replay{api::Response{200, {}, *claim.body}};
    }
    if (!claim.lease_end_ms || now_ms < *claim.lease_end_ms) {
      return api::InFlight{};
    }
  }
  Record claimed{.what = 'c',
                 .key = key.text(),
                 .owner = last_owner_ + 1,
                 .lease_end_ms = std::nullopt,
                 .fingerprint = fingerprint.text,
                 .body = {}};
  if (lease) {
    claimed.lease_end_ms = now_ms + lease->count();
  }
  if (!change(text_of(claimed))) {
    return api::Unavailable{};
  }
  return api::Started{OwnerToken{claimed.owner}};
}

EndResult DurableClaimStore::finish(const ClaimKey& key, OwnerToken owner,
                                    const api::Response& response) {
  const std::lock_guard hold(mutex_);
  const auto claim = find_claimed(key, owner);
  if (claim == claims_.end()) {
    return EndResult::lost_claim;
  }
  const std::string record = text_of({.what = 'f',
                                      .key = claim->first,
                                      .owner = claim->second.owner,
                                      .lease_end_ms = claim->second.lease_end_ms,
                                      .fingerprint = claim->second.fingerprint,
                                      .body = response.body});
  return change(record) ? EndResult::ok : EndResult::unavailable;
}

EndResult DurableClaimStore::release(const ClaimKey& key, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  const auto claim = find_claimed(key, owner);
  if (claim == claims_.end()) {
    return EndResult::lost_claim;
  }
  const std::string record = text_of({.what = 'r',
                                      .key = claim->first,
                                      .owner = claim->second.owner,
                                      .lease_end_ms = std::nullopt,
                                      .fingerprint = {},
                                      .body = {}});
  return change(record) ? EndResult::ok : EndResult::unavailable;
}

// The token of a released key must not come again: the last one has a record of its own.
bool DurableClaimStore::write_all(RecordLog& log) {
  const auto add = [&](const Record& record) {
    return log.write(text_of(record)) == DiskOutcome::ok;
  };
  bool written = add({.what = 'r',
                      .key = {},
                      .owner = last_owner_,
                      .lease_end_ms = std::nullopt,
                      .fingerprint = {},
                      .body = {}});
  for (const auto& [key, claim] : claims_) {
    written =
        written && add({.what = claim.body ? 'f' : 'c',
                        .key = key,
                        .owner = claim.owner,
                        .lease_end_ms = claim.lease_end_ms,
                        .fingerprint = claim.fingerprint,
                        .body = claim.body ? std::string_view(*claim.body) : std::string_view()});
  }
  return written;
}

// Until its name is taken, the old log is there, and right.
void DurableClaimStore::clean_up() {
  const std::lock_guard hold(mutex_);
  if (disk_.truncate(disk_.disk, new_log_file, 0) != DiskOutcome::ok) {
    return;  // what an earlier one left would be taken for records
  }
  RecordLog fresh(disk_, new_log_file);
  if (!write_all(fresh) || sync_new(new_log_file) != DiskOutcome::ok) {
    return;
  }
  disk_.rename(disk_.disk, new_log_file, log_file);
  disk_.sync_directory(disk_.disk);  // before anything is written to what now has the name
  log_.emplace(disk_, log_file);
}

DurableClaimStore::Claims::iterator DurableClaimStore::find_claimed(const ClaimKey& key,
                                                                    OwnerToken owner) {
  const auto claim = claims_.find(key.text());
  const bool is_claimed = claim != claims_.end() && !claim->second.body &&
                          claim->second.owner == static_cast<std::uint64_t>(owner);
  return is_claimed ? claim : claims_.end();
}

}  // namespace oncelab::properties
