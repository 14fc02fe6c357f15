// --html of explore, check and replay.
#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {
namespace {

class CliPage : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    file = (folder / "page.html").string();
  }
  Ran run_with_page(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--html", file});
    return run_it(arguments);
  }
  [[nodiscard]] std::string written() const { return report::read_file(file, 1U << 20U).value(); }
  /// What the page says without JavaScript.
  [[nodiscard]] std::string text() const {
    const std::string html = written();
    const auto from = html.find("<header>");
    return html.substr(from, html.find("</header>") - from);
  }
  [[nodiscard]] json::object data() const {
    const std::string html = written();
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const auto from = html.find(begin) + begin.size();
    return json::parse(html.substr(from, html.find("</script>", from) - from)).as_object();
  }
  [[nodiscard]] std::string explored() const {
    EXPECT_EQ(run_it({"explore", "toy", "--corpus", corpus}).code, ExitCode::unexpected);
    return stored().front().string();
  }
  std::string file;
};

void expect_in(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n---\n" << text;
  }
}

TEST_F(CliPage, explore_says_what_failed_and_how_to_see_it_again) {
  const Ran ran = run_with_page({"explore", "toy", "--corpus", corpus, "--seed", "5"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_EQ(ran.err, "");
  const std::string replay = "oncelab replay " + stored().front().string();
  expect_in(text(), {"<h1>oncelab explore: toy, variant torn</h1>",
                     "<p class=\"verdict violated\">violated: no lost update, after ",
                     "<dt>Failure</dt><dd>no lost update: 1 updates lost</dd>",
                     "<dt>Coverage</dt><dd>2 clients x 1 operation, random: stopped after ",
                     "<dt>Bound</dt><dd>any number of preemptions, ",
                     "<dt>Minimised</dt><dd>fewest", "<dt>Seed</dt><dd>5</dd>",
                     "<code>oncelab explore toy --corpus " + corpus + " --seed 5 --html " + file +
                         "</code>",
                     "<dt>Replay</dt><dd><code>" + replay + "</code>", "-- preempted here --"});
  const json::object page = data();
  EXPECT_EQ(page.at("cases").at(0).at("replay").as_string(), replay);
  const json::object& run = page.at("cases").at(0).at("run").as_object();
  EXPECT_EQ(run.at("columns"), (json::array{"client 0", "client 1"}));
  EXPECT_EQ(run.at("critical").as_array().size(), 2U);
}

TEST_F(CliPage, explore_says_what_held_within_which_bound) {
  EXPECT_EQ(run_with_page({"explore", "toy", "--variant", "whole", "--strategy", "dfs"}).code,
            ExitCode::as_expected);
  expect_in(text(), {"<p class=\"verdict held\">held: complete within ", "<dt>Seed</dt><dd>1</dd>",
                     "<dt>Coverage</dt><dd>2 clients x 1 operation, dfs: complete within "});
  EXPECT_EQ(data().at("cases"), json::array());
}

TEST_F(CliPage, explore_says_why_it_could_not_decide) {
  EXPECT_EQ(run_with_page({"explore", "toy", "--variant", "whole", "--schedules-max", "5",
                           "--require-complete"})
                .code,
            ExitCode::inconclusive);
  expect_in(text(), {"<p class=\"verdict inconclusive\">inconclusive: --require-complete, but only "
                     "sampled 5 schedules</p>"});
}

TEST_F(CliPage, check_lists_all_verdicts_and_has_each_failing_run) {
  EXPECT_EQ(run_with_page({"check", "toy", "--corpus", corpus}).code, ExitCode::unexpected);
  expect_in(text(),
            {"<p class=\"verdict violated\">6 verdicts: 5 as expected, 1 NOT",
             "toy torn: violated, as expected\n  2 clients x 1 operation, dfs: no lost update ",
             "toy greedy: violated, EXPECTED held\n", "toy whole: held, as expected\n",
             "toy, variant torn: 2 clients x 1 operation, 1 preemption\n",
             "toy, variant greedy: ", "replay: oncelab replay " + corpus});
  const json::object page = data();
  EXPECT_EQ(page.at("judged").as_array().size(), 6U);
  EXPECT_GE(page.at("cases").as_array().size(), 2U);
}

TEST_F(CliPage, check_of_one_variant_puts_its_verdict_on_top) {
  EXPECT_EQ(run_with_page({"check", "toy", "--variant", "torn", "--corpus", corpus}).code,
            ExitCode::as_expected);
  expect_in(text(), {"<h1>oncelab check: toy torn</h1>",
                     "<p class=\"verdict held\">toy torn: violated, as expected</p>",
                     "<dt>Failure</dt><dd>no lost update: 1 updates lost</dd>"});
}

TEST_F(CliPage, replay_shows_the_failing_run) {
  const std::string stored_case = explored();
  EXPECT_EQ(run_with_page({"replay", stored_case}).code, ExitCode::unexpected);
  expect_in(text(), {"<p class=\"verdict violated\">toy " + stored_case +
                         ", variant torn: FAILED, EXPECTED FIXED</p>",
                     "<dt>Coverage</dt><dd>the recorded schedule fails</dd>",
                     "<dt>Replay</dt><dd><code>oncelab replay " + stored_case + "</code>"});
  EXPECT_EQ(data().at("cases").as_array().size(), 1U);
}

TEST_F(CliPage, replay_says_what_is_fixed_and_what_could_not_be_read) {
  const std::string stored_case = explored();
  EXPECT_EQ(run_with_page({"replay", stored_case, "--variant", "whole"}).code,
            ExitCode::as_expected);
  expect_in(text(), {"<p class=\"verdict held\">", "FIXED, as expected",
                     "the recorded schedule cannot be followed; ", "no schedule of it fails: "});
  const std::string bad = write("<b>&.json", "{");
  EXPECT_EQ(run_with_page({"replay", stored_case, bad}).code, ExitCode::unexpected);
  expect_in(text(), {"<p class=\"verdict violated\">2 cases: 1 failed, 0 fixed, 1 undecided</p>",
                     "&lt;b&gt;&amp;.json: UNREADABLE, EXPECTED FIXED\n"});
  EXPECT_EQ(written().find("<b>"), std::string::npos);
}

TEST_F(CliPage, a_page_that_cannot_be_written_is_an_error_before_anything_runs) {
  const std::string nowhere = (folder / "none" / "x.html").string();
  expect_error({"explore", "toy", "--variant", "whole", "--html", nowhere}, ExitCode::usage,
               "--html: cannot write " + nowhere + ": No such file or directory");
}

TEST_F(CliPage, a_page_in_the_file_of_something_else_is_refused_before_anything_runs) {
  const std::string other = (folder / "." / "page.html").string();
  expect_error({"explore", "toy", "--json", file, "--html", other}, ExitCode::usage,
               "--html would replace --json: " + other + "; give it a file of its own");
  expect_error({"check", "toy", "--junit", file, "--html", file}, ExitCode::usage,
               "--html would replace --junit: " + file + "; give it a file of its own");
  const std::string input = write("page.html", "{}");
  expect_error({"replay", input, "--html", file}, ExitCode::usage,
               "--html would replace the input: " + file + "; give it a file of its own");
  expect_error({"explore", "toy", "--html", "-"}, ExitCode::usage,
               "--html takes the name of a file, not '-'");
}

TEST_F(CliPage, after_an_error_there_is_no_page) {
  EXPECT_EQ(run_with_page({"explore", "no-such"}).code, ExitCode::usage);
  EXPECT_EQ(run_with_page({"check", "no-such*"}).code, ExitCode::nothing_ran);
  EXPECT_EQ(run_with_page({"replay", "--corpus", corpus}).code, ExitCode::usage);
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(CliPage, is_the_same_each_time) {
  EXPECT_EQ(run_with_page({"explore", "toy", "--corpus", corpus}).code, ExitCode::unexpected);
  const std::string first = written();
  EXPECT_EQ(run_with_page({"explore", "toy", "--corpus", corpus}).code, ExitCode::unexpected);
  EXPECT_EQ(written(), first);
}

}  // namespace
}  // namespace oncelab::cli
