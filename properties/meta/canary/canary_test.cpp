// Canaries: code that every strategy must find wrong. A green lab with a silent canary is red.
#include <gtest/gtest.h>

#include <oncelab/core/lab/schedule/explore.hpp>

extern "C" int canary_data_race();
extern "C" int canary_lost_update();

namespace oncelab {
namespace {

class Canary final : public scenario::Experiment {
 public:
  explicit Canary(int (*program)()) : program_(program) {}
  [[nodiscard]] unsigned clients() const override { return 1; }
  void set_up() override { result_ = 0; }
  void client(ClientId) override { result_ = program_(); }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    return result_ == 2 ? std::nullopt
                        : std::optional(scenario::Failure{"both counted", "an update was lost"});
  }
  [[nodiscard]] std::string explain() override { return {}; }

 private:
  int (*program_)();
  int result_ = 0;
  history::History history_;
};

class EveryStrategy : public testing::TestWithParam<const char*> {};

schedule::ExploreResult look(int (*program)(), const char* strategy_name, std::uint64_t seed) {
  Canary canary(program);
  schedule::StrategyOptions strategy_options;
  strategy_options.seed = Seed{seed};
  const auto strategy = schedule::make_strategy(strategy_name, strategy_options).value();
  schedule::ExploreOptions options;
  options.schedules_max = 300;
  return schedule::explore(canary, *strategy, options);
}

TEST_P(EveryStrategy, sees_the_data_race_at_once) {
  const auto result = look(canary_data_race, GetParam(), 1);
  ASSERT_EQ(result.verdict, check::Verdict::violated);
  EXPECT_EQ(result.found->failure.property, "data race");
  EXPECT_EQ(result.schedules, 1U);
}

TEST_P(EveryStrategy, finds_the_lost_update_on_every_seed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto result = look(canary_lost_update, GetParam(), seed);
    ASSERT_EQ(result.verdict, check::Verdict::violated) << "seed " << seed;
    EXPECT_EQ(result.found->failure.property, "both counted");
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy,
                         testing::Values("random", "pct", "pos", "urw", "portfolio", "dfs"),
                         [](const auto& chosen) { return std::string(chosen.param); });

}  // namespace
}  // namespace oncelab
