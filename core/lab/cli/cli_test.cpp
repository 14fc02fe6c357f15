// Exploring, replaying and checking the toy scenario: what is printed where, and the exit codes.
#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {
namespace {

TEST_F(Cli, explore_prints_the_minimised_counterexample_and_stores_one_case) {
  const Ran ran = run_it({"explore", "toy", "--clients", "3", "--ops", "2", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_EQ(ran.err, "");
  ASSERT_EQ(stored().size(), 1U);
  const std::string file = stored().front().string();
  EXPECT_NE(ran.out.find("toy, variant torn, 3 clients x 2 operations, strategy random, seed 1\n"
                         "violated: no lost update, after "),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("case: " + file + "\n"), std::string::npos);
  EXPECT_NE(ran.out.find("toy, variant torn: 2 clients x 1 operation, 1 preemption\n"),
            std::string::npos);
  EXPECT_NE(ran.out.find("-- preempted here --"), std::string::npos);
  EXPECT_NE(ran.out.find("core/lab/case/toy_scenario.cpp:"), std::string::npos);
  EXPECT_NE(ran.out.find("the counter ended at 1\n"), std::string::npos);
  EXPECT_TRUE(ran.out.ends_with("\nreplay: oncelab replay " + file + "\n")) << ran.out;
}

TEST_F(Cli, explore_json_says_everything) {
  const Ran ran = run_it(
      {"explore", "toy", "--strategy", "dfs", "--seed", "7", "--corpus", corpus, "--json", "-"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  const auto o = json::parse(ran.out).as_object();
  EXPECT_EQ(o.at("schema"), 1);
  EXPECT_EQ(o.at("verdict"), "violated");
  EXPECT_EQ(o.at("complete"), false);
  EXPECT_TRUE(o.at("coverage").is_string());
  EXPECT_EQ(o.at("schedules"), 3);
  EXPECT_TRUE(o.at("bound").is_object());
  EXPECT_EQ(o.at("seed"), 7);
  EXPECT_EQ(o.at("strategy"), "dfs");
  EXPECT_TRUE(o.at("trace_hash").is_string());
  EXPECT_TRUE(o.at("seconds").is_double());
  const auto& c = o.at("case").as_object();
  EXPECT_EQ(c.at("clients"), 2);
  EXPECT_EQ(c.at("operations"), 2);
  EXPECT_EQ(c.at("preemptions"), 1);
  EXPECT_EQ(c.at("exhausted_below"), 1);
  EXPECT_EQ(c.at("crashes"), 0);
  EXPECT_EQ(c.at("file").as_string(), stored().front().string());
  EXPECT_NE(ran.err.find("replay: "), std::string::npos);  // what people read
}

TEST_F(Cli, explore_held_says_its_coverage) {
  Ran ran = run_it({"explore", "toy", "--variant", "whole", "--strategy", "dfs"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.out,
            "toy, variant whole, 2 clients x 1 operation, strategy dfs, seed 1\n"
            "held: complete within any number of preemptions, no early time-outs, "
            "no spurious wake-ups, no crashes, clock steps or faults, steps at synchronisation: 2 "
            "schedules\n");
  ran = run_it({"explore", "toy", "--variant", "whole", "--schedules-max", "5"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_NE(ran.out.find(
                "\nheld: sampled 5 schedules; none failed, but schedules that were not run may\n"),
            std::string::npos)
      << ran.out;
  ran = run_it(
      {"explore", "toy", "--variant", "whole", "--schedules-max", "5", "--require-complete"});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_NE(ran.out.find("\ninconclusive: --require-complete, but only sampled 5 schedules\n"),
            std::string::npos)
      << ran.out;
}

TEST_F(Cli, explore_that_meets_the_step_limit_is_inconclusive) {
  const Ran ran = run_it({"explore", "toy", "--variant", "stuck", "--json", "-"});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  const auto o = json::parse(ran.out).as_object();
  EXPECT_EQ(o.at("verdict"), "inconclusive");
  EXPECT_EQ(o.at("case"), nullptr);
  EXPECT_EQ(o.at("trace_hash"), nullptr);
  EXPECT_TRUE(o.contains("reason"));
}

TEST_F(Cli, the_step_limit_is_not_told_like_a_livelock) {
  const Ran ran = run_it({"explore", "toy", "--variant", "stuck", "--steps-max", "7"});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_NE(ran.out.find("\ninconclusive: the limit of 7 steps was reached: the program may just "
                         "be longer, or never end; last: client "),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.err,
            "oncelab: explore: --steps-max lets a run be longer; fewer --ops, fewer --clients or "
            "--steps sync make it shorter\n");
}

TEST_F(Cli, steps_max_is_recorded_in_the_case) {
  EXPECT_EQ(run_it({"explore", "toy", "--steps-max", "30000", "--corpus", corpus}).code,
            ExitCode::unexpected);
  EXPECT_EQ(cases::load(stored().front()).value().bound.steps_max, 30'000U);
  EXPECT_EQ(run_it({"replay", "--corpus", corpus}).code, ExitCode::unexpected);
}

TEST_F(Cli, a_case_that_cannot_be_stored_is_still_shown) {
  const std::string file = write("file", "x");
  const Ran ran = run_it({"explore", "toy", "--corpus", file + "/corpus"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_NE(ran.err.find("the case is not stored"), std::string::npos);
  EXPECT_NE(ran.out.find("\ncase: NOT STORED\nminimised: "), std::string::npos);
  EXPECT_NE(ran.out.find("-- preempted here --"), std::string::npos);
}

TEST_F(Cli, replay_says_failed_fixed_and_does_not_fit) {
  (void)run_it({"explore", "toy", "--corpus", corpus});
  const std::string file = stored().front().string();
  Ran ran = run_it({"replay", file});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_TRUE(ran.out.starts_with("FAILED " + file +
                                  ": toy, variant torn, "
                                  "2 clients x 1 operation\ntrace hash "));
  EXPECT_NE(ran.out.find(", as recorded\n"), std::string::npos);
  EXPECT_EQ(run_it({"replay", "--corpus", corpus}).out, ran.out);

  ran = run_it({"replay", file, "--variant", "whole"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_TRUE(ran.out.starts_with("FIXED " + file +
                                  ": toy, variant whole, 2 clients x 1 operation; this program "
                                  "only, others may still fail\n"))
      << ran.out;
  EXPECT_NE(ran.out.find("\nfirst divergence at step 0: recorded client 0: step"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find(": 2 schedules\n"), std::string::npos) << ran.out;

  ran = run_it({"replay", file, "--variant", "whole", "--json", "-"});
  const auto o = json::parse(ran.out).as_object();
  const auto& result = o.at("results").as_array().at(0).as_object();
  EXPECT_EQ(result.at("result"), "FIXED");
  EXPECT_EQ(result.at("schedules"), 2);

  ran = run_it({"replay", file, "--variant", "none"});
  EXPECT_EQ(ran.code, ExitCode::does_not_fit);
  EXPECT_EQ(ran.out, "DOES NOT FIT " + file + "\n");
  EXPECT_EQ(ran.err, "oncelab: " + file + ": scenario toy has no variant 'none'\n");
}

TEST_F(Cli, replay_of_several_cases_ends_with_the_gravest_code) {
  (void)run_it({"explore", "toy", "--corpus", corpus});
  const std::string file = stored().front().string();
  const std::string bad = write("bad.json", "{");
  const Ran ran = run_it({"replay", bad, file});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_EQ(ran.err, "oncelab: " + bad + ":1: not JSON: incomplete JSON\n");
  EXPECT_TRUE(ran.out.ends_with("2 cases: 1 failed, 0 fixed, 1 undecided\n"));
  EXPECT_EQ(graver(ExitCode::as_expected, ExitCode::inconclusive), ExitCode::inconclusive);
  EXPECT_EQ(graver(ExitCode::unexpected, ExitCode::usage), ExitCode::unexpected);
}

TEST_F(Cli, check_compares_with_the_expected_verdict) {
  Ran ran = run_it({"check", "toy", "--variant", "torn", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::as_expected) << ran.out;
  EXPECT_TRUE(
      ran.out.starts_with("toy torn: violated, as expected\n  2 clients x 1 operation, dfs: "
                          "no lost update after 3 schedules\ncase: "))
      << ran.out;
  EXPECT_EQ(ran.out.find("toy torn: "), ran.out.rfind("toy torn: "));  // said once
  EXPECT_TRUE(
      ran.out.ends_with("1 verdict: 1 as expected; "
                        "3 schedules\nseed 1\n"))
      << ran.out;

  ran = run_it({"check", "toy", "--variant", "whole"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.out,
            "toy whole: held, as expected\n  2 clients x 1 operation, dfs: complete within any "
            "number of preemptions, no early time-outs, no spurious wake-ups, no crashes, clock "
            "steps or faults, steps at "
            "synchronisation: 2 schedules\n  3 clients x 1 operation, dpor: complete within any "
            "number of preemptions, no early time-outs, no spurious wake-ups, no crashes, clock "
            "steps or faults, steps at "
            "synchronisation: 6 schedules, each for all equivalent ones\n  3 clients x 2 "
            "operations, portfolio: sampled 992 schedules\n"
            "1 verdict: 1 as expected; 1000 schedules\nseed 1\n");

  ran = run_it({"check", "toy", "--variant", "greedy", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_TRUE(ran.out.starts_with("toy greedy: violated, EXPECTED held\n  ")) << ran.out;

  ran = run_it({"check", "toy", "--corpus", corpus});
  EXPECT_NE(ran.out.find("\nsummary\ntoy torn: violated, as expected\n"), std::string::npos);

  ran = run_it({"check", "--variant", "stuck", "--json", "-"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);  // inconclusive is what it is expected to be
  const auto o = json::parse(ran.out).as_object();
  EXPECT_EQ(o.at("results").as_array().at(0).as_object().at("verdict"), "inconclusive");
}

}  // namespace
}  // namespace oncelab::cli
