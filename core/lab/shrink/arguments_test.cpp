// Arguments become simpler once the program is smallest, whatever schedule that needs.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/core/lab/shrink/counters_scenario.hpp>
#include <oncelab/core/lab/shrink/shrink.hpp>
#include <oncelab/core/lab/shrink/shrink_fixture.hpp>

namespace oncelab::shrink {
namespace {

/// "a:5 b | c:careless": a client adds 5 to a and 1 to b, another adds to c.
scenario::Program program_of(const std::string& text) {
  scenario::Program program{{{}}};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "|") {
      program.clients.emplace_back();
      continue;
    }
    const auto colon = word.find(':');
    program.clients.back().push_back(
        {"add", word.substr(0, colon),
         colon == std::string::npos ? std::string() : word.substr(colon + 1)});
  }
  return program;
}

/// The same for programs that differ in the order of clients only.
std::string text_of(const scenario::Program& program) {
  std::vector<std::string> clients;
  for (const auto& client : program.clients) {
    std::string text;
    for (const auto& o : client) {
      text += (text.empty() ? "" : " ") + o.key + (o.input.empty() ? "" : ":" + o.input);
    }
    clients.push_back(text);
  }
  std::ranges::sort(clients);
  std::string text;
  for (const std::string& client : clients) {
    text += (text.empty() ? "" : " | ") + client;
  }
  return text;
}

cases::Subject counters(const std::string& variant, const std::string& program) {
  return subject_of(counters_scenario(), variant, program_of(program));
}

/// One with at least that many preemptions.
schedule::Found found_with(const cases::Subject& subject, std::uint32_t preemptions_min) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    schedule::Found found = found_at_random(subject, seed);
    if (found.schedule.preemptions() >= preemptions_min) {
      return found;
    }
  }
  ADD_FAILURE() << "none with so many preemptions";
  return {};
}

struct Known {
  const char* variant;
  const char* program;
  const char* minimum;
  std::uint32_t preemptions;
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.variant; }

class MinimalArguments : public testing::TestWithParam<Known> {};

TEST_P(MinimalArguments, are_reached) {
  const Known& known = GetParam();
  const cases::Subject subject = counters(known.variant, known.program);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Shrunk shrunk = shrink(subject, found_at_random(subject, seed));
    EXPECT_EQ(text_of(shrunk.subject.program), known.minimum) << to_text(shrunk);
    EXPECT_EQ(shrunk.found.schedule.preemptions(), known.preemptions);
    EXPECT_TRUE(shrunk.proven) << to_text(shrunk);
    EXPECT_TRUE(shrunk.arguments_exhausted) << to_text(shrunk);
    EXPECT_LT(shrunk.schedules, 20'000U);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, MinimalArguments,
    testing::Values(Known{"torn", "c | b:7", "a | a", 1},
                    Known{"keyed", "c:3 | c:careless", "a | a", 1},
                    Known{"keyed", "b c:2 d:3 | e:4 c:5 f:6 | g:7 h:8 i:9", "a | a", 1},
                    Known{"torn", "b c:2 d:3 | e:4 c:5 f:6 | g:7 h:8 i:9", "a | a", 1},
                    Known{"two-keys", "e:3 d | e d:5", "e a | e a", 2},
                    Known{"amounts", "b c:2 d:7 | e:9 c:5 f:6 | g:7 h:8 i:9", "a | a:3", 1}));

TEST(Arguments, may_need_more_preemptions_up_to_those_of_the_failure_found) {
  const cases::Subject subject = counters("careful", "a:careless | a a:careless");
  const Shrunk few = shrink(subject, found_with(subject, 0));
  const Shrunk many = shrink(subject, found_with(subject, 3));
  EXPECT_EQ(text_of(many.subject.program), "a | a a");
  EXPECT_EQ(many.found.schedule.preemptions(), 3U);
  EXPECT_TRUE(many.proven);
  EXPECT_LE(few.found.schedule.preemptions(), 3U);
}

// All programs of two of these clients are run first, with as many preemptions as were found.
TEST(Arguments, of_a_large_program_that_needs_three_clients) {
  const cases::Subject subject = counters("crowded", "b c d | e f g | h i j");
  const Shrunk shrunk = shrink(subject, found_with(subject, 5));
  EXPECT_EQ(text_of(shrunk.subject.program), "a | a");
  EXPECT_TRUE(shrunk.programs_exhausted);
  EXPECT_LT(shrunk.schedules, 100'000U);
}

// Three different keys need three clients; once two of them are the same, two are enough.
TEST(Arguments, that_are_simpler_make_smaller_programs_fail) {
  const cases::Subject subject = counters("crowded", "b | c | d");
  const Shrunk shrunk = shrink(subject, found_at_random(subject, 1));
  EXPECT_EQ(text_of(shrunk.subject.program), "a | a");
  EXPECT_TRUE(shrunk.programs_exhausted);
  EXPECT_TRUE(shrunk.arguments_exhausted);
}

TEST(Arguments, are_not_said_to_be_simplest_when_the_budget_ends) {
  const cases::Subject subject = counters("keyed", "c:3 b d:5 | d:careless c:9 | b:44");
  const schedule::Found found = found_at_random(subject, 1);
  const Shrunk whole = shrink(subject, found);
  ASSERT_TRUE(whole.arguments_exhausted);
  for (std::uint64_t schedules = 0; schedules < whole.schedules; ++schedules) {
    Budget budget;
    budget.schedules_max = schedules;
    const Shrunk shrunk = shrink(subject, found, budget);
    EXPECT_LE(shrunk.schedules, schedules);
    EXPECT_EQ(shrunk.found.failure.property, found.failure.property);
    EXPECT_LE(shrunk.subject.program.operations(), subject.program.operations());
    if (!shrunk.arguments_exhausted) {
      EXPECT_NE(to_text(shrunk).find("simpler arguments may fail too"), std::string::npos);
    }
    const auto again = schedule::replay(*cases::bind(shrunk.subject), shrunk.found.schedule,
                                        cases::run_options(subject.bound));
    EXPECT_TRUE(again.followed && again.failure.has_value());
  }
}

}  // namespace
}  // namespace oncelab::shrink
