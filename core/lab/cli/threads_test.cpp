// Golden: counterexamples of real, instrumented code: data race and deadlock, with their own lines.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include <oncelab/core/lab/cli/cli.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>

extern "C" int program_race();
extern "C" int program_deadlock();

namespace oncelab::cli {
namespace {

class ProgramExperiment final : public scenario::Experiment {
 public:
  explicit ProgramExperiment(int (*program)()) : program_(program) {}
  [[nodiscard]] unsigned clients() const override { return 1; }
  void set_up() override {}
  void client(ClientId) override { (void)program_(); }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override { return std::nullopt; }
  [[nodiscard]] std::string explain() override { return {}; }

 private:
  int (*program_)();
  history::History history_;
};

class ProgramScenario final : public scenario::Scenario {
 public:
  [[nodiscard]] std::string_view name() const override { return "program"; }
  [[nodiscard]] std::string_view summary() const override { return "threads of its own"; }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const override {
    return variants_;
  }
  [[nodiscard]] std::string_view default_variant() const override { return "race"; }
  [[nodiscard]] scenario::Program program(unsigned, unsigned) const override {
    return {{{{"run", "", ""}}}};
  }
  [[nodiscard]] Result<void> validate(const scenario::Program&) const override { return {}; }
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program&) const override {
    return std::make_unique<ProgramExperiment>(setting.variant == "race" ? program_race
                                                                         : program_deadlock);
  }

 private:
  std::vector<scenario::Variant> variants_ = {{"race", check::Verdict::violated, ""},
                                              {"deadlock", check::Verdict::violated, ""}};
};

class Threads : public testing::Test {
 protected:
  static void SetUpTestSuite() { scenario::register_scenario(std::make_unique<ProgramScenario>()); }

  /// What explore prints from the columns on, without the last line.
  static std::string counterexample(const std::string& variant) {
    const auto folder = std::filesystem::path(testing::TempDir()) /
                        ("oncelab-threads-" + std::to_string(::getpid()) + "-" + variant);
    std::ostringstream out, err;
    EXPECT_EQ(run("oncelab",
                  {"explore", "program", "--variant", variant, "--clients", "1", "--strategy",
                   "dfs", "--corpus", folder.string()},
                  {out, err}),
              ExitCode::unexpected);
    EXPECT_EQ(err.str(), "");
    std::filesystem::remove_all(folder);
    const std::string text = out.str();
    const auto from = text.find("\n\n") + 2;
    return text.substr(from, text.rfind("\nreplay: ") - from);
  }
};

TEST_F(Threads, data_race) {
  EXPECT_EQ(counterexample("race"), R"(program, variant race: 1 client x 1 operation, 0 preemptions

  step  client 0  thread 2       at
     0            thread start
     1            lock mutex #1  core/lab/cli/threads_program.cpp:13

data race: a write by client 0 and a write by thread 2 of the same memory are not ordered

client 0 writes
  at core/lab/cli/threads_program.cpp:24 in program_race
thread 2 writes
  at core/lab/cli/threads_program.cpp:14 in set
  at core/lab/cli/threads_program.cpp:23 in operator()
the same memory, and nothing orders the two
)");
}

TEST_F(Threads, deadlock) {
  EXPECT_EQ(counterexample("deadlock"),
            R"(program, variant deadlock: 1 client x 1 operation, 1 preemption

  step  client 0              thread 2       at
|    0  lock mutex #1                        core/lab/cli/threads_program.cpp:37
|       -- preempted here --
|    1                        thread start
|    2                        lock mutex #2  core/lab/cli/threads_program.cpp:33

| critical window: client 0 was preempted after step 0 and did not go on

deadlock: client 0 waits in lock for a mutex that thread 2 holds; thread 2 waits in lock for a mutex that client 0 holds
)");
}

}  // namespace
}  // namespace oncelab::cli
