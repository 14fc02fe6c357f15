#include <oncelab/properties/meta/checker_players.hpp>

#include <map>

namespace oncelab::meta {
namespace {

class CellPlayer final : public Player {
 public:
  CellPlayer(const Words& initially, const DraftShape& shape, Prng& random)
      : Player(shape, random), initially_(initially), is_plain_(shape.unique % 2 == 1) {}

  DraftOperation call() override {
    DraftOperation operation;
    operation.key = any_key();
    switch (below(is_plain_ ? 2 : 3)) {
      case 0:
        operation.f = "read";
        break;
      case 1:
        operation.f = "write";
        operation.input = {new_value()};
        break;
      default:
        operation.f = "cas";
        operation.input = {any_value(), new_value()};
        if (is_unique()) {  // most should find what they look for
          const Words& held = cells_.try_emplace(operation.key, initially_).first->second;
          operation.input[0] = held.empty() ? any_value() : held[0];
        }
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    Words& cell = cells_.try_emplace(operation.key, initially_).first->second;
    if (operation.f == "read") {
      operation.output = cell;
    } else if (operation.f == "write") {
      cell = operation.input;
    } else {
      const bool matches = cell == Words{operation.input[0]};
      cell = matches ? Words{operation.input[1]} : cell;
      operation.output = {matches ? "true" : "false"};
    }
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    if (operation.f == "read") {
      return chance(1, 4) ? Words{} : Words{any_value()};
    }
    return operation.f == "write" ? Words{} : Words{chance(1, 2) ? "true" : "false"};
  }

 private:
  Words initially_;
  bool is_plain_;  // reads and writes only, of half of the drafts with unique values
  std::map<std::string, Words> cells_;
};

class InboxPlayer final : public Player {
 public:
  InboxPlayer(bool claiming, const DraftShape& shape, Prng& random)
      : Player(shape, random), claiming_(claiming) {}

  DraftOperation call() override {
    DraftOperation operation;
    operation.f = "handle";
    operation.key = any_key();
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t self, unsigned point) override {
    std::string& mark = marks_[operation.key];  // empty, handled, or the claim's holder
    if (point == 0 && mark == "handled") {
      operation.output = {"duplicate"};
      return true;
    }
    if (point == 0 && !mark.empty()) {
      operation.output = {"in_flight"};
      return true;
    }
    if (point == 0 && claiming_) {
      mark = std::to_string(self);
      return false;
    }
    const bool succeeds = chance(2, 3);
    mark = succeeds ? "handled" : "";
    operation.output = {succeeds ? "delivered" : "failed"};
    return true;
  }

  Words any_answer(const DraftOperation&) override {
    static const std::string answers[] = {"delivered", "duplicate", "failed", "in_flight"};
    return {answers[below(4)]};
  }

 private:
  bool claiming_;
  std::map<std::string, std::string> marks_;
};

}  // namespace

std::unique_ptr<Player> player_of(Subject subject, const DraftShape& shape, Prng& random) {
  switch (subject) {
    case Subject::cas_register:
      return std::make_unique<CellPlayer>(Words{"0"}, shape, random);
    case Subject::cas_register_absent:
      return std::make_unique<CellPlayer>(Words{}, shape, random);
    case Subject::inbox:
    case Subject::inbox_claiming:
      return std::make_unique<InboxPlayer>(subject == Subject::inbox_claiming, shape, random);
    case Subject::claim_store:
      return claim_store_player(shape, random);
    case Subject::api_request:
      return api_request_player(shape, random);
    case Subject::order_strict:
    case Subject::order_seed:
      return order_player(subject == Subject::order_strict, shape, random);
    default:
      return data_player(subject, shape, random);
  }
}

}  // namespace oncelab::meta
