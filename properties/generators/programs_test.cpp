// Generated programs: decided by the seed, shrunk to something small.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>
#include <string>

#include <oncelab/core/lab/gen/for_all.hpp>
#include <oncelab/properties/generators/inbox_programs.hpp>
#include <oncelab/properties/generators/order_programs.hpp>
#include <oncelab/properties/generators/programs.hpp>
#include <oncelab/properties/generators/request_programs.hpp>

namespace oncelab::properties {
namespace {

using scenario::Operation;
using scenario::Program;
using Failure = std::optional<std::string>;

std::string text_of(const Program& program) {
  std::ostringstream out;
  showValue(program, out);
  return out.str();
}

TEST(Programs, are_shown_in_one_line) {
  EXPECT_EQ(text_of({{{{"request", "k1", "b1, handler fails"}, {"wait", "", ""}},
                      {{"deliver", "m1", ""}}}}),
            "{request k1 b1, handler fails; wait | deliver m1}");
}

TEST(Programs, are_decided_by_seed_and_size) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(draw_inbox_program(Seed{seed}, 60), draw_inbox_program(Seed{seed}, 60));
    EXPECT_EQ(draw_order_program(Seed{seed}, 60), draw_order_program(Seed{seed}, 60));
  }
  // Those of a stored seed change when this does: cases hold programs, so nothing is lost.
  EXPECT_EQ(
      text_of(draw_inbox_program(Seed{1}, 60)),
      "{deliver m1; deliver m1 handler fails; deliver m1 | deliver m2; deliver m1; deliver m2 | "
      "deliver m3 handler fails; deliver m1}");
  EXPECT_EQ(text_of(draw_request_program(claim_store_programs, Seed{1}, 60)),
            "{request k1 b1, handler fails; request k1 b1; wait | request k1 b2, handler is slow; "
            "wait; wait | request k1 b3; request k1 b1}");
  EXPECT_EQ(text_of(draw_order_program(Seed{1}, 60)),
            "{pay o1 r1 1000; pay o1 r1 1000; pay o2 r1 1000 | pay o1 r1 1000; pay o1 r1 1000; "
            "pay o2 r1 1000 | pay o2 r1 1000; pay o1 r1 999}");
}

std::size_t count(const Program& program, const std::function<bool(const Operation&)>& is_meant) {
  std::size_t n = 0;
  for (const auto& client : program.clients) {
    n += static_cast<std::size_t>(std::ranges::count_if(client, is_meant));
  }
  return n;
}

std::string shrunk(std::uint64_t seed, const rc::Gen<Program>& generator, std::size_t least,
                   const std::function<bool(const Operation&)>& is_meant) {
  const auto checked =
      gen::for_all({.name = "few", .seed = Seed{seed}}, generator, [&](const Program& program) {
        return count(program, is_meant) >= least ? Failure("many") : std::nullopt;
      });
  return checked->counterexample ? checked->counterexample->value : "nothing";
}

TEST(Programs, shrink_to_one_that_is_minimal) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(shrunk(seed, inbox_programs(), 1, [](const auto& o) { return o.key == "m3"; }),
              "{deliver m3}");
    EXPECT_EQ(
        shrunk(seed, inbox_programs(), 3, [](const auto&) { return true; }).find("{deliver m1"),
        0U);
    EXPECT_EQ(shrunk(seed, request_programs(claim_store_programs), 1,
                     [](const auto& o) { return o.input.ends_with("slow"); }),
              "{request k1 b1, handler is slow}");
    EXPECT_EQ(shrunk(seed, order_programs(), 1,
                     [](const auto& o) { return o.key == "o2" && o.input.starts_with("r2"); }),
              "{pay o2 r2 1000}");
  }
}

}  // namespace
}  // namespace oncelab::properties
