// A GoogleTest executable whose code under test calls Boost and OpenSSL inside a run.
#include <gtest/gtest.h>

#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

extern "C" int user_program();

namespace oncelab {
namespace {

class UserProgram final : public scenario::Experiment {
 public:
  [[nodiscard]] unsigned clients() const override { return 1; }
  void set_up() override { result_ = 0; }
  void client(ClientId) override { result_ = user_program(); }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    if (result_ != 2) {
      return scenario::Failure{"digests", std::to_string(result_) + " digests"};
    }
    return std::nullopt;
  }
  [[nodiscard]] std::string explain() override { return {}; }

 private:
  history::History history_;
  int result_ = 0;
};

TEST(UserProgram, with_boost_and_openssl_explores_cleanly) {
  UserProgram experiment;
  schedule::DepthFirst dfs(1);
  schedule::ExploreOptions options;
  options.repeat_percent = 100;  // every run twice: nothing uncontrolled may show
  const auto result = schedule::explore(experiment, dfs, options);
  EXPECT_EQ(result.verdict, check::Verdict::held)
      << result.stop_text << (result.found ? result.found->failure.text : "");
  EXPECT_TRUE(result.complete);
  EXPECT_GT(result.schedules, 10U);
}

TEST(UserProgram, assertions_of_googletest_still_work_outside_a_run) {
  UserProgram experiment;
  const auto replayed = schedule::replay(experiment, {}, {});
  EXPECT_EQ(replayed.outcome.kind, runtime::OutcomeKind::finished);
  EXPECT_FALSE(replayed.failure.has_value());
}

}  // namespace
}  // namespace oncelab
