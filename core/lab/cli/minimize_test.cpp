// minimize: what becomes smaller, what is kept, and the exit codes.
#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/cli/case_size.hpp>
#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::cli {
namespace {

class CliMinimize : public Cli {
 protected:
  /// A case of 3 clients with 2 operations each, as a random schedule finds it.
  std::string large_case(const std::string& variant = "torn") const {
    cases::Subject subject;
    subject.scenario = &cases::toy_scenario();
    subject.variant = variant;
    subject.program = subject.scenario->program(3, 2);
    subject.bound.steps_max = runtime::RunOptions{}.steps_max;
    const auto experiment = cases::bind(subject);
    schedule::ExploreOptions options;
    options.run = cases::run_options(subject.bound);
    const auto strategy = schedule::make_strategy("random", {});
    const auto result = schedule::explore(*experiment, **strategy, options);
    report::Symbolizer symbolizer;
    return cases::store(corpus, cases::make_case(subject, result.found.value(),
                                                 experiment->history(), false, symbolizer))
        .value()
        .file.string();
  }
  [[nodiscard]] std::string other_than(const std::string& file) const {
    for (const fs::path& path : stored()) {
      if (path.string() != file) {
        return path.string();
      }
    }
    return "there is none";
  }
};

TEST_F(CliMinimize, stores_the_smaller_case_beside_the_old_one) {
  const std::string file = large_case();
  const Ran ran = run_it({"minimize", file});
  EXPECT_EQ(ran.code, ExitCode::as_expected) << ran.out << ran.err;
  EXPECT_EQ(ran.err, "");
  ASSERT_EQ(stored().size(), 2U);
  const std::string smaller = other_than(file);
  const cases::CaseFile before = cases::load(file).value();
  const cases::CaseFile after = cases::load(smaller).value();
  EXPECT_TRUE(after.minimal);
  EXPECT_EQ(ran.out, "MINIMISED " + file +
                         ": toy, variant torn, 2 clients x 1 operation, 1 preemption, 5 steps\n"
                         "smaller: " +
                         smaller_text(CaseSize(before), CaseSize(after)) +
                         "\nminimised: fewest preemptions, proven: every schedule with fewer than "
                         "1 preemption was run (10 schedules run to minimise)\ncase: " +
                         smaller + "\nreplay: oncelab replay " + smaller + "\n");
  EXPECT_NE(ran.out.find("\nsmaller: clients 3 -> 2, operations 6 -> 2, preemptions "),
            std::string::npos);
  EXPECT_EQ(run_it({"replay", smaller}).code, ExitCode::unexpected);
}

TEST_F(CliMinimize, with_replace_the_old_one_goes) {
  const std::string file = large_case();
  const Ran ran = run_it({"minimize", "--corpus", corpus, "--replace"});
  EXPECT_EQ(ran.code, ExitCode::as_expected) << ran.err;
  ASSERT_EQ(stored().size(), 1U);
  EXPECT_FALSE(fs::exists(file));
  EXPECT_NE(ran.out.find("\ncase: " + stored().front().string() + ", in place of " + file + "\n"),
            std::string::npos)
      << ran.out;
}

TEST_F(CliMinimize, one_that_is_minimal_stays_as_it_is) {
  (void)run_it({"explore", "toy", "--corpus", corpus});
  const std::string file = stored().front().string();
  const Ran ran = run_it({"minimize", file, "--replace"});
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(stored().size(), 1U);
  EXPECT_EQ(ran.out, "MINIMAL " + file +
                         ": toy, variant torn, 2 clients x 1 operation, 1 preemption, 5 steps\n"
                         "minimised: fewest preemptions, proven: every schedule with fewer than "
                         "1 preemption was run (13 schedules run to minimise)\n"
                         "replay: oncelab replay " +
                         file + "\n");
}

TEST_F(CliMinimize, without_a_proof_it_is_inconclusive) {
  const std::string file = large_case("three");
  const Ran ran = run_it({"minimize", file, "--schedules-max", "5"});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_TRUE(ran.out.starts_with("NOT PROVEN " + file)) << ran.out;
  EXPECT_NE(ran.out.find("\nminimised: preemptions <= "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(", exhausted below 0: perhaps not the fewest"), std::string::npos);
  EXPECT_EQ(run_it({"minimize", file}).code, ExitCode::as_expected);
}

TEST_F(CliMinimize, what_no_longer_fails_is_for_replay_to_judge) {
  const std::string file = large_case();
  cases::CaseFile content = cases::load(file).value();
  content.variant = "whole";
  const std::string fixed = cases::store(corpus, content).value().file.string();
  const Ran ran = run_it({"minimize", fixed});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_TRUE(ran.out == "NO LONGER FAILS " + fixed +
                             ": the recorded schedule cannot be followed; whether it is fixed "
                             "says: oncelab replay " +
                             fixed + "\n")
      << ran.out;
}

TEST_F(CliMinimize, wrong_files_have_their_own_exit_codes) {
  const std::string file = large_case();
  cases::CaseFile content = cases::load(file).value();
  content.scenario = "none\x1b";
  const std::string foreign = cases::store(corpus, content).value().file.string();
  Ran ran = run_it({"minimize", foreign});
  EXPECT_EQ(ran.code, ExitCode::does_not_fit);
  EXPECT_EQ(ran.out, "DOES NOT FIT " + foreign + "\n");
  EXPECT_EQ(ran.err.find('\x1b'), std::string::npos);
  EXPECT_EQ(run_it({"minimize", write("bad.json", "{")}).code, ExitCode::usage);
  const std::string empty = (folder / "empty").string();
  fs::create_directories(empty);
  expect_error({"minimize", "--corpus", empty}, ExitCode::nothing_ran,
               "minimize: nothing ran: no case in " + empty);
}

TEST_F(CliMinimize, json_says_what_was_and_what_is) {
  const std::string file = large_case();
  const Ran ran = run_it({"minimize", file, "--json", "-"});
  const auto result = json::parse(ran.out).at("results").at(0).as_object();
  EXPECT_EQ(result.at("result"), "MINIMISED");
  EXPECT_EQ(result.at("before").at("clients"), 3);
  EXPECT_EQ(result.at("after").at("clients"), 2);
  EXPECT_EQ(result.at("proven"), true);
  EXPECT_EQ(result.at("after").at("preemptions"), 1);
  EXPECT_EQ(result.at("exhausted_below"), 1);
  EXPECT_EQ(result.at("case").as_string(), other_than(file));
}

}  // namespace
}  // namespace oncelab::cli
