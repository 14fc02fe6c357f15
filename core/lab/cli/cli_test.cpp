// The command line over the toy scenario: what is printed where, and the exit codes.
#include <oncelab/core/lab/cli/cli.hpp>

#include <gtest/gtest.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <oncelab/core/lab/case/toy_scenario.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// Says `violated` of a history with an operation "bad".
class ToyChecker final : public check::Checker {
 public:
  explicit ToyChecker(bool knows_worse) : knows_worse_(knows_worse) {}
  [[nodiscard]] std::string_view model_name() const override { return "toy-model"; }
  [[nodiscard]] Result<void> accepts(const history::History& history) override {
    if (history.find_symbol("worse") && !knows_worse_) {
      return make_error(ErrorKind::bad_input, "operation 0 is not one of toy-model's");
    }
    return {};
  }
  [[nodiscard]] check::CheckResult check(const history::History& history) override {
    check::CheckResult result;
    result.verdict = history.find_symbol("bad") ? check::Verdict::violated : check::Verdict::held;
    result.operations = static_cast<std::uint32_t>(history.operations().size());
    result.partitions = 1;
    return result;
  }
  [[nodiscard]] check::Explanation explain(const history::History&) override {
    check::Explanation e;
    e.verdict = check::Verdict::violated;
    e.model = "toy-model";
    return e;
  }

 private:
  bool knows_worse_;
};

std::vector<Model> toy_models() {
  return {{"toy-model", "nothing bad", {{"worse", "known | unknown", "unknown", "is it known"}}}};
}

Result<std::unique_ptr<check::Checker>> make_toy_checker(std::string_view,
                                                         const ModelOptions& options) {
  const auto worse = options.find("worse");
  return std::make_unique<ToyChecker>(worse != options.end() && worse->second == "known");
}

struct Ran {
  ExitCode code = ExitCode::internal;
  std::string out, err;
};

class Cli : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    (void)cases::toy_scenario();
    register_models({toy_models, make_toy_checker, nullptr});
  }
  void SetUp() override {
    folder = fs::path(testing::TempDir()) /
             (std::string("oncelab-cli-") +
              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder);
    fs::create_directories(folder);
    corpus = (folder / "corpus").string();
  }
  void TearDown() override { fs::remove_all(folder); }

  static Ran run_it(const std::vector<std::string>& arguments) {
    std::ostringstream out, err;
    Ran ran;
    ran.code = run("oncelab", arguments, {out, err});
    ran.out = out.str();
    ran.err = err.str();
    return ran;
  }

  /// One line on standard error, nothing on standard output.
  static void expect_error(const std::vector<std::string>& arguments, ExitCode code,
                           const std::string& line) {
    const Ran ran = run_it(arguments);
    EXPECT_EQ(ran.code, code) << line;
    EXPECT_EQ(ran.err, "oncelab: " + line + "\n");
    EXPECT_EQ(ran.out, "");
  }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }

  [[nodiscard]] std::vector<fs::path> stored() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(corpus)) {
      files.push_back(entry.path());
    }
    return files;
  }

  fs::path folder;
  std::string corpus;
};

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
  EXPECT_EQ(c.at("crashes"), 0);
  EXPECT_EQ(c.at("file").as_string(), stored().front().string());
  EXPECT_NE(ran.err.find("replay: "), std::string::npos);  // what people read
}

