// What idempotency is about is common in generated programs: in how many of 1000, sizes 1 to 100.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <oncelab/properties/generators/inbox_programs.hpp>
#include <oncelab/properties/generators/order_programs.hpp>
#include <oncelab/properties/generators/request_programs.hpp>

namespace oncelab::properties {
namespace {

using scenario::Operation;
using scenario::Program;
using Kinds = std::set<std::string>;

constexpr unsigned draws = 1000;

std::map<std::string, unsigned> shares(const std::function<Program(Seed, unsigned)>& draw,
                                       const std::function<Kinds(const Program&)>& kinds) {
  std::map<std::string, unsigned> all;
  for (unsigned i = 0; i < draws; ++i) {
    const Program program = draw(Seed{i}, 1 + i % 100);
    for (const std::string& kind : kinds(program)) {
      ++all[kind];
    }
  }
  return all;
}

/// Kinds of each operation and of each pair of operations; "... by another client" if so.
Kinds kinds_of(const Program& program, const std::function<std::string(const Operation&)>& of_one,
               const std::function<std::string(const Operation&, const Operation&)>& of_two) {
  struct Placed {
    std::size_t client;
    Operation operation;
  };
  std::vector<Placed> all;
  for (std::size_t i = 0; i < program.clients.size(); ++i) {
    for (const Operation& o : program.clients[i]) {
      all.push_back({i, o});
    }
  }
  Kinds kinds;
  for (std::size_t i = 0; i < all.size(); ++i) {
    kinds.insert(of_one(all[i].operation));
    for (std::size_t k = 0; k < i; ++k) {
      const std::string kind = of_two(all[i].operation, all[k].operation);
      kinds.insert(kind);
      if (all[i].client != all[k].client) {
        kinds.insert(kind + " by another client");
      }
    }
  }
  return kinds;
}

std::string first_word(const std::string& text, char end) { return text.substr(0, text.find(end)); }

void expect_at_least(const std::map<std::string, unsigned>& stated,
                     std::map<std::string, unsigned> seen) {
  for (const auto& [kind, least] : stated) {
    EXPECT_GE(seen[kind], least) << kind;
  }
}

TEST(Shares, of_deliveries) {
  const auto of_one = [](const Operation& o) { return o.input; };
  const auto of_two = [](const Operation& a, const Operation& b) {
    return std::string(a.key == b.key ? "redelivery" : "another message");
  };
  expect_at_least(
      {{"redelivery by another client", 750},
       {"redelivery", 800},
       {"another message", 400},
       {"handler fails", 250}},
      shares(draw_inbox_program, [&](const Program& p) { return kinds_of(p, of_one, of_two); }));
}

std::string kind_of_request(const Operation& o) {
  if (o.f == "wait") {
    return "wait";
  }
  const auto comma = o.input.find(", ");
  return o.key.empty()                ? "no key"
         : comma == std::string::npos ? "handler succeeds"
                                      : o.input.substr(comma + 2);
}

std::string kind_of_requests(const Operation& a, const Operation& b) {
  if (a.key.empty() || b.key.empty()) {
    return "";
  }
  const bool same_body = first_word(a.input, ',') == first_word(b.input, ',');
  return a.key == b.key ? (same_body ? "retry" : "other body")
                        : (same_body ? "key change" : "another request");
}

TEST(Shares, of_requests) {
  const std::map<std::string, unsigned> both = {{"retry", 600},
                                                {"retry by another client", 500},
                                                {"other body", 300},
                                                {"other body by another client", 300},
                                                {"key change", 300},
                                                {"key change by another client", 300},
                                                {"another request", 250},
                                                {"handler fails", 250},
                                                {"handler throws", 250},
                                                {"handler is slow", 250},
                                                {"wait", 300}};
  const auto kinds = [](const Program& p) {
    return kinds_of(p, kind_of_request, kind_of_requests);
  };
  auto claims =
      shares([](Seed seed,
                unsigned size) { return draw_request_program(claim_store_programs, seed, size); },
             kinds);
  expect_at_least(both, claims);
  EXPECT_GE(claims["holder dies"], 250U);
  EXPECT_EQ(claims["no key"], 0U);
  auto api =
      shares([](Seed seed,
                unsigned size) { return draw_request_program(api_request_programs, seed, size); },
             kinds);
  expect_at_least(both, api);
  EXPECT_EQ(api["holder dies"], 0U);
  EXPECT_GE(api["no key"], 200U);
}

TEST(Shares, of_payments) {
  const auto of_one = [](const Operation& o) {
    return o.input.ends_with(" 1000") ? "right amount" : "wrong amount";
  };
  const auto of_two = [](const Operation& a, const Operation& b) {
    const bool same_reference = first_word(a.input, ' ') == first_word(b.input, ' ');
    if (a == b) {
      return std::string("same payment");
    }
    return std::string(a.key == b.key ? (same_reference ? "other amount" : "other reference")
                                      : (same_reference ? "same reference, other order" : ""));
  };
  expect_at_least(
      {{"same payment", 500},
       {"same payment by another client", 600},
       {"other reference", 400},
       {"other reference by another client", 400},
       {"same reference, other order", 400},
       {"other amount", 200},
       {"wrong amount", 200}},
      shares(draw_order_program, [&](const Program& p) { return kinds_of(p, of_one, of_two); }));
}

}  // namespace
}  // namespace oncelab::properties
