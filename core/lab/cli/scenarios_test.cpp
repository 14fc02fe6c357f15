// Profiles, systems under test by name, and scenarios for which there is nothing to run.
#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/cli/more_scenarios.hpp>
#include <oncelab/core/lab/cli/schema_check.hpp>

namespace oncelab::cli {
namespace {

class CliScenarios : public Cli {
 protected:
  static void SetUpTestSuite() {
    if (scenario::find_scenario("profiled") == nullptr) {
      register_more_scenarios();
    }
  }
};

TEST_F(CliScenarios, list_has_profiles_and_leaves_out_what_has_no_variants) {
  EXPECT_EQ(run_it({"list", "scenarios"}).out,
            "counter-a  for tests\ncounter-b  for tests\nprofiled   for tests\n");
  EXPECT_EQ(run_it({"list", "profiles"}).out,
            "profiled --profile careful   (default)\n"
            "profiled --profile careless  lets others in\n");
  EXPECT_EQ(run_it({"list", "variants"}).out.find("vacant"), std::string::npos);
}

TEST_F(CliScenarios, explore_takes_a_profile) {
  Ran ran = run_it({"explore", "profiled", "--strategy", "dfs"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_TRUE(ran.out.starts_with(
      "profiled, variant only, profile careful, 2 clients x 1 operation, strategy dfs, seed 1\n"
      "held: complete "))
      << ran.out;

  ran = run_it({"explore", "profiled", "--profile", "careless", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_NE(ran.out.find("\n\nprofiled, variant only, profile careless: 2 clients x 1 operation, "),
            std::string::npos)
      << ran.out;
  ASSERT_EQ(stored().size(), 1U);
  EXPECT_EQ(cases::load(stored().front()).value().profile, "careless");

  ran = run_it({"replay", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_NE(ran.out.find(": profiled, variant only, profile careless, 2 clients"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(run_it({"minimize", "--corpus", corpus}).code, ExitCode::as_expected);
}

TEST_F(CliScenarios, explore_refuses_a_profile_that_is_none) {
  expect_error({"explore", "profiled", "--profile", "x\n"}, ExitCode::usage,
               "explore: profiled has no profile 'x\\n'; there are: careful, careless");
  expect_error({"explore", "counter-a", "--profile", "careful"}, ExitCode::usage,
               "explore: counter-a has no profiles: drop --profile");
}

TEST_F(CliScenarios, check_takes_a_profile_where_there_is_one) {
  Ran ran = run_it({"check", "--profile", "careless", "--corpus", corpus, "--json", "-"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);  // held is expected of it
  EXPECT_NE(ran.err.find("profiled only, profile careless: violated, EXPECTED held\n"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("counter-a right: held, as expected\n"), std::string::npos);
  const json::value written = json::parse(ran.out);
  EXPECT_EQ(schema_problem(written, json::parse(run_it({"schema", "check"}).out)), std::nullopt);
  EXPECT_EQ(written.at("results").at(0).at("profile"), nullptr);
  EXPECT_EQ(written.at("results").at(4).at("profile"), "careless");

  expect_error({"check", "--profile", "x"}, ExitCode::usage,
               "check: counter-a, counter-b, profiled have no profile 'x'; there are: careful, "
               "careless");
  expect_error({"check", "counter-*", "--profile", "careful"}, ExitCode::usage,
               "check: counter-a, counter-b have no profiles: drop --profile");
}

TEST_F(CliScenarios, a_system_under_test_runs_the_scenarios_of_its_contract) {
  Ran ran = run_it({"check", "wrong", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_NE(ran.out.find("\nsummary\ncounter-a wrong: violated, as expected\n"), std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("\ncounter-b wrong: violated, as expected\n"), std::string::npos);
  EXPECT_NE(ran.out.find("\n2 verdicts: 2 as expected; "), std::string::npos);

  ran = run_it({"explore", "right", "--strategy", "dfs"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.err,
            "oncelab: explore: right in scenario counter-a; it is a variant of these too: "
            "counter-b\n");
  EXPECT_TRUE(ran.out.starts_with("counter-a, variant right, 2 clients x 1 operation"));

  for (const char* verb : {"check", "explore"}) {
    expect_error({verb, "right", "--variant", "wrong"}, ExitCode::usage,
                 std::string(verb) +
                     ": right is a system under test, which is the variant; give a scenario with "
                     "--variant");
    expect_error({verb, "x"}, ExitCode::usage,
                 "there is no scenario 'x'; there are: counter-a, counter-b, profiled; systems "
                 "under test: right, wrong");
    expect_error({verb, "vacant"}, ExitCode::usage,
                 "scenario vacant has no variants in this program: it needs a system under test of "
                 "the contract nothing");
  }
}

TEST_F(CliScenarios, check_leaves_out_what_has_no_variants) {
  const Ran ran = run_it({"check", "--schedules-max", "10", "--corpus", corpus});
  EXPECT_NE(ran.out.find("\n5 verdicts: 5 as expected; "), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("vacant"), std::string::npos);
}

}  // namespace
}  // namespace oncelab::cli
