// Orders, for the oracle: an entry per order and one per payment reference.
#include <oncelab/properties/meta/checker_spec_words.hpp>

namespace oncelab::meta {
namespace {

using check::oracle::Way;
using check::oracle::World;

/// What paying answers, and what it does then.
std::string pay(World& world, const Recorded& r, bool strict) {
  const std::string reference = r.input.at(0);
  const std::string amount = r.input.at(1);
  std::string refusal = strict ? "conflict" : "invalid_state";
  const std::string total = look(world, "total of " + r.place, "no such order");
  const std::string paid_by = look(world, "payment of " + r.place, "none");
  if (total == "no such order") {
    return "order_not_found";
  }
  if (strict && (reference == "\"\"" || std::stoll(amount) < 1)) {
    return "invalid_payment";
  }
  if (paid_by == "none") {
    if (strict && total != "none" && total != amount) {
      return "amount_mismatch";
    }
    if (look(world, "payee of " + reference, "nobody") != "nobody") {
      return refusal;
    }
    world["payee of " + reference] = r.place;
    world["payment of " + r.place] = reference;
    world["amount of " + r.place] = amount;
    return "applied";
  }
  if (paid_by != reference) {
    return refusal;
  }
  return strict && world["amount of " + r.place] != amount ? "amount_mismatch" : "already_applied";
}

SpecWords read(const World& world, const std::string& place) {
  if (!world.contains("total of " + place)) {
    return {};
  }
  if (!world.contains("payment of " + place)) {
    return {"INVENTORY_RESERVED"};
  }
  return {"PAID", world.at("payment of " + place), world.at("amount of " + place)};
}

}  // namespace

std::vector<Way> order_ways(const history::History& history, std::uint32_t index, bool strict) {
  const Recorded r = recorded(history, index);
  if (r.f == "reserve") {
    return {{[=](World& world) {
      const std::string total = r.input.empty() ? "none" : r.input[0];
      return world.emplace("total of " + r.place, total).second;
    }}};
  }
  if (r.f == "read") {
    return {{[=](World& world) { return !r.known || read(world, r.place) == r.output; }}};
  }
  return {{[=](World& world) {
    if (r.known && r.output.at(0) == "contended") {
      return true;
    }
    const std::string answer = pay(world, r, strict);
    return !r.known || answer == r.output.at(0);
  }}};
}

}  // namespace oncelab::meta
