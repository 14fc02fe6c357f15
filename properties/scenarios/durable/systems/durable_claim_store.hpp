// DurableClaimStore: claims of the API layer in memory, and every change of one in a log file
// before it is answered.
//
// Promises: the contract of api::ClaimStore, across crashes: whoever is Started, or is told ok, is
// so in every later incarnation. Recovery reads the log. clean_up() replaces the log by one with a
// record for each key: the new file is synced before it takes the old one's name.
// Does not promise: to be available while the disk is full; a call that the disk left in doubt is
// unavailable, and may have been made.
// Threads: any; one mutex, held across the writes. The run must outlive the store.
// Mutants replace one of the protected steps.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/durable/disk_ports.hpp>
#include <oncelab/properties/scenarios/durable/systems/record_log.hpp>

namespace oncelab::properties {

class DurableClaimStore : public api::ClaimStore {
 public:
  DurableClaimStore(Env& env, const DiskPorts& disk);

  [[nodiscard]] api::BeginResult begin(const api::ClaimKey& key,
                                       const api::Fingerprint& fingerprint,
                                       api::Lease lease) override;
  [[nodiscard]] api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                                      const api::Response& response) override;
  [[nodiscard]] api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) override;
  void clean_up();

 protected:
  [[nodiscard]] const DiskPorts& disk() const { return disk_; }
  /// Makes a record of the log durable.
  virtual DiskOutcome write(RecordLog& log, std::string_view record) { return log.append(record); }
  /// Makes the new log durable.
  virtual DiskOutcome sync_new(const char* file) { return disk_.sync(disk_.disk, file); }

 private:
  struct Claim {
    std::string fingerprint;
    std::uint64_t owner = 0;
    std::optional<std::int64_t> lease_end_ms;
    std::optional<std::string> body;  // once completed
  };
  using Claims = std::map<std::string, Claim, std::less<>>;

  void apply(const std::string& record);
  void recover();
  [[nodiscard]] bool change(const std::string& record);
  [[nodiscard]] bool write_all(RecordLog& log);
  [[nodiscard]] Claims::iterator find_claimed(const api::ClaimKey& key, api::OwnerToken owner);

  api::Clock& clock_;
  const DiskPorts& disk_;
  std::mutex mutex_;
  Claims claims_;
  std::uint64_t last_owner_ = 0;
  std::optional<RecordLog> log_;
};

}  // namespace oncelab::properties
