// The shrinker reaches the known minimum, whatever it starts from.
#include <oncelab/core/lab/shrink/shrink.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include <oncelab/core/lab/case/toy_scenario.hpp>
#include <oncelab/core/lab/shrink/programs.hpp>
#include <oncelab/core/lab/shrink/search.hpp>

namespace oncelab::shrink {
namespace {

cases::Subject toy(std::string variant, unsigned clients, unsigned ops) {
  cases::Subject subject;
  subject.scenario = &cases::toy_scenario();
  subject.variant = std::move(variant);
  subject.program = subject.scenario->program(clients, ops);
  subject.bound.steps_max = 5000;
  return subject;
}

/// A failing run that a random search finds, of the given property (or of any).
schedule::Found found_at_random(const cases::Subject& subject, std::uint64_t seed,
                                std::string_view property = {}) {
  const auto experiment = cases::bind(subject);
  schedule::StrategyOptions options;
  options.seed = Seed{seed};
  const auto strategy = schedule::make_strategy("random", options);
  schedule::Record record(*strategy.value());
  for (int i = 0; i < 10'000; ++i) {
    schedule::Found found;
    (void)(*strategy)->begin_run();
    record.restart();
    found.outcome =
        runtime::run(*experiment, record, cases::run_options(subject.bound), found.trace);
    (void)(*strategy)->end_run(found.trace, found.outcome);
    auto failure = schedule::judge(*experiment, found.outcome);
    if (failure && (property.empty() || failure->property == property)) {
      found.schedule = record.schedule();
      found.failure = *failure;
      return found;
    }
  }
  ADD_FAILURE() << "nothing fails";
  return {};
}

std::vector<std::size_t> shape(const scenario::Program& program) {
  std::vector<std::size_t> sizes;
  for (const auto& client : program.clients) {
    sizes.push_back(client.size());
  }
  std::ranges::sort(sizes);
  return sizes;
}

struct Known {
  const char* variant;
  const char* property;
  unsigned clients, ops;
  std::vector<std::size_t> minimum;
  std::uint32_t preemptions;
};

class Minimum : public testing::TestWithParam<Known> {};

TEST_P(Minimum, is_reached_and_proven) {
  const Known& known = GetParam();
  const cases::Subject subject = toy(known.variant, known.clients, known.ops);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const schedule::Found found = found_at_random(subject, seed, known.property);
    const Shrunk shrunk = shrink(subject, found);
    EXPECT_EQ(shape(shrunk.subject.program), known.minimum);
    EXPECT_EQ(shrunk.found.schedule.preemptions(), known.preemptions);
    EXPECT_EQ(shrunk.found.failure.property, known.property);
    EXPECT_TRUE(shrunk.proven) << to_text(shrunk);
    EXPECT_TRUE(shrunk.programs_exhausted) << to_text(shrunk);
    // The result is a run that can be repeated.
    const auto experiment = cases::bind(shrunk.subject);
    const auto again =
        schedule::replay(*experiment, shrunk.found.schedule, cases::run_options(subject.bound));
    EXPECT_TRUE(again.followed);
    ASSERT_TRUE(again.failure);
    EXPECT_EQ(again.failure->property, known.property);
    EXPECT_EQ(runtime::trace_hash(again.trace), runtime::trace_hash(shrunk.found.trace));
  }
}

using Sizes = std::vector<std::size_t>;
INSTANTIATE_TEST_SUITE_P(Table, Minimum,
                         testing::Values(Known{"torn", "no lost update", 2, 1, Sizes{1, 1}, 1},
                                         Known{"torn", "no lost update", 3, 2, Sizes{1, 1}, 1},
                                         Known{"torn", "no lost update", 16, 16, Sizes{1, 1}, 1},
                                         Known{"greedy", "few lost updates", 3, 3, Sizes{1, 2}, 1},
                                         Known{"three", "never three inside", 4, 2, Sizes{1, 1, 1},
                                               2},
                                         Known{"three", "no lost update", 4, 2, Sizes{1, 1}, 1},
                                         Known{"alone", "no second operation", 3, 3, Sizes{2}, 0}));

TEST(Shrink, gives_the_same_result_whatever_was_found) {
  const cases::Subject subject = toy("torn", 4, 3);
  const Shrunk first = shrink(subject, found_at_random(subject, 1));
  const Shrunk second = shrink(subject, found_at_random(subject, 2));
  EXPECT_EQ(first.found.schedule, second.found.schedule);
  EXPECT_EQ(first.subject.program, second.subject.program);
}

TEST(Shrink, keeps_what_was_found_when_there_is_no_budget) {
  const cases::Subject subject = toy("torn", 3, 2);
  const schedule::Found found = found_at_random(subject, 1);
  Budget none;
  none.schedules_max = 0;
  const Shrunk shrunk = shrink(subject, found, none);
  EXPECT_EQ(shrunk.subject.program, subject.program);
  EXPECT_EQ(shrunk.found.schedule, found.schedule);
  EXPECT_FALSE(shrunk.proven);
  EXPECT_EQ(shrunk.schedules, 0U);
}

TEST(Shrink, works_from_above_when_small_programs_are_out_of_budget) {
  const cases::Subject subject = toy("torn", 3, 2);
  Budget budget;
  budget.small_programs_max = 0;
  const Shrunk shrunk = shrink(subject, found_at_random(subject, 3), budget);
  EXPECT_EQ(shape(shrunk.subject.program), (Sizes{1, 1}));
  EXPECT_TRUE(shrunk.proven);
  EXPECT_FALSE(shrunk.programs_exhausted);
}

TEST(Shrink, says_how_far_the_proof_went) {
  const cases::Subject subject = toy("three", 3, 1);
  Budget budget;
  budget.schedules_max = 12;  // not enough for every schedule with one preemption
  const Shrunk shrunk = shrink(subject, found_at_random(subject, 1, "never three inside"), budget);
  EXPECT_FALSE(shrunk.proven);
  EXPECT_LE(shrunk.schedules, 12U);
  EXPECT_NE(to_text(shrunk).find("perhaps not the fewest"), std::string::npos);
}

TEST(Shrink, stops_when_asked) {
  const cases::Subject subject = toy("three", 8, 8);
  Budget budget;
  budget.go_on = [](std::uint64_t) { return false; };
  const Shrunk shrunk = shrink(subject, found_at_random(subject, 1, "never three inside"), budget);
  EXPECT_LE(shrunk.schedules, 256U);
}

TEST(Simpler, preemptions_then_deviations_then_earlier_steps) {
  using schedule::Deviation;
  const auto make = [](std::vector<Deviation> deviations) {
    return schedule::Schedule{std::move(deviations)};
  };
  const auto none = make({});
  const auto block = make({{3, Deviation::Kind::thread, 2, false}});
  const auto early = make({{1, Deviation::Kind::thread, 2, true}});
  const auto late = make({{2, Deviation::Kind::thread, 2, true}});
  EXPECT_TRUE(simpler(none, block));
  EXPECT_TRUE(simpler(block, early));
  EXPECT_TRUE(simpler(early, late));
  EXPECT_FALSE(simpler(late, early));
  EXPECT_FALSE(simpler(early, early));
}

scenario::Program program_of(const std::vector<std::string>& clients) {
  scenario::Program p;
  for (const std::string& keys : clients) {
    auto& client = p.clients.emplace_back();
    for (const char key : keys) {
      client.push_back({"add", std::string(1, key), ""});
    }
  }
  return p;
}

std::vector<std::string> keys_of(const scenario::Program& program) {
  std::vector<std::string> all;
  for (const auto& client : program.clients) {
    std::string keys;
    for (const auto& operation : client) {
      keys += operation.key;
    }
    all.push_back(keys);
  }
  return all;
}

TEST(SmallerPrograms, come_once_and_in_order) {
  const auto made = smaller_programs(program_of({"ab", "ab"}), 2, 100);
  std::vector<std::vector<std::string>> keys;
  for (const auto& program : made.programs) {
    keys.push_back(keys_of(program));
  }
  using Keys = std::vector<std::vector<std::string>>;
  EXPECT_EQ(keys, (Keys{{"a", "a"}, {"a", "b"}, {"b", "b"}, {"a", "ab"}, {"b", "ab"}}));
  EXPECT_TRUE(made.all);
}

TEST(SmallerPrograms, of_equal_operations_are_few) {
  const auto made =
      smaller_programs(program_of({std::string(64, 'a'), std::string(64, 'a')}), 1, 256);
  EXPECT_EQ(made.programs.size(), 64U);
  EXPECT_TRUE(made.all);
}

TEST(SmallerPrograms, are_limited) {
  const auto made = smaller_programs(program_of({"abcdefghijklmnop", "qrstuvwxyzABCDEF"}), 2, 50);
  EXPECT_EQ(made.programs.size(), 50U);
  EXPECT_FALSE(made.all);
}

TEST(OneLess, drops_clients_before_operations) {
  const auto made = one_less(program_of({"ab", "c"}));
  ASSERT_EQ(made.size(), 4U);
  EXPECT_EQ(keys_of(made[0]), (std::vector<std::string>{"c"}));
  EXPECT_EQ(keys_of(made[1]), (std::vector<std::string>{"ab"}));
  EXPECT_EQ(keys_of(made[2]), (std::vector<std::string>{"b", "c"}));
}

}  // namespace
}  // namespace oncelab::shrink
