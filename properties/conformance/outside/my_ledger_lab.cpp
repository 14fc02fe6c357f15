// An inbox that keeps what it handled in a file: in one lab right, in one lab wrong.
#include <oncelab/lab.hpp>

#include <mutex>
#include <set>
#include <string>

namespace {

// One line for each message, "id<tab>change", is written and synced before it is answered.
template <bool synced>
class Ledger {
 public:
  explicit Ledger(const oncelab::DiskPorts& disk) : disk_(disk) {
    char bytes[4096];
    const std::size_t n = disk_.read(disk_.disk, "ledger", 0, bytes, sizeof bytes);
    std::string_view rest(bytes, n);
    for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      handled_.emplace(rest.substr(0, rest.find('\t')));
      whole_ += end + 1;
      rest.remove_prefix(end + 1);
    }
  }

  oncelab::StoredDelivery handle_once(std::string_view message_id, std::string_view change) {
    using oncelab::DiskOutcome;
    using oncelab::StoredDelivery;
    const std::lock_guard hold(mutex_);
    if (handled_.contains(message_id)) {
      return StoredDelivery::duplicate;
    }
    const std::string line = std::string(message_id) + '\t' + std::string(change) + '\n';
    // A crash, or a write in doubt, may have left something after the last whole line.
    if (disk_.truncate(disk_.disk, "ledger", whole_) != DiskOutcome::ok) {
      return StoredDelivery::in_doubt;
    }
    auto outcome = disk_.append(disk_.disk, "ledger", line.data(), line.size());
    if (outcome == DiskOutcome::no_space) {
      return StoredDelivery::failed;
    }
    if (outcome == DiskOutcome::ok && synced) {
      outcome = disk_.sync(disk_.disk, "ledger");
    }
    if (outcome != DiskOutcome::ok) {
      return StoredDelivery::in_doubt;
    }
    handled_.emplace(message_id);
    whole_ += line.size();
    return StoredDelivery::delivered;
  }

 private:
  const oncelab::DiskPorts& disk_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> handled_;
  std::size_t whole_ = 0;  // bytes, of whole lines
};

}  // namespace

ONCELAB_SUT("my-ledger", Ledger<true>, oncelab::contract::durable_inbox);
ONCELAB_SUT("my-unsynced-ledger", Ledger<false>, oncelab::contract::durable_inbox);
