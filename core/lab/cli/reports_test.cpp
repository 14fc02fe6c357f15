// --junit of every verb that has it.
#include <regex>

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
    const std::string text = report::read_file(junit, 1U << 20U).value();
    EXPECT_EQ(report::xml_problem(text), std::nullopt) << text;
    return std::regex_replace(text, std::regex(" time=\"[0-9.]+\""), " time=\"0\"");
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
  const Ran ran = run_it({"explore", "toy", "--variant", "whole", "--junit", file});
  EXPECT_EQ(ran.code, ExitCode::usage);
  EXPECT_EQ(ran.err, "oncelab: --junit: cannot write " + file + ": No such file or directory\n");
}

}  // namespace
}  // namespace oncelab::cli
