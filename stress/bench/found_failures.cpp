#include <oncelab/stress/bench/found_failures.hpp>

#include <array>
#include <utility>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/properties/scenarios/api/api_scenario.hpp>
#include <oncelab/properties/scenarios/api/claims_scenario.hpp>
#include <oncelab/properties/scenarios/domain/order_scenario.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>
#include <oncelab/stress/bench/race_scenario.hpp>

namespace oncelab::bench {

namespace {

constexpr std::array strategies = {"random", "pct", "pos", "urw", "portfolio"};
constexpr std::size_t clients_most = 3;
constexpr unsigned operations_most = 2;
constexpr unsigned generated_size = 50;
// A generated program need not fail: it is soon given up.
constexpr std::uint64_t generated_schedules_max = 200;
constexpr std::uint64_t schedules_max = 20'000;

}  // namespace

FoundFailures::FoundFailures(std::uint64_t seeds, std::string only)
    : seeds_(seeds), only_(std::move(only)) {
  scenarios_.push_back(properties::make_inbox_scenario());
  scenarios_.push_back(properties::make_claims_scenario());
  scenarios_.push_back(properties::make_api_scenario());
  scenarios_.push_back(properties::make_order_scenario());
  for (const auto& scenario : scenarios_) {
    add_variants(*scenario);
  }
  for (const auto races : {turn_programs(), race_programs()}) {
    for (const RaceProgram& race : races) {
      const auto& scenario = scenarios_.emplace_back(std::make_unique<RaceScenario>(race));
      cases::Subject subject;
      subject.scenario = scenario.get();
      subject.variant = scenario->default_variant();
      subject.program = scenario->program(race.clients, 1);
      look(race.name, subject, schedules_max);
    }
  }
}

void FoundFailures::add_variants(const scenario::Scenario& scenario) {
  for (const scenario::Variant& variant : scenario.variants()) {
    if (variant.expected != check::Verdict::violated) {
      continue;
    }
    cases::Subject subject;
    subject.scenario = &scenario;
    subject.variant = variant.name;
    subject.profile = scenario::default_profile(scenario);
    for (unsigned clients = 2; clients <= clients_most; ++clients) {
      for (unsigned ops = 1; ops <= operations_most; ++ops) {
        subject.program = scenario.program(clients, ops);
        look(std::string(scenario.name()) + " " + variant.name + ", " + std::to_string(clients) +
                 " x " + std::to_string(ops),
             subject, schedules_max);
      }
    }
    add_generated(scenario, subject);
  }
}

void FoundFailures::add_generated(const scenario::Scenario& scenario,
                                  const cases::Subject& subject) {
  const std::uint64_t programs = seeds_ * 4;
  Prng seeds = Prng(Seed{1}).split("generated programs");
  for (std::uint64_t made = 0; made < programs;) {
    auto program = scenario.generate(Seed{seeds.next()}, generated_size);
    if (!program) {
      return;
    }
    if (program->clients.size() < 2 || program->clients.size() > clients_most) {
      continue;
    }
    ++made;
    cases::Subject generated = subject;
    generated.program = std::move(*program);
    look(std::string(scenario.name()) + " " + subject.variant + ", generated", generated,
         generated_schedules_max);
  }
}

void FoundFailures::look(const std::string& of, const cases::Subject& given, std::uint64_t budget) {
  if (!of.starts_with(only_)) {
    return;
  }
  cases::Subject subject = given;
  subject.bound.steps_max = runtime::RunOptions{}.steps_max;
  const auto experiment = cases::bind(subject);
  const bool once = budget == generated_schedules_max;  // the program is the seed
  for (const char* name : strategies) {
    for (std::uint64_t seed = 1; seed <= (once ? 1 : seeds_); ++seed) {
      schedule::StrategyOptions of_strategy;
      of_strategy.seed = Seed{seed};
      const auto strategy = schedule::make_strategy(name, of_strategy).value();
      schedule::ExploreOptions options;
      options.run = cases::run_options(subject.bound);
      options.schedules_max = budget;
      options.repeat_percent = 0;
      auto result = schedule::explore(*experiment, *strategy, options);
      if (result.found) {
        all_.push_back({of, subject, std::move(*result.found)});
      }
    }
  }
}

}  // namespace oncelab::bench
