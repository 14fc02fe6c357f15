// Generated programs are programs of their scenarios, and find and minimise what is wrong.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>
#include <oncelab/core/lab/shrink/shrink.hpp>
#include <oncelab/properties/generators/inbox_programs.hpp>
#include <oncelab/properties/generators/order_programs.hpp>
#include <oncelab/properties/generators/request_programs.hpp>
#include <oncelab/properties/generators/simpler_order.hpp>
#include <oncelab/properties/generators/simpler_request.hpp>
#include <oncelab/properties/scenarios/api/api_scenario.hpp>
#include <oncelab/properties/scenarios/api/claims_scenario.hpp>
#include <oncelab/properties/scenarios/domain/order_scenario.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>

namespace oncelab::properties {
namespace {

using scenario::Program;

constexpr std::uint64_t draws = 300;

void expect_valid(const scenario::Scenario& scenario,
                  const std::function<Program(Seed, unsigned)>& draw,
                  const std::function<std::vector<Program>(const Program&)>& simpler) {
  for (std::uint64_t i = 0; i < draws; ++i) {
    const Program program = draw(Seed{i}, static_cast<unsigned>(1 + i % 100));
    const auto valid = scenario.validate(program);
    ASSERT_TRUE(valid) << valid.error().text;
    for (const Program& p : simpler(program)) {
      const auto simpler_is_valid = scenario.validate(p);
      ASSERT_TRUE(simpler_is_valid) << simpler_is_valid.error().text;
    }
  }
}

Program draw_claim_store_program(Seed seed, unsigned size) {
  return draw_request_program(claim_store_programs, seed, size);
}
Program draw_api_request_program(Seed seed, unsigned size) {
  return draw_request_program(api_request_programs, seed, size);
}

TEST(GeneratedPrograms, are_valid_in_their_scenarios) {
  const auto inbox = make_inbox_scenario();
  expect_valid(
      *inbox, [&](Seed seed, unsigned size) { return *inbox->generate(seed, size); },
      [&](const Program& program) { return inbox->simpler(program); });
  expect_valid(*make_claims_scenario(), draw_claim_store_program, simpler_request_programs);
  expect_valid(*make_api_scenario(), draw_api_request_program, simpler_request_programs);
  expect_valid(*make_order_scenario(), draw_order_program, simpler_order_programs);
}

using Draw = std::function<Program(Seed, unsigned)>;

/// What a random search over generated programs finds first; its program becomes the subject's.
std::optional<schedule::Found> find_failure(cases::Subject& subject, const Draw& draw,
                                            std::uint64_t seed) {
  constexpr std::uint64_t programs = 100;
  for (std::uint64_t i = 0; i < programs; ++i) {
    subject.program = draw(Seed{seed * programs + i}, static_cast<unsigned>(i + 1));
    const auto experiment = cases::bind(subject);
    schedule::StrategyOptions options;
    options.seed = Seed{i};
    const auto strategy = schedule::make_strategy("random", options);
    schedule::ExploreOptions explore;
    explore.run = cases::run_options(subject.bound);
    explore.schedules_max = 50;
    explore.goals_must_be_reached = false;
    auto result = schedule::explore(*experiment, *strategy.value(), explore);
    if (result.found) {
      return std::move(result.found);
    }
    EXPECT_EQ(result.verdict, check::Verdict::held) << result.stop_text;
  }
  return std::nullopt;
}

cases::Subject subject_of(const scenario::Scenario& scenario, const std::string& variant) {
  cases::Subject subject;
  subject.scenario = &scenario;
  subject.variant = variant;
  subject.profile = scenario::default_profile(scenario);
  subject.bound.steps_max = 5000;
  return subject;
}

void expect_as_declared(const scenario::Scenario& scenario, const Draw& draw) {
  for (const scenario::Variant& variant : scenario.variants()) {
    cases::Subject subject = subject_of(scenario, variant.name);
    const auto found = find_failure(subject, draw, 1);
    EXPECT_EQ(!found, variant.expected == check::Verdict::held)
        << scenario.name() << ", " << variant.name << ": "
        << (found ? found->failure.property + ": " + found->failure.text : "");
  }
}

TEST(GeneratedPrograms, tell_right_variants_from_wrong_ones) {
  expect_as_declared(*make_inbox_scenario(), draw_inbox_program);
  expect_as_declared(*make_claims_scenario(), draw_claim_store_program);
  expect_as_declared(*make_api_scenario(), draw_api_request_program);
  expect_as_declared(*make_order_scenario(), draw_order_program);
}

// The smallest way to have an effect twice: the same message, two clients, one preemption.
TEST(GeneratedPrograms, lead_to_the_smallest_counterexample_of_the_naive_inbox) {
  const auto inbox = make_inbox_scenario();
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    cases::Subject subject = subject_of(*inbox, "naive");
    const auto found = find_failure(subject, draw_inbox_program, seed);
    ASSERT_TRUE(found);
    const shrink::Shrunk shrunk = shrink::shrink(subject, *found);
    EXPECT_EQ(shrunk.subject.program, inbox->program(2, 1)) << found->failure.text;
    EXPECT_EQ(shrunk.found.schedule.preemptions(), 1U);
    EXPECT_TRUE(shrunk.proven && shrunk.programs_exhausted && shrunk.arguments_exhausted)
        << shrink::to_text(shrunk);
  }
}

}  // namespace
}  // namespace oncelab::properties
