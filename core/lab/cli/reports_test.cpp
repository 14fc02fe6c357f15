// --junit of every verb that has it, and what GitHub is told.
#include <fnmatch.h>

#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/report/write_file.hpp>
#include <oncelab/core/lab/report/xml_check.hpp>

namespace oncelab::cli {
namespace {

class CliReports : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    junit = (folder / "junit.xml").string();
  }
  /// What was written, well-formed, with all times set to 0.
  [[nodiscard]] std::string written() const {
    std::string text = report::read_file(junit, 1U << 20U).value();
    EXPECT_EQ(report::xml_problem(text), std::nullopt) << text;
    const std::string time = " time=\"";
    for (auto at = text.find(time); at != std::string::npos; at = text.find(time, at)) {
      at += time.size();
      text.replace(at, text.find('"', at) - at, "0");
    }
    return text;
  }
  Ran run_with_junit(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--junit", junit});
    return run_it(arguments);
  }
  std::string junit;
};

TEST_F(CliReports, check_writes_a_testcase_for_each_variant) {
  const Ran ran = run_with_junit({"check", "toy", "--corpus", corpus, "--seed", "3"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  const std::string text = written();
  EXPECT_TRUE(text.starts_with(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"oncelab check\" tests=\"6\" failures=\"1\" errors=\"0\" time=\"0\">\n"
      "  <testsuite name=\"toy\" tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"0\" "
      "time=\"0\">\n"
      "    <properties>\n      <property name=\"seed\" value=\"3\"/>\n    </properties>\n"
      "    <testcase classname=\"toy\" name=\"torn\" time=\"0\">\n"
      "      <system-out>violated: 2 clients x 1 operation, dfs: no lost update after 3 "
      "schedules</system-out>\n    </testcase>\n"))
      << text;
  EXPECT_NE(text.find("<testcase classname=\"toy\" name=\"greedy\" time=\"0\">\n"
                      "      <failure type=\"violated\" message=\"violated, expected held; "
                      "few lost updates: 2 updates lost\">toy, variant greedy: "),
            std::string::npos)
      << text;
  EXPECT_NE(report::xml_content(text, "failure").find("-- preempted here --"), std::string::npos);
}

TEST_F(CliReports, a_sample_where_all_was_required_is_an_error) {
  EXPECT_EQ(run_with_junit({"explore", "toy", "--variant", "whole", "--schedules-max", "5",
                            "--require-complete"})
                .code,
            ExitCode::inconclusive);
  EXPECT_EQ(written(), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="oncelab explore" tests="1" failures="0" errors="1" time="0">
  <testsuite name="toy" tests="1" failures="0" errors="1" skipped="0" time="0">
    <properties>
      <property name="seed" value="1"/>
    </properties>
    <testcase classname="toy" name="whole" time="0">
      <error type="inconclusive" message="inconclusive: --require-complete, but only sampled 5 schedules">inconclusive: --require-complete, but only sampled 5 schedules</error>
      <system-out>inconclusive: 2 clients x 1 operation, random: sampled 5 schedules</system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_F(CliReports, replay_writes_a_testcase_for_each_case) {
  EXPECT_EQ(run_with_junit({"explore", "toy", "--corpus", corpus}).code, ExitCode::unexpected);
  EXPECT_NE(
      written().find("<failure type=\"violated\" message=\"no lost update: 1 updates lost\">"),
      std::string::npos);
  const std::string file = stored().front().string();
  const std::string bad = write("bad.json", "{");

  EXPECT_EQ(run_with_junit({"replay", file, bad}).code, ExitCode::unexpected);
  std::string text = written();
  EXPECT_NE(text.find("<testcase classname=\"toy\" name=\"" + file +
                      ", variant torn\" time=\"0\">\n      <failure type=\"FAILED\" message="
                      "\"no lost update: 1 updates lost\">toy, variant torn: "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("<error type=\"UNREADABLE\" message=\"" + bad), std::string::npos) << text;

  EXPECT_EQ(run_with_junit({"replay", file, "--variant", "whole"}).code, ExitCode::as_expected);
  text = written();
  EXPECT_NE(text.find("tests=\"1\" failures=\"0\" errors=\"0\""), std::string::npos);
  EXPECT_NE(text.find("<system-out>FIXED: the recorded schedule "), std::string::npos) << text;

  EXPECT_EQ(run_with_junit({"replay", file, "--variant", "none"}).code, ExitCode::does_not_fit);
  EXPECT_NE(
      written().find("<error type=\"DOES NOT FIT\" message=\"" + file + ": scenario toy has "),
      std::string::npos);
}

TEST_F(CliReports, verify_writes_a_testcase_for_the_history) {
  const std::string bad = write(
      "]]>&.jsonl", "{\"process\": 0, \"type\": \"invoke\", \"f\": \"bad\", \"value\": null}\n");
  EXPECT_EQ(run_with_junit({"verify", bad, "--model", "toy-model"}).code, ExitCode::unexpected);
  const std::string text = written();
  EXPECT_NE(text.find("<testsuite name=\"toy-model\" tests=\"1\" failures=\"1\""),
            std::string::npos)
      << text;
  EXPECT_NE(report::xml_content(text, "failure").find("violated: toy-model"), std::string::npos);
}

TEST_F(CliReports, a_junit_file_that_cannot_be_written_is_an_error) {
  const std::string file = (folder / "none" / "x.xml").string();
  expect_error({"explore", "toy", "--variant", "whole", "--junit", file}, ExitCode::usage,
               "--junit: cannot write " + file + ": No such file or directory");
}

Environment github(const std::string& summary = "") {
  Environment e;
  e.github_actions = true;
  e.github_step_summary = summary;
  return e;
}

TEST_F(CliReports, github_gets_annotations_and_a_summary) {
  const std::string summary = write("summary.md", "before\n");
  const Ran ran = run_it({"check", "toy", "--corpus", corpus, "--json", "-"}, github(summary));
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_TRUE(json::parse(ran.out).is_object());
  const auto at = ran.err.find("::error ");
  ASSERT_NE(at, std::string::npos);
  const std::string line = ran.err.substr(at);
  const char* const expected =
      "::error file=core/lab/case/toy_scenario.cpp,line=[0-9]*,title=toy greedy%3A violated::"
      "violated, expected held; few lost updates: 2 updates lost\n";
  EXPECT_EQ(fnmatch(expected, line.c_str(), 0), 0) << line;
  const std::string text = report::read_file(summary, 1U << 20U).value();
  EXPECT_TRUE(text.starts_with(
      "before\n## oncelab check: 6 verdicts, 5 as expected, **1 not**\n\n"
      "| scenario | variant | verdict | expected | coverage |\n| --- | --- | --- | --- | --- |\n"
      "| toy | torn | violated | violated | 2 clients x 1 operation, dfs: no lost update after 3 "
      "schedules |\n"))
      << text;
  EXPECT_NE(text.find("\nseed 1\n\n### toy greedy: violated, expected held\n\n```text\n"
                      "toy, variant greedy: "),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with(".json\n```\n")) << text;
}

TEST_F(CliReports, github_gets_a_summary_without_annotations_if_all_is_as_expected) {
  const std::string summary = write("summary.md", "");
  const Ran ran = run_it({"explore", "toy", "--variant", "whole"}, github(summary));
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(report::read_file(summary, 1U << 20U)
                  .value()
                  .starts_with("## oncelab explore: 1 verdict, 1 as expected\n"));
}

TEST_F(CliReports, a_summary_that_cannot_be_written_is_a_note) {
  const std::vector<std::string> held = {"explore", "toy", "--variant", "whole"};
  Ran ran = run_it(held, github("no-such/summary.md"));
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.err,
            "oncelab: no step summary: cannot write no-such/summary.md: "
            "No such file or directory\n");
  ran = run_it(held, github(write("full.md", std::string(1U << 20U, 'x'))));
  EXPECT_EQ(ran.code, ExitCode::as_expected);
  EXPECT_EQ(ran.err, "oncelab: the step summary is full: nothing was added to it\n");
}

TEST_F(CliReports, two_outputs_in_one_file_are_refused_before_anything_runs) {
  const std::string json = (folder / "x").string();
  const auto refused = [&](const std::string& other) {
    expect_error({"explore", "toy", "--json", json, "--junit", other}, ExitCode::usage,
                 "--junit would replace --json: " + other + "; give it a file of its own");
  };
  refused(json);
  refused((folder / "." / "x").string());
  refused((folder / "none" / ".." / "x").string());
  fs::create_symlink("x", folder / "link");  // to what is not there yet
  refused((folder / "link").string());
  write("x", "");
  refused((folder / "link").string());
  EXPECT_EQ(run_it({"explore", "toy", "--variant", "whole", "--json", "/dev/null", "--junit",
                    "/dev/null"})
                .code,
            ExitCode::as_expected);
  const Ran ran = run_it({"check", "--json", json}, github(json));
  EXPECT_EQ(ran.code, ExitCode::usage);
  EXPECT_EQ(ran.err, "oncelab: GITHUB_STEP_SUMMARY would replace --json: " + json +
                         "; give it a file of its own\n");
}

TEST_F(CliReports, an_output_in_the_file_of_an_input_is_refused) {
  const std::string input = write("input", "");
  for (const std::string verb : {"replay", "minimize", "verify"}) {
    std::vector<std::string> arguments = {verb, input, "--json", (folder / "." / "input").string()};
    if (verb == "verify") {
      arguments.insert(arguments.end(), {"--model", "toy-model"});
    }
    expect_error(arguments, ExitCode::usage,
                 "--json would replace the input: " + arguments[3] + "; give it a file of its own");
  }
}

TEST_F(CliReports, without_github_nothing_is_said_to_it) {
  Environment e = github(write("summary.md", ""));
  e.github_actions = false;
  const Ran ran = run_it({"explore", "toy", "--corpus", corpus}, e);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(fs::file_size(e.github_step_summary), 0U);
}

}  // namespace
}  // namespace oncelab::cli
