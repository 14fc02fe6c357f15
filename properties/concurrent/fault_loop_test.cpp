// "Fail at step n until it passes": for every operation of every layer and store, the n-th thing
// that can go wrong does, in each of its ways, once or from then on for a while, n growing until a
// run ends without it. Whatever goes wrong, answers are right, and in the end everything is done.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/schedule.hpp>
#include <oncelab/properties/scenarios/api/api_scenario.hpp>
#include <oncelab/properties/scenarios/domain/order_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_claims_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_scenario.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>

namespace oncelab::properties {
namespace {

/// Keeps going, and lets things go wrong in a row.
class FailsFrom final : public runtime::Chooser {
 public:
  FailsFrom(unsigned first, unsigned times, unsigned way)
      : first_(first), times_(times), way_(way) {}
  unsigned choose_thread(const runtime::DecisionView& view) override {
    return schedule::default_thread(view);
  }
  unsigned choose_value(const runtime::DecisionView&, runtime::OpKind kind,
                        unsigned options) override {
    if (kind != runtime::OpKind::fault_point || options < 2) {
      return 0;
    }
    const unsigned asked = asked_++;
    if (asked < first_ || asked >= first_ + times_) {
      return 0;
    }
    ++failed;
    most_ways = std::max(most_ways, options - 1);
    return std::min(way_, options - 1);
  }
  unsigned failed = 0;
  unsigned most_ways = 0;

 private:
  unsigned first_, times_, way_;
  unsigned asked_ = 0;
};

struct Loop {
  const char* scenario;
  const char* variant;
  std::unique_ptr<scenario::Scenario> (*make)();
  scenario::Operation operation;
};

void PrintTo(const Loop& loop, std::ostream* out) {
  *out << loop.scenario << ' ' << loop.variant << ' ' << loop.operation.input;
}

class FaultLoop : public testing::TestWithParam<Loop> {};

TEST_P(FaultLoop, ends_with_a_run_in_which_nothing_fails) {
  constexpr unsigned n_max = 200;
  const Loop& loop = GetParam();
  const auto scenario = loop.make();
  scenario::Program program;
  program.clients = {{loop.operation, loop.operation}};
  ASSERT_TRUE(scenario->validate(program).has_value());
  const auto experiment =
      scenario->bind({loop.variant, scenario::default_profile(*scenario)}, program);
  runtime::RunOptions options;
  runtime::RunTrace trace;
  unsigned runs = 0;
  for (const unsigned times : {1U, 4U}) {
    options.faults_max = times;
    unsigned ways = 1;
    for (unsigned way = 1; way <= ways; ++way) {
      unsigned n = 0;
      for (bool failed = true; failed; ++n) {
        ASSERT_LT(n, n_max);
        FailsFrom chooser(n, times, way);
        const auto outcome = runtime::run(*experiment, chooser, options, trace);
        const auto failure = schedule::judge(*experiment, outcome);
        const std::string where = std::to_string(times) + " failures in way " +
                                  std::to_string(way) + " from the " + std::to_string(n) +
                                  "th on: ";
        EXPECT_EQ(outcome.kind, runtime::OutcomeKind::finished) << where << outcome.text;
        EXPECT_FALSE(failure.has_value()) << where << failure->property << ": " << failure->text;
        EXPECT_FALSE(experiment->undecided().has_value()) << where << *experiment->undecided();
        failed = chooser.failed != 0;
        ways = std::max(ways, chooser.most_ways);
        ++runs;
      }
      EXPECT_GT(n, 1U) << "nothing can go wrong";
    }
  }
  EXPECT_GT(runs, 4U);
}

std::vector<Loop> loops() {
  std::vector<Loop> all;
  for (const char* const variant : {"atomic", "claiming", "single-lock", "naive"}) {
    all.push_back({"inbox", variant, make_inbox_scenario, {"deliver", "m1", ""}});
  }
  for (const char* const variant : {"mutex", "sharded"}) {
    for (const char* const input : {"b1", "b1, handler fails", "b1, handler throws"}) {
      all.push_back({"api-request", variant, make_api_scenario, {"request", "k1", input}});
    }
  }
  all.push_back({"order", "memory", make_order_scenario, {"pay", "o1", "r1 1000"}});
  all.push_back(
      {"durable-inbox", "one-record", make_durable_inbox_scenario, {"deliver", "m1", ""}});
  for (const char* const input : {"b1", "b1, handler fails"}) {
    all.push_back(
        {"durable-claim-store", "log", make_durable_claims_scenario, {"request", "k1", input}});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Operations, FaultLoop, testing::ValuesIn(loops()), [](const auto& chosen) {
  std::string name = std::string(chosen.param.scenario) + "_" + chosen.param.variant + "_" +
                     chosen.param.operation.input;
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
});

}  // namespace
}  // namespace oncelab::properties