TEST_F(Cli, explore_held_says_its_coverage) {
  Ran ran = run_it({"explore", "toy", "--variant", "whole", "--strategy", "dfs"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.out,
            "toy, variant whole, 2 clients x 1 operation, strategy dfs, seed 1\n"
            "held: complete within any number of preemptions, early time-outs <= 0, "
            "spurious wake-ups <= 0, steps: synchronisation: 2 schedules\n");
  ran = run_it({"explore", "toy", "--variant", "whole", "--schedules-max", "5"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_NE(ran.out.find("\nheld: sampled 5 schedules\n"), std::string::npos) << ran.out;
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

TEST_F(Cli, a_case_that_cannot_be_stored_is_still_shown) {
  const std::string file = write("file", "x");
  const Ran ran = run_it({"explore", "toy", "--corpus", file + "/corpus"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_NE(ran.err.find("the case is not stored"), std::string::npos);
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
  EXPECT_NE(ran.out.find("FIXED "), std::string::npos);
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
      ran.out.starts_with("toy torn: violated, as expected; 2 clients x 1 operation, dfs: "
                          "no lost update after 3 schedules\ncase: "))
      << ran.out;
  EXPECT_TRUE(
      ran.out.ends_with("1 verdict: 1 as expected, 0 not, of which 0 inconclusive; "
                        "3 schedules\nseed 1\n"))
      << ran.out;

  ran = run_it({"check", "toy", "--variant", "whole"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.out,
            "toy whole: held, as expected; 2 clients x 1 operation, dfs: complete within any "
            "number of preemptions, early time-outs <= 0, spurious wake-ups <= 0, steps: "
            "synchronisation: 2 schedules; 3 clients x 2 operations, random: sampled 499 "
            "schedules; 3 clients x 2 operations, pct: sampled 499 schedules\n"
            "1 verdict: 1 as expected, 0 not, of which 0 inconclusive; 1000 schedules\nseed 1\n");

  ran = run_it({"check", "toy", "--variant", "greedy", "--corpus", corpus});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_TRUE(ran.out.starts_with("toy greedy: violated, EXPECTED held; ")) << ran.out;

  ran = run_it({"check", "--variant", "stuck", "--json", "-"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);  // inconclusive is what it is expected to be
  const auto o = json::parse(ran.out).as_object();
  EXPECT_EQ(o.at("results").as_array().at(0).as_object().at("verdict"), "inconclusive");
}

TEST_F(Cli, check_is_the_default_verb) {
  const Ran ran = run_it({"--variant", "whole", "--seed", "5"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_TRUE(ran.out.ends_with("\nseed 5\n"));
}

TEST_F(Cli, filters_that_match_nothing) {
  const std::string nothing =
      "check: nothing ran: no scenario and variant match; `list variants` names them";
  expect_error({"check", "x*"}, ExitCode::nothing_ran, nothing);
  expect_error({"check", ""}, ExitCode::nothing_ran, nothing);
  expect_error({"check", "--variant", "none"}, ExitCode::nothing_ran, nothing);
  EXPECT_EQ(run_it({"check", "t*y", "--variant", "whole"}).code, ExitCode::as_expected);
  fs::create_directories(corpus);
  expect_error({"replay", "--corpus", corpus}, ExitCode::nothing_ran,
               "replay: nothing ran: no case in " + corpus);
}

TEST_F(Cli, wrong_arguments_are_one_line_that_says_what_is_accepted) {
  const ExitCode usage = ExitCode::usage;
  expect_error({"frob"}, usage,
               "unknown verb 'frob'; there are: check, explore, replay, verify, list, doctor");
  expect_error({"explore", "toy", "--frob"}, usage,
               "explore: unknown flag '--frob'; accepted: --help --variant --strategy --clients "
               "--ops --seed --schedules-max --seconds-max --preemptions-max --timeouts-max "
               "--spurious-max --steps --require-complete --pct-depth --corpus --json");
  expect_error({"doctor", "x"}, usage,
               "doctor: unexpected argument 'x'; accepted: --help --corpus");
  expect_error({"explore"}, usage, "explore: give a scenario; there are: toy");
  expect_error({"explore", "x\n"}, usage, "there is no scenario 'x\\n'; there are: toy");
  expect_error({"explore", "toy", "--variant", "x"}, usage,
               "scenario toy has no variant 'x'; it has: torn, whole, greedy, three, alone, stuck");
  expect_error({"explore", "toy", "--clients", "17"}, usage,
               "--clients takes a whole number from 1 to 16, not '17'");
  expect_error({"explore", "toy", "--ops", "0"}, usage,
               "--ops takes a whole number from 1 to 64, not '0'");
  expect_error({"explore", "toy", "--seed", "-1"}, usage,
               "--seed takes a whole number from 0 on, not '-1'");
  expect_error({"explore", "toy", "--seed", "99999999999999999999"}, usage,
               "--seed takes a whole number from 0 on, not '99999999999999999999'");
  expect_error({"explore", "toy", "--seconds-max", "nan"}, usage,
               "--seconds-max takes a number of seconds above 0, not 'nan'");
  expect_error({"explore", "toy", "--strategy", "x"}, usage,
               "--strategy takes random|pct|dfs, not 'x'");
  expect_error({"explore", "toy", "--preemptions-max", "1"}, usage,
               "explore: --preemptions-max bounds --strategy dfs only, not random");
  expect_error({"explore", "toy", "--pct-depth", "1"}, usage,
               "explore: --pct-depth belongs to --strategy pct, not random");
  expect_error({"list", "x"}, usage,
               "list: there is no 'x' to list; there are: scenarios, variants, models, strategies");
  expect_error({"replay", "no-such.json"}, usage,
               "cannot read no-such.json: No such file or directory");
  expect_error({"replay", "--corpus", "no-such"}, usage,
               "cannot read folder no-such: No such file or directory");
  EXPECT_EQ(run_it({"explore", "toy", "--seed"}).code, usage);
  EXPECT_EQ(run_it({"explore", "toy", "--seed", "1", "--seed", "2"}).code, usage);
}

TEST_F(Cli, verify_judges_a_recorded_history) {
  const std::string good =
      write("good.jsonl",
            "{\"process\": 0, \"type\": \"invoke\", \"f\": \"fine\", \"value\": null}\n"
            "{\"process\": 0, \"type\": \"ok\", \"f\": \"fine\", \"value\": null}\n");
  const std::string bad =
      write("bad.jsonl",
            "{\"process\": 0, \"type\": \"invoke\", \"f\": \"bad\", \"value\": null}\n"
            "{\"process\": 0, \"type\": \"ok\", \"f\": \"bad\", \"value\": null}\n");
  const std::string worse = write("worse.jsonl",
                                  "{\"process\": 0, \"type\": \"invoke\", \"f\": \"worse\", "
                                  "\"value\": null}\n");
  Ran ran = run_it({"verify", good, "--model", "toy-model"});
  EXPECT_EQ(ran.code, ExitCode::as_expected) << ran.err;
  EXPECT_EQ(ran.out, "held: " + good +
                         " (process/type JSON lines, 1 operation, 1 partition), model toy-model\n");
  ran = run_it({"verify", bad, "--model", "toy-model", "--json", "-"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  const auto o = json::parse(ran.out).as_object();
  EXPECT_EQ(o.at("verdict"), "violated");
  EXPECT_TRUE(o.contains("explanation"));
  EXPECT_EQ(run_it({"verify", worse, "--model", "toy-model", "--worse", "known"}).code,
            ExitCode::as_expected);
  expect_error({"verify", worse, "--model", "toy-model"}, ExitCode::usage,
               "verify: " + worse + ": operation 0 is not one of toy-model's");
  expect_error({"verify", good, "--model", "x"}, ExitCode::usage,
               "there is no model 'x'; there are: toy-model");
  expect_error({"verify", good}, ExitCode::usage, "verify: give --model; `list models` names them");
  expect_error({"verify", "--model", "toy-model"}, ExitCode::usage,
               "verify: give a FILE, or - for standard input");
  EXPECT_EQ(run_it({"verify", "no-such", "--model", "toy-model"}).code, ExitCode::usage);
}

TEST_F(Cli, list_and_doctor_and_help) {
  EXPECT_EQ(run_it({"list", "scenarios"}).out, "toy  a counter\n");
  EXPECT_EQ(run_it({"list", "models"}).out,
            "toy-model  nothing bad; --worse known | unknown (default unknown)\n");
  const Ran all = run_it({"list"});
  EXPECT_NE(all.out.find("variants:\n  toy --variant torn    expected violated: reads, then "
                         "writes (default)\n"),
            std::string::npos)
      << all.out;
  const Ran doctor = run_it({"doctor", "--corpus", corpus});
  EXPECT_EQ(doctor.code, ExitCode::as_expected);
  EXPECT_NE(doctor.out.find("ok       1 scenario\nok       1 model\n"), std::string::npos);
  EXPECT_NE(doctor.out.find("(made when needed)"), std::string::npos);
  const Ran help = run_it({"--help"});
  EXPECT_EQ(help.code, ExitCode::as_expected);
  EXPECT_NE(help.out.find("explore"), std::string::npos);
  EXPECT_EQ(help.out.find("minimize"), std::string::npos);  // not built, not shown
  EXPECT_NE(run_it({"explore", "--help"}).out.find("--preemptions-max"), std::string::npos);
  EXPECT_TRUE(run_it({"--version"}).out.starts_with("oncelab "));
}

TEST_F(Cli, json_that_cannot_be_written_is_an_error) {
  const Ran ran = run_it(
      {"explore", "toy", "--variant", "whole", "--json", (folder / "none" / "x.json").string()});
  EXPECT_EQ(ran.code, ExitCode::usage);
  EXPECT_NE(ran.err.find("--json: cannot write "), std::string::npos);
}

}  // namespace
}  // namespace oncelab::cli
