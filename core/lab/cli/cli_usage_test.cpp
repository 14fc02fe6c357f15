// Everything else on the command line: defaults, wrong arguments, verify, list, doctor, help.
#include <oncelab/core/lab/cli/cli_fixture.hpp>

namespace oncelab::cli {
namespace {

TEST_F(Cli, check_is_the_default_verb) {
  const Ran ran = run_it({"--variant", "whole", "--seed", "5"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_TRUE(ran.out.ends_with("\nseed 5\n"));
}

TEST_F(Cli, filters_that_match_nothing) {
  const std::string nothing =
      "check: nothing ran: no scenario and variant match; `list variants` names them";
  expect_error({"check", "x*"}, ExitCode::nothing_ran, nothing);
  expect_error({"check", "--variant", "none"}, ExitCode::nothing_ran, nothing);
  EXPECT_EQ(run_it({"check", "t*y", "--variant", "whole"}).code, ExitCode::as_expected);
  fs::create_directories(corpus);
  expect_error({"replay", "--corpus", corpus}, ExitCode::nothing_ran,
               "replay: nothing ran: no case in " + corpus);
}

TEST_F(Cli, wrong_arguments_are_one_line_that_says_what_is_accepted) {
  const ExitCode usage = ExitCode::usage;
  expect_error({"frob"}, usage,
               "unknown verb 'frob'; there are: check, explore, replay, minimize, verify, merge, "
               "list, doctor, schema");
  expect_error(
      {"explore", "toy", "--frob"}, usage,
      "explore: unknown flag '--frob'; accepted: --help --variant --profile --strategy --clients "
      "--ops --seed --schedules-max --seconds-max --preemptions-max --symmetry --timeouts-max "
      "--spurious-max --crashes-max --clock-steps-max --faults-max --steps --steps-max "
      "--require-complete --pct-depth --checkpoint --corpus "
      "--shard --json --junit --html --progress --workers");
  expect_error({"doctor", "x"}, usage,
               "doctor: unexpected argument 'x'; accepted: --help --corpus --json");
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
               "--strategy takes random|pct|pos|urw|portfolio|dfs|dpor, not 'x'");
  expect_error({"explore", "toy", "--strategy", "random", "--preemptions-max", "1"}, usage,
               "explore: --preemptions-max bounds --strategy dfs and dpor only, not random");
  expect_error(
      {"explore", "toy", "--crashes-max", "1"}, usage,
      "explore: --crashes-max: nothing of that kind can happen in scenario toy; it can in: "
      "no scenario here");
  expect_error({"explore", "toy", "--pct-depth", "1"}, usage,
               "explore: --pct-depth belongs to --strategy pct, not random");
  expect_error({"explore", "toy", "--strategy", "dpor", "--timeouts-max", "1"}, usage,
               "explore: --strategy dpor does not know early time-outs yet: use dfs, or drop "
               "--timeouts-max");
  expect_error(
      {"explore", "toy", "--strategy", "dpor", "--preemptions-max", "1", "--spurious-max", "1"},
      usage,
      "explore: --strategy dpor with --preemptions-max does not know spurious wake-ups "
      "yet: use dfs, or drop one of --preemptions-max and --spurious-max");
  expect_error({"explore", "toy", "--symmetry"}, usage,
               "explore: --symmetry belongs to --strategy dpor without --preemptions-max");
  expect_error({"explore", "toy", "--checkpoint", "x"}, usage,
               "explore: --checkpoint belongs to --strategy dpor without --preemptions-max");
  expect_error({"list", "x"}, usage,
               "list: there is no 'x' to list; there are: scenarios, variants, profiles, models, "
               "strategies");
  expect_error({"replay", "no-such.json"}, usage,
               "cannot read no-such.json: No such file or directory");
  expect_error({"replay", "--corpus", "no-such"}, usage,
               "cannot read folder no-such: No such file or directory");
  expect_error({"check", "--progress", "x"}, usage,
               "--progress takes auto|bar|plain|none, not 'x'");
  expect_error({"check", "--junit", "-"}, usage, "--junit takes the name of a file, not '-'");
  expect_error({"explore", "toy", "--seed"}, usage,
               "explore: --seed takes a value (N); none is given");
  expect_error({"explore", "toy", "--seed", "1", "--seed", "2"}, usage,
               "--seed is given 2 times; give it once");
  expect_error({"check", "--require-complete=banana"}, usage,
               "check: --require-complete takes no value");
}

TEST_F(Cli, empty_names_are_names_that_do_not_exist) {
  for (const char* verb : {"check", "explore"}) {
    expect_error({verb, ""}, ExitCode::usage, "there is no scenario ''; there are: toy");
  }
  expect_error({"replay", ""}, ExitCode::usage, "cannot read '': No such file or directory");
  expect_error({"verify", "", "--model", "toy-model"}, ExitCode::usage,
               "cannot read '': No such file or directory");
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
  expect_error({"verify", "no-such", "--model", "toy-model"}, ExitCode::usage,
               "cannot read no-such: No such file or directory");
  EXPECT_EQ(run_it({"verify", good, "--format", "neutral", "--model", "toy-model"}).code,
            ExitCode::as_expected);
  const Ran forced = run_it({"verify", good, "--format", "etcd", "--model", "toy-model"});
  EXPECT_EQ(forced.code, ExitCode::usage);
  EXPECT_NE(forced.err.find(good + ":1:"), std::string::npos) << forced.err;
  expect_error({"verify", good, "--format", "x", "--model", "toy-model"}, ExitCode::usage,
               "there is no format 'x'; there are: auto, oncelab, neutral, edn, kv, set, etcd");
}

TEST_F(Cli, verify_of_nothing_is_no_verdict) {
  const std::string empty = write("empty.jsonl", "");
  const std::string failed = write("failed.jsonl",
                                   "{\"process\": 0, \"type\": \"invoke\", \"f\": \"fine\"}\n"
                                   "{\"process\": 0, \"type\": \"fail\", \"f\": \"fine\"}\n");
  for (const std::string& file : {empty, failed}) {
    expect_error({"verify", file, "--model", "toy-model"}, ExitCode::nothing_ran,
                 "verify: nothing ran: no operation that may have happened is in " + file);
  }
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
  EXPECT_EQ(help.out.find("mutants"), std::string::npos);  // not built, not shown
  EXPECT_NE(run_it({"explore", "--help"}).out.find("--preemptions-max"), std::string::npos);
  EXPECT_TRUE(run_it({"--version"}).out.starts_with("oncelab "));
}

TEST_F(Cli, a_file_and_a_corpus_exclude_each_other) {
  for (const std::string verb : {"replay", "minimize"}) {
    expect_error(
        {verb, "x.json", "--corpus", corpus}, ExitCode::usage,
        verb + ": FILE and --corpus exclude each other: without FILE it is all of the corpus");
  }
}

TEST_F(Cli, json_that_cannot_be_written_is_an_error) {
  const std::string file = (folder / "none" / "x.json").string();
  expect_error({"explore", "toy", "--variant", "whole", "--json", file}, ExitCode::usage,
               "--json: cannot write " + file + ": No such file or directory");
}

}  // namespace
}  // namespace oncelab::cli
