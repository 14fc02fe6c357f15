// --checkpoint: an exploration in pieces comes to the same as one in one go.
#include <sys/stat.h>

#include <oncelab/core/lab/cli/cli_fixture.hpp>

namespace oncelab::cli {
namespace {

class Checkpoints : public Cli {
 protected:
  [[nodiscard]] std::string file() const { return (folder / "checkpoint.json").string(); }
  static Ran explore(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"explore",    "toy",  "--variant", "whole",
                                          "--strategy", "dpor", "--clients", "3",
                                          "--ops",      "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_it(arguments);
  }
  static std::string coverage(const Ran& ran) { return ran.out.substr(ran.out.find("held")); }
};

TEST_F(Checkpoints, pieces_come_to_the_same_as_one_go) {
  const Ran whole = explore({});
  ASSERT_EQ(whole.code, ExitCode::as_expected) << whole.err;
  ASSERT_NE(whole.out.find("held: complete"), std::string::npos) << whole.out;
  int pieces = 0;
  Ran piece;
  do {
    ++pieces;
    piece = explore({"--checkpoint", file(), "--schedules-max", std::to_string(20 * pieces)});
    ASSERT_EQ(piece.code, ExitCode::as_expected) << piece.err;
  } while (fs::exists(file()));
  EXPECT_GT(pieces, 2);
  EXPECT_EQ(coverage(piece), coverage(whole));
}

TEST_F(Checkpoints, pieces_expect_as_much_to_be_left_as_one_go) {
  const auto expected = [](const Ran& ran) {
    return json::parse(ran.out).at("remaining_estimate");
  };
  const Ran half = explore({"--schedules-max", "40", "--json", "-"});
  EXPECT_GT(expected(half).to_number<std::uint64_t>(), 0U);
  (void)explore({"--checkpoint", file(), "--schedules-max", "15"});
  EXPECT_EQ(expected(explore({"--checkpoint", file(), "--schedules-max", "40", "--json", "-"})),
            expected(half));
}

TEST_F(Checkpoints, another_program_is_refused) {
  ASSERT_EQ(explore({"--checkpoint", file(), "--schedules-max", "5"}).code, ExitCode::as_expected);
  const Ran other = explore({"--checkpoint", file(), "--spurious-max", "1"});
  EXPECT_EQ(other.code, ExitCode::does_not_fit);
  EXPECT_NE(other.err.find("is of another program"), std::string::npos) << other.err;
  EXPECT_TRUE(fs::exists(file()));
}

TEST_F(Checkpoints, a_changed_file_is_refused) {
  ASSERT_EQ(explore({"--checkpoint", file(), "--schedules-max", "5"}).code, ExitCode::as_expected);
  std::ifstream in(file());
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::size_t at = text.find("\"schedules\":5");
  ASSERT_NE(at, std::string::npos) << text;
  text[at + 12] = '6';
  std::ofstream(file()) << text;
  const Ran ran = explore({"--checkpoint", file()});
  EXPECT_EQ(ran.code, ExitCode::usage);
  EXPECT_NE(ran.err.find("was changed after it was written"), std::string::npos) << ran.err;
}

TEST_F(Checkpoints, nonsense_is_refused) {
  for (const char* text : {"{", "[]", "{\"oncelab_checkpoint\":2}", "null"}) {
    std::ofstream(file()) << text;
    EXPECT_EQ(explore({"--checkpoint", file()}).code, ExitCode::usage) << text;
  }
}

TEST_F(Checkpoints, a_place_that_cannot_be_written_is_told_before_anything_runs) {
  EXPECT_EQ(explore({"--checkpoint", (folder / "none/at/all").string()}).code, ExitCode::usage);
}

// What was not written by this tool is not read, replaced or removed.
TEST_F(Checkpoints, that_are_no_files_of_ours_are_refused_and_stay) {
  const std::string target = write("target", "");
  const std::string link = (folder / "link").string();
  fs::create_symlink(target, link);
  const std::string dangling = (folder / "dangling").string();
  fs::create_symlink(folder / "nowhere", dangling);
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& place :
       {link, dangling, pipe, folder.string(), std::string("/dev/null")}) {
    expect_error({"explore", "toy", "--strategy", "dpor", "--checkpoint", place}, ExitCode::usage,
                 "--checkpoint: " + place + ": is no regular file; name one, or none yet");
    EXPECT_TRUE(fs::exists(fs::symlink_status(place))) << place;
  }
  EXPECT_FALSE(fs::exists(folder / "nowhere"));
  EXPECT_EQ(explore({"--checkpoint", target}).code, ExitCode::usage);
  EXPECT_TRUE(fs::exists(target));
}

TEST_F(Checkpoints, belong_to_dpor) {
  EXPECT_EQ(run_it({"explore", "toy", "--checkpoint", file()}).code, ExitCode::usage);
}

}  // namespace
}  // namespace oncelab::cli
