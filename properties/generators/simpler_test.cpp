// Simpler programs: of the same shape, strictly simpler, and they come to an end.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <oncelab/core/lab/gen/holds.hpp>
#include <oncelab/properties/generators/inbox_programs.hpp>
#include <oncelab/properties/generators/order_programs.hpp>
#include <oncelab/properties/generators/programs.hpp>
#include <oncelab/properties/generators/request_programs.hpp>
#include <oncelab/properties/generators/simpler_inbox.hpp>
#include <oncelab/properties/generators/simpler_order.hpp>
#include <oncelab/properties/generators/simpler_request.hpp>

namespace oncelab::properties {
namespace {

using scenario::Operation;
using scenario::Program;
using Simpler = std::function<std::vector<Program>(const Program&)>;

struct Contract {
  const char* name;
  rc::Gen<Program> programs;
  Simpler simpler;
  const std::vector<Part>& parts;
};

std::vector<Contract> contracts() {
  return {{"inbox", inbox_programs(), simpler_inbox_programs, inbox_parts()},
          {"claim-store", request_programs(claim_store_programs), simpler_request_programs,
           request_parts()},
          {"api-request", request_programs(api_request_programs), simpler_request_programs,
           request_parts()},
          {"order", order_programs(), simpler_order_programs, order_parts()}};
}

TEST(Simpler, every_program_made_is_strictly_simpler) {
  for (const Contract& contract : contracts()) {
    EXPECT_TRUE(gen::holds({.name = contract.name, .cases = 300}, contract.programs,
                           [&](const Program& program) {
                             const auto made = contract.simpler(program);
                             EXPECT_LE(made.size(), 100U);
                             for (const Program& p : made) {
                               EXPECT_TRUE(is_simpler(p, program, contract.parts));
                               EXPECT_FALSE(is_simpler(program, p, contract.parts));
                               EXPECT_EQ(std::ranges::count(made, p), 1);
                             }
                           }));
  }
}

/// The longest way: always to the last one made, which changes least.
std::size_t steps_to_the_end(const Simpler& simpler, Program program) {
  std::size_t steps = 0;
  for (auto made = simpler(program); !made.empty(); made = simpler(program)) {
    program = made.back();
    ++steps;
  }
  return steps;
}

TEST(Simpler, going_on_comes_to_an_end) {
  for (const Contract& contract : contracts()) {
    EXPECT_TRUE(gen::holds({.name = contract.name, .cases = 300}, contract.programs,
                           [&](const Program& program) {
                             EXPECT_LE(steps_to_the_end(contract.simpler, program), 64U);
                           }));
  }
}

TEST(Simpler, the_end_is_one_retry_after_another) {
  const auto end = [](const Simpler& simpler, Program program) {
    for (auto made = simpler(program); !made.empty(); made = simpler(program)) {
      program = made.front();
    }
    return program;
  };
  const auto all_equal = [](const Program& program, const Operation& operation) {
    return std::ranges::all_of(program.clients, [&](const auto& client) {
      return std::ranges::all_of(client, [&](const Operation& o) { return o == operation; });
    });
  };
  EXPECT_TRUE(gen::holds({.name = "inbox"}, inbox_programs(), [&](const Program& program) {
    EXPECT_TRUE(all_equal(end(simpler_inbox_programs, program), {"deliver", "m1", ""}));
  }));
  EXPECT_TRUE(gen::holds({.name = "order"}, order_programs(), [&](const Program& program) {
    EXPECT_TRUE(all_equal(end(simpler_order_programs, program), {"pay", "o1", "r1 1000"}));
  }));
}

std::vector<Program> made_of(const Operation& a, const Operation& b) {
  return simpler_request_programs({{{a}, {b}}});
}

TEST(Simpler, keys_first_then_modes_then_bodies_of_all_then_of_one) {
  const auto made = made_of({"request", "k2", "b1"}, {"request", "k3", "b2, handler is slow"});
  const auto program = [](const char* key1, const char* input1, const char* key2,
                          const char* input2) {
    return Program{{{{"request", key1, input1}}, {{"request", key2, input2}}}};
  };
  const std::vector<Program> expected = {
      program("k2", "b1", "k1", "b2, handler is slow"),
      program("k1", "b1", "k3", "b2, handler is slow"),
      program("k2", "b1", "k2", "b2, handler is slow"),
      program("k2", "b1", "k3", "b2"),
      program("k2", "b1", "k3", "b2, handler fails"),
      program("k2", "b1", "k3", "b1, handler is slow"),
  };
  EXPECT_EQ(made, expected);
}

TEST(Simpler, a_name_that_all_have_is_replaced_at_once_too) {
  const Operation k9 = {"request", "k9", "b1"};
  const Operation k1 = {"request", "k1", "b1"};
  const std::vector<Program> expected = {Program{{{k1}, {k1}}}, Program{{{k1}, {k9}}},
                                         Program{{{k9}, {k1}}}};
  EXPECT_EQ(made_of(k9, k9), expected);
}

TEST(Simpler, what_has_no_names_stays) {
  EXPECT_EQ(made_of({"wait", "", ""}, {"request", "", "b1"}), std::vector<Program>());
}

TEST(Simpler, shorter_names_and_names_of_the_ladder_are_simpler) {
  const auto delivery = [](const char* id) { return Program{{{{"deliver", id, ""}}}}; };
  EXPECT_TRUE(is_simpler(delivery("m2"), delivery("a"), inbox_parts()));
  EXPECT_TRUE(is_simpler(delivery("m1"), delivery("m2"), inbox_parts()));
  EXPECT_TRUE(is_simpler(delivery("z"), delivery("aa"), inbox_parts()));
  EXPECT_FALSE(is_simpler(delivery("m1"), delivery("m1"), inbox_parts()));
  EXPECT_FALSE(is_simpler({{{}}}, delivery("m1"), inbox_parts()));
}

}  // namespace
}  // namespace oncelab::properties
