// The player of the order model: orders, an index of payment references, and who pays.
#include <map>
#include <optional>
#include <set>

#include <oncelab/properties/meta/checker_players.hpp>

namespace oncelab::meta {
namespace {

class OrderPlayer final : public Player {
 public:
  OrderPlayer(bool strict, const DraftShape& shape, Prng& random)
      : Player(shape, random), strict_(strict) {}

  DraftOperation call() override {
    DraftOperation operation;
    operation.key = any_key();
    if (!reserving_.contains(operation.key) && chance(1, 2)) {
      operation.f = "reserve";
      reserving_.insert(operation.key);
      operation.input = chance(1, 2) ? Words{} : Words{std::to_string(1 + below(2))};
    } else if (chance(1, 4)) {
      operation.f = "read";
    } else {
      operation.f = "mark_paid";
      operation.input = {chance(1, 12) ? "" : numbered("p", 2), numbered("", 3)};
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    const auto found = orders_.find(operation.key);
    if (operation.f == "reserve") {
      orders_[operation.key].total = operation.input;
      operation.output = {"ok"};
    } else if (operation.f == "read") {
      operation.output = {};
      if (found != orders_.end()) {
        operation.output = {"INVENTORY_RESERVED"};
        if (found->second.payment) {
          operation.output = *found->second.payment;
          operation.output.insert(operation.output.begin(), "PAID");
        }
      }
    } else if (found == orders_.end()) {
      operation.output = {chance(1, 16) ? "contended" : "order_not_found"};
    } else {
      operation.output = {chance(1, 16) ? "contended" : pay(found->second, operation)};
    }
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    if (operation.f == "reserve") {
      return {"ok"};
    }
    if (operation.f == "read") {
      const std::uint64_t kind = below(3);
      return kind == 0   ? Words{}
             : kind == 1 ? Words{"INVENTORY_RESERVED"}
                         : Words{"PAID", numbered("p", 2), numbered("", 3)};
    }
    static const std::string answers[] = {"applied",         "applied",         "already_applied",
                                          "conflict",        "amount_mismatch", "invalid_state",
                                          "invalid_payment", "order_not_found", "contended"};
    return {answers[below(std::size(answers))]};
  }

 private:
  struct Order {
    Words total;
    std::optional<Words> payment;
  };

  std::string pay(Order& order, const DraftOperation& operation) {
    const std::string& reference = operation.input[0];
    const std::string& amount = operation.input[1];
    if (strict_ && (reference.empty() || amount == "0")) {
      return "invalid_payment";
    }
    if (order.payment) {
      if (order.payment->at(0) != reference) {
        return strict_ ? "conflict" : "invalid_state";
      }
      return strict_ && order.payment->at(1) != amount ? "amount_mismatch" : "already_applied";
    }
    if (strict_ && !order.total.empty() && order.total[0] != amount) {
      return "amount_mismatch";
    }
    if (!payees_.emplace(reference, operation.key).second) {
      return strict_ ? "conflict" : "invalid_state";
    }
    order.payment = operation.input;
    return "applied";
  }

  bool strict_;
  std::map<std::string, Order> orders_;
  std::map<std::string, std::string> payees_;  // by reference
  std::set<std::string> reserving_;            // each order once: a second time is illegal
};

}  // namespace

std::unique_ptr<Player> order_player(bool strict, const DraftShape& shape, Prng& random) {
  return std::make_unique<OrderPlayer>(strict, shape, random);
}

}  // namespace oncelab::meta
