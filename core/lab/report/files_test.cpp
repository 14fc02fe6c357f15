#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>

#include <oncelab/core/lab/report/json_text.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::report {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

TEST(JsonText, one_member_per_line_small_things_on_one_line) {
  const json::value value =
      json::object{{"name", "a\n\"b\""},
                   {"list", json::array{1, 2, 3}},
                   {"items", json::array{json::object{{"x", 1}, {"marks", json::array{"first"}}}}},
                   {"none", nullptr},
                   {"empty", json::object()},
                   {"long", json::array{std::string(80, 'x'), std::string(80, 'y')}}};
  EXPECT_EQ(json_text(value), R"({
  "name": "a\n\"b\"",
  "list": [1, 2, 3],
  "items": [
    {"x": 1, "marks": ["first"]}
  ],
  "none": null,
  "empty": {},
  "long": [
    ")" + std::string(80, 'x') + R"(",
    ")" + std::string(80, 'y') + R"("
  ]
}
)");
}

TEST(HexText, has_16_digits) {
  EXPECT_EQ(hex_text(0), "0000000000000000");
  EXPECT_EQ(hex_text(0x0123456789ABCDEFULL), "0123456789abcdef");
}

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) /
             ("oncelab-files-" + std::to_string(::getpid()) + "-" +
              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }
  fs::path folder;
};

TEST_F(Files, are_written_whole_and_leave_no_temporary_file) {
  ASSERT_TRUE(write_file(folder / "a", "first"));
  ASSERT_TRUE(write_file(folder / "a", "second"));
  EXPECT_EQ(read_file(folder / "a", 100).value(), "second");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
}

TEST_F(Files, behind_a_symbolic_link_are_written_and_the_link_stays) {
  ASSERT_TRUE(write_file(folder / "target", "old"));
  fs::create_symlink("target", folder / "link");
  fs::create_symlink("link", folder / "link-to-link");
  fs::create_symlink("not-yet", folder / "dangling");
  ASSERT_TRUE(write_file(folder / "link-to-link", "new"));
  ASSERT_TRUE(write_file(folder / "dangling", "made"));
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(folder / "link-to-link"));
  EXPECT_TRUE(fs::is_symlink(folder / "dangling"));
  EXPECT_FALSE(fs::is_symlink(folder / "target"));
  EXPECT_EQ(read_file(folder / "target", 100).value(), "new");
  EXPECT_EQ(read_file(folder / "not-yet", 100).value(), "made");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_FALSE(write_file(folder / "loop" / "x", "x"));
}

TEST_F(Files, planted_at_a_temporary_name_are_neither_followed_nor_touched) {
  ASSERT_TRUE(write_file(folder / "secret", "secret"));
  const std::string stem = ".oncelab-" + std::to_string(::getpid()) + "-";
  fs::create_symlink("secret", folder / (stem + "0.tmp"));
  fs::create_hard_link(folder / "secret", folder / (stem + "1.tmp"));
  ASSERT_TRUE(write_file(folder / "a", "text"));
  EXPECT_EQ(read_file(folder / "a", 100).value(), "text");
  EXPECT_EQ(read_file(folder / "secret", 100).value(), "secret");
  EXPECT_TRUE(fs::is_symlink(folder / (stem + "0.tmp")));
}

TEST_F(Files, may_have_the_longest_name_there_is) {
  const fs::path longest = folder / std::string(255, 'x');
  ASSERT_TRUE(write_file(longest, "text"));
  EXPECT_EQ(read_file(longest, 100).value(), "text");
}

TEST_F(Files, keep_their_permissions) {
  ASSERT_TRUE(write_file(folder / "a", "old"));
  fs::permissions(folder / "a", fs::perms(0640));
  ASSERT_TRUE(write_file(folder / "a", "new"));
  EXPECT_EQ(fs::status(folder / "a").permissions(), fs::perms(0640));
}

TEST_F(Files, that_are_pipes_without_a_reader_are_refused_at_once) {
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string line = "cannot write " + pipe.string() + ": it is a pipe that nobody reads";
  EXPECT_EQ(write_file(pipe, "x").error().text, line);
  EXPECT_EQ(append_file(pipe, "x").error().text, line);
}

TEST_F(Files, are_appended_to) {
  ASSERT_TRUE(append_file(folder / "a", "first\n"));
  ASSERT_TRUE(append_file(folder / "a", "second\n"));
  EXPECT_EQ(read_file(folder / "a", 100).value(), "first\nsecond\n");
  EXPECT_FALSE(append_file(folder, "x"));
  EXPECT_FALSE(append_file(folder / "no" / "a", "x"));
}

TEST_F(Files, that_cannot_be_written_or_read_are_named) {
  EXPECT_EQ(write_file(folder / "no" / "a", "x").error().text,
            "cannot write " + (folder / "no" / "a").string() + ": No such file or directory");
  EXPECT_EQ(read_file(folder / "b", 100).error().kind, ErrorKind::bad_input);
  EXPECT_FALSE(read_file(folder, 100));
}

TEST_F(Files, that_cannot_be_written_are_known_before) {
  const auto refused = [](const fs::path& path) {
    const auto may = may_write(path);
    EXPECT_EQ(!may, !write_file(path, "x")) << path;
    return may ? std::string() : may.error().text;
  };
  EXPECT_EQ(refused(folder / "no" / "a"),
            "cannot write " + (folder / "no" / "a").string() + ": No such file or directory");
  EXPECT_EQ(refused(folder), "cannot write " + folder.string() + ": Is a directory");
  ASSERT_TRUE(write_file(folder / "file", "x"));
  EXPECT_EQ(refused(folder / "file" / "a"),
            "cannot write " + (folder / "file" / "a").string() + ": Not a directory");
  EXPECT_NE(refused(folder / std::string(256, 'x')), "");
  EXPECT_EQ(refused(folder / "file"), "");
  EXPECT_EQ(refused("/dev/null"), "");
  EXPECT_FALSE(fs::exists(folder / "new"));
  EXPECT_TRUE(may_write(folder / "new"));
  EXPECT_FALSE(fs::exists(folder / "new"));
}

TEST_F(Files, that_are_too_long_are_refused) {
  ASSERT_TRUE(write_file(folder / "a", std::string(101, 'x')));
  EXPECT_NE(read_file(folder / "a", 100).error().text.find("longer than 100 bytes"),
            std::string::npos);
}

}  // namespace
}  // namespace oncelab::report
