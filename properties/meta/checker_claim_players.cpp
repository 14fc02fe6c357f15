// The players of claim-store and api-request: a table of claims, a clock, and who uses them.
#include <map>
#include <optional>
#include <vector>

#include <oncelab/properties/meta/checker_players.hpp>

namespace oncelab::meta {
namespace {

constexpr std::uint64_t never = ~0ULL;

/// A table of claims that is asked one question at a time.
class Claims {
 public:
  struct Record {
    std::string print;
    std::uint64_t owner = 0;
    std::uint64_t end = never;
    std::optional<std::string> response;
  };

  /// The answer of a claim store, without a time; owner 0: nobody was asked to start.
  Words begin(const std::string& key, const Words& input, std::uint64_t now, std::uint64_t owner) {
    const auto found = records_.find(key);
    if (found != records_.end()) {
      const Record& record = found->second;
      if (record.print != input[0]) {
        return {"mismatch"};
      }
      if (record.response) {
        return {"replay", *record.response};
      }
      if (now < record.end) {
        return {"in_flight"};
      }
    }
    const std::uint64_t end = input.size() > 1 ? now + std::stoull(input[1]) : never;
    records_[key] = {input[0], owner, end, std::nullopt};
    return {"started", std::to_string(owner)};
  }

  bool holds(const std::string& key, std::uint64_t owner) const {
    const auto found = records_.find(key);
    return found != records_.end() && !found->second.response && found->second.owner == owner;
  }
  void finish(const std::string& key, const std::string& response) {
    records_[key].response = response;
  }
  void release(const std::string& key) { records_.erase(key); }

 private:
  std::map<std::string, Record> records_;
};

class ClaimingPlayer : public Player {
 public:
  using Player::Player;

 protected:
  Words any_request() {
    Words input{chance(3, 4) ? "f0" : "f1"};
    if (chance(2, 3)) {
      input.push_back(numbered("", 6));
    }
    return input;
  }
  std::string any_response() { return numbered("r", 2); }
  std::uint64_t later() {
    now_ += below(4);
    return now_;
  }
  /// Not every recorder knows the time.
  void add_time(Words& answer, std::uint64_t time) {
    if (chance(5, 6)) {
      answer.push_back(std::to_string(time));
    }
  }

  Claims claims_;

 private:
  std::uint64_t now_ = 0;
};

class ClaimStorePlayer final : public ClaimingPlayer {
 public:
  using ClaimingPlayer::ClaimingPlayer;

  DraftOperation call() override {
    DraftOperation operation;
    operation.key = any_key();
    operation.f = chance(3, 5) ? "begin" : chance(2, 3) ? "finish" : "release";
    operation.input = operation.f == "begin" ? any_request() : Words{any_owner(operation.key)};
    if (operation.f == "finish") {
      operation.input.push_back(any_response());
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    const std::uint64_t now = later();
    if (operation.f == "begin") {
      operation.output = claims_.begin(operation.key, operation.input, now, granted_ + 1);
      if (operation.output[0] == "started") {
        owners_[operation.key].push_back(std::to_string(++granted_));
      }
      if (operation.output[0] == "started" || operation.output[0] == "in_flight") {
        add_time(operation.output, now);
      }
      return true;
    }
    if (!claims_.holds(operation.key, std::stoull(operation.input[0]))) {
      operation.output = {"lost_claim"};
      return true;
    }
    operation.output = {"ok"};
    if (operation.f == "finish") {
      claims_.finish(operation.key, operation.input[1]);
    } else {
      claims_.release(operation.key);
    }
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    if (operation.f != "begin") {
      return {chance(1, 2) ? "ok" : "lost_claim"};
    }
    switch (below(4)) {
      case 0:
        return {"started", numbered("", 4), numbered("", 16)};
      case 1:
        return {"in_flight", numbered("", 16)};
      case 2:
        return {"mismatch"};
      default:
        return {"replay", any_response()};
    }
  }

 private:
  std::string any_owner(const std::string& key) {
    const std::vector<std::string>& owners = owners_[key];
    return owners.empty() || chance(1, 8) ? numbered("", 4) : owners[below(owners.size())];
  }

  std::uint64_t granted_ = 0;
  std::map<std::string, std::vector<std::string>> owners_;
};

class ApiRequestPlayer final : public ClaimingPlayer {
 public:
  using ClaimingPlayer::ClaimingPlayer;

  DraftOperation call() override {
    DraftOperation operation;
    operation.f = "request";
    operation.key = chance(1, 16) ? "" : any_key();
    operation.input = any_request();
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t self, unsigned point) override {
    if (operation.key.empty()) {
      operation.output = chance(1, 3) ? Words{"failed"} : Words{"executed", any_response()};
      return true;
    }
    return point == 0 ? claim(operation, self) : end(operation, self);
  }

  Words any_answer(const DraftOperation&) override {
    switch (below(8)) {
      case 0:
        return {"executed", any_response(), numbered("", 16)};
      case 1:
        return {"failed", numbered("", 16)};
      case 2:
        return {"lost", any_response(), numbered("", 16)};
      case 3:
        return {"lost_failure", numbered("", 16)};
      case 4:
        return {"in_flight", numbered("", 16)};
      case 5:
        return {"key_reused"};
      case 6:
        return {"threw", numbered("", 16)};
      default:
        return {"replayed", any_response()};
    }
  }

 private:
  bool claim(DraftOperation& operation, std::uint32_t self) {
    const std::uint64_t now = later();
    const Words begun = claims_.begin(operation.key, operation.input, now, self);
    if (begun[0] == "started") {
      started_[self] = now;
      return false;
    }
    if (begun[0] == "in_flight") {
      operation.output = {"in_flight"};
      add_time(operation.output, now);
    } else {
      operation.output = begun[0] == "mismatch" ? Words{"key_reused"} : Words{"replayed", begun[1]};
    }
    return true;
  }

  bool end(DraftOperation& operation, std::uint32_t self) {
    const bool holds = claims_.holds(operation.key, self);
    if (chance(1, 3)) {
      const char* const failure = holds ? "failed" : "lost_failure";
      operation.output = {chance(1, 3) ? "threw" : failure};
      if (holds) {
        claims_.release(operation.key);
      }
    } else {
      operation.output = {holds ? "executed" : "lost", any_response()};
      if (holds) {
        claims_.finish(operation.key, operation.output[1]);
      }
    }
    add_time(operation.output, started_[self]);
    return true;
  }

  std::map<std::uint32_t, std::uint64_t> started_;
};

}  // namespace

std::unique_ptr<Player> claim_store_player(const DraftShape& shape, Prng& random) {
  return std::make_unique<ClaimStorePlayer>(shape, random);
}

std::unique_ptr<Player> api_request_player(const DraftShape& shape, Prng& random) {
  return std::make_unique<ApiRequestPlayer>(shape, random);
}

}  // namespace oncelab::meta
