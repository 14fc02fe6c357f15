// Whatever names, paths and case files hold: what is printed is printable.
#include <algorithm>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/cli/shell_word.hpp>
#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {
namespace {

const std::string hostile = "\x1b[31m\x07\x9b\xC3\xBC\r\n'\"\\";

class CliHostile : public Cli {
 protected:
  static void expect_printable(const Ran& ran) {
    const std::string text = ran.out + ran.err;
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) {
      return c == '\n' || (c >= ' ' && c <= '~');
    })) << testing::PrintToString(text);
    EXPECT_FALSE(text.empty());
  }
  /// One error: one line.
  static void expect_error_line(const std::vector<std::string>& arguments, ExitCode code) {
    const Ran ran = run_it(arguments);
    EXPECT_EQ(ran.code, code);
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    expect_printable(ran);
  }
};

TEST_F(CliHostile, arguments) {
  expect_error_line({"check", hostile}, ExitCode::nothing_ran);  // '[' makes it a pattern
  for (const char* verb : {"explore", "replay", "minimize", "list", "schema"}) {
    expect_error_line({verb, hostile}, ExitCode::usage);
    expect_error_line({verb, "--" + hostile}, ExitCode::usage);
  }
  expect_error_line({hostile}, ExitCode::usage);
  expect_error_line({"explore", "toy", "--variant", hostile}, ExitCode::usage);
  expect_error_line({"explore", "toy", "--strategy", hostile}, ExitCode::usage);
  expect_error_line({"explore", "toy", "--seed", hostile}, ExitCode::usage);
  expect_error_line({"explore", "toy", "--seconds-max", hostile}, ExitCode::usage);
  expect_error_line({"check", "--variant", hostile}, ExitCode::nothing_ran);
  expect_error_line({"verify", hostile, "--model", "toy-model"}, ExitCode::usage);
  expect_error_line({"verify", hostile, "--model", hostile}, ExitCode::usage);
  expect_error_line({"replay", "--corpus", hostile}, ExitCode::usage);
  expect_printable(run_it({"doctor", "--corpus", hostile}));
}

TEST_F(CliHostile, paths) {
  const std::string odd = (folder / (hostile + "corpus")).string();
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"explore", "toy", "--corpus", odd},
                                             {"check", "toy", "--corpus", odd},
                                             {"replay", "--corpus", odd},
                                             {"replay", "--corpus", odd, "--variant", "whole"},
                                             {"replay", "--corpus", odd, "--variant", hostile},
                                             {"minimize", "--corpus", odd},
                                             {"explore", "toy", "--json", odd + "/none/x"},
                                             {"explore", "toy", "--junit", odd + "/none/x"}}) {
    expect_printable(run_it(arguments));
  }
}

TEST_F(CliHostile, the_command_to_replay_can_be_pasted) {
  const std::string odd = (folder / "it's \x1b").string();
  const Ran ran = run_it({"explore", "toy", "--corpus", odd});
  const auto at = ran.out.find("\nreplay: oncelab replay $'");
  ASSERT_NE(at, std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("/it\\x27s \\x1b/", at), std::string::npos) << ran.out;
}

TEST_F(CliHostile, the_name_of_the_program_can_be_pasted) {
  EXPECT_EQ(shell_command(nullptr, "./build/oncelab"), "./build/oncelab");
  EXPECT_EQ(shell_command(nullptr, "my lab"), "'my lab'");
  EXPECT_EQ(shell_command(nullptr, "a=b"), "'a=b'");
  EXPECT_EQ(shell_command(nullptr, "x\x1b[31m\n"), "$'x\\x1b[31m\\x0a'");
  EXPECT_EQ(shell_command(nullptr, nullptr), "oncelab");
  EXPECT_EQ(shell_command("", ""), "oncelab");
  EXPECT_EQ(shell_command("ci/lab", "x"), "ci/lab");
  EXPECT_EQ(shell_command("ssh host 'my lab'", "x"), "ssh host 'my lab'");
  EXPECT_EQ(shell_command("ci/lab\x1b[2J", "x"), "$'ci/lab\\x1b[2J'");
}

TEST_F(CliHostile, case_files) {
  (void)run_it({"explore", "toy", "--corpus", corpus});
  const cases::CaseFile good = cases::load(stored().front()).value();
  const auto replay_of = [&](void (*change)(cases::CaseFile&)) {
    cases::CaseFile content = good;
    change(content);
    const std::string file = cases::store(corpus, content).value().file.string();
    for (const char* verb : {"replay", "minimize"}) {
      expect_printable(run_it({verb, file}));
      expect_printable(run_it({verb, file, "--json", (folder / "x.json").string()}));
    }
    expect_printable(run_it({"replay", file, "--variant", "whole"}));
  };
  replay_of([](cases::CaseFile& c) { c.scenario = "\x1b]0;x\x07"; });
  replay_of([](cases::CaseFile& c) { c.variant = "\x1b[2J"; });
  replay_of([](cases::CaseFile& c) { c.profile = "\x1b[2J"; });
  replay_of([](cases::CaseFile& c) { c.failure.property = "\x1b[2J"; });
  replay_of([](cases::CaseFile& c) { c.failure.text = "\x1b[2J"; });
  replay_of([](cases::CaseFile& c) { c.tool_version = "\x1b[2J"; });
  replay_of([](cases::CaseFile& c) { c.program.clients[0][0].key = "\x1b[2J"; });
  replay_of([](cases::CaseFile& c) { c.program.clients[0][0].f = "\x1b[2J"; });
  replay_of([](cases::CaseFile& c) {
    c.steps[1].at = "\x1b[2J:1";
    c.steps[1].object = 9;
  });
}

TEST_F(CliHostile, what_is_escaped_already_stays) {
  EXPECT_EQ(without_controls("a\\x1b \"b\" \xC3\n"), "a\\x1b \"b\" \\xc3 ");
}

}  // namespace
}  // namespace oncelab::cli
