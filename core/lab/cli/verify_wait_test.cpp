// Input that does not come, or not all of it: a pipe that somebody holds open.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <oncelab/core/lab/cli/cli_fixture.hpp>

namespace oncelab::cli {
namespace {

constexpr const char* call = R"({"process":0,"type":"invoke","f":"good"})";
constexpr const char* bad_call = R"({"process":1,"type":"invoke","f":"bad"})";
constexpr const char* bad_return = R"({"process":1,"type":"ok","f":"bad"})";

class CliVerifyWait : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    pipe = (folder / "pipe").string();
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  }
  void TearDown() override {
    if (writer >= 0) {
      ::close(writer);
    }
    Cli::TearDown();
  }

  /// It stays open, with this in it.
  void open_with(const std::string& text) {
    writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(writer, 0);
    ASSERT_EQ(::write(writer, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }

  Ran verify(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"verify",        pipe,  "--model", "toy-model",
                                       "--seconds-max", "0.05"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_it(arguments);
  }

  /// The verdict's whole text, with what is to be read of `bytes`.
  [[nodiscard]] std::string late(const std::string& operations, std::size_t bytes,
                                 const std::string& more = "") const {
    return "inconclusive: " + pipe + " (read in part, " + operations + "), model toy-model" + more +
           "\nreason: " + std::string(check::text(check::InconclusiveReason::time)) + "\n" + pipe +
           ": " + std::to_string(bytes) + " bytes had been read by then, and not all\n";
  }

  std::string pipe;
  int writer = -1;
};

TEST_F(CliVerifyWait, a_pipe_that_nobody_opens_is_given_up) {
  const Ran ran = verify();
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_EQ(ran.out, late("0 operations, 0 partitions", 0));
  EXPECT_EQ(ran.err, "");
}

TEST_F(CliVerifyWait, a_pipe_that_falls_silent_is_given_up) {
  const std::string text = std::string(call) + "\n{\"proc";
  open_with(text);
  const Ran ran = verify();
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_EQ(ran.out, late("0 operations, 0 partitions", text.size()));
  EXPECT_EQ(ran.err, "");
}

TEST_F(CliVerifyWait, so_is_one_that_is_read_as_a_stream) {
  const std::string text = std::string(call) + "\n{\"proc";
  open_with(text);
  const Ran ran = verify({"--stream"});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_EQ(ran.out, late("1 operation, 0 partitions", text.size(), ", streamed"));
}

TEST_F(CliVerifyWait, a_violation_in_a_stream_is_told_though_the_pipe_stays_open) {
  open_with(std::string(call) + "\n" + bad_call + "\n" + bad_return + "\n");
  const Ran ran = run_it({"verify", pipe, "--model", "toy-model", "--stream"});
  EXPECT_EQ(ran.code, ExitCode::unexpected);
  EXPECT_TRUE(ran.out.starts_with("violated: ")) << ran.out;
}

TEST_F(CliVerifyWait, what_was_malformed_before_is_an_error) {
  open_with(std::string(bad_return) + "\n");
  const Ran ran = verify();
  EXPECT_EQ(ran.code, ExitCode::usage);
  EXPECT_NE(ran.err.find("pipe:1:12: "), std::string::npos) << ran.err;
}

TEST_F(CliVerifyWait, the_result_in_json_says_that_not_all_was_read) {
  open_with(std::string(call) + "\n");
  const Ran ran = verify({"--json", "-"});
  const auto o = json::parse(ran.out).as_object();
  EXPECT_EQ(o.at("verdict"), "inconclusive");
  EXPECT_EQ(o.at("format"), "read in part");
}

}  // namespace
}  // namespace oncelab::cli
