// Compressed histories: the same as what was compressed, or an error that names the byte.
#include <gtest/gtest.h>

#define ZLIB_CONST
#include <zlib.h>

#include <sstream>
#include <string>

#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace oncelab::history {
namespace {

std::string gzip(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<const Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Longer than any buffer between the file and the reader.
std::string long_history() {
  std::string text;
  for (int i = 0; i < 5'000; ++i) {
    const std::string n = std::to_string(i * 7919 % 5'000);
    text.append("{\"process\":").append(n).append(",\"type\":\"invoke\",\"f\":\"read\"}\n");
    text.append("{\"process\":").append(n).append(",\"type\":\"ok\",\"f\":\"read\"}\n");
  }
  return text;
}

std::string error_of(std::string_view bytes, const ReadOptions& options = {}) {
  const auto read = read_text(bytes, "x.gz", options);
  return read ? "no error" : read.error().text;
}

TEST(Gzip, a_compressed_history_is_the_history) {
  const std::string text = long_history();
  const auto plain = read_text(text, "x");
  ASSERT_TRUE(plain) << plain.error().text;
  const std::string packed = gzip(text);
  ASSERT_GT(packed.size(), 0U);
  for (const std::string& bytes :
       {packed, gzip(text.substr(0, 100'001)) + gzip(text.substr(100'001)), gzip("") + packed,
        packed + std::string(1'000, '\0'), packed + std::string(1'000, '\0') + gzip("")}) {
    const auto read = read_text(bytes, "x.gz");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->format, Format::neutral_json_lines);
    EXPECT_EQ(to_json_lines(read->history), to_json_lines(plain->history));
  }
}

TEST(Gzip, a_stream_that_gives_a_byte_at_a_time_will_do) {
  class Dripping : public std::streambuf {
   public:
    explicit Dripping(std::string bytes) : bytes_(std::move(bytes)) {}
    int_type underflow() override {
      if (at_ == bytes_.size()) {
        return traits_type::eof();
      }
      setg(&bytes_[at_], &bytes_[at_], &bytes_[at_] + 1);
      return traits_type::to_int_type(bytes_[at_++]);
    }

   private:
    std::string bytes_;
    std::size_t at_ = 0;
  };
  Dripping dripping(gzip(long_history()));
  std::istream input(&dripping);
  const auto read = history::read(input, "x.gz");
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_EQ(read->history.operations().size(), 5'000U);
}

TEST(Gzip, nothing_compressed_is_a_history_without_events) {
  const auto read = read_text(gzip(""), "x.gz");
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_TRUE(read->history.events().empty());
}

TEST(Gzip, an_error_in_the_text_names_its_line_there) {
  EXPECT_EQ(error_of(gzip("1 invokes add 9\n1 returns maybe\n")).substr(0, 7), "x.gz:2:");
}

/// Also where the text that came out until then is a history: the rest may say otherwise.
TEST(Gzip, a_file_that_is_cut_off_is_no_history) {
  const std::string packed = gzip("1 invokes add 9\n1 returns true\n");
  ASSERT_EQ(error_of(packed), "no error");
  for (std::size_t length = 2; length < packed.size(); ++length) {
    EXPECT_EQ(
        error_of(packed.substr(0, length)),
        "x.gz: the gzip data is cut off: it ends at byte " + std::to_string(length) + " of it");
  }
}

TEST(Gzip, a_file_that_is_corrupt_is_no_history) {
  const std::string packed = gzip("1 invokes add 9\n1 returns true\n");
  std::string wrong = packed;
  wrong[packed.size() - 4] ^= 1;  // of the length
  EXPECT_EQ(error_of(wrong), "x.gz: the gzip data is corrupt (incorrect length check) at byte " +
                                 std::to_string(packed.size()) + " of it");
  wrong = packed;
  wrong[packed.size() - 8] ^= 1;  // of the checksum
  EXPECT_EQ(error_of(wrong), "x.gz: the gzip data is corrupt (incorrect data check) at byte " +
                                 std::to_string(packed.size() - 4) + " of it");
  EXPECT_EQ(error_of(packed + "!"), "x.gz: the gzip data is cut off: it ends at byte " +
                                        std::to_string(packed.size() + 1) + " of it");
  EXPECT_EQ(error_of(packed + "more"),
            "x.gz: the gzip data is corrupt (incorrect header check) at byte " +
                std::to_string(packed.size() + 2) + " of it");
  for (std::size_t i = 2; i < packed.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      wrong = packed;
      wrong[i] = static_cast<char>(wrong[i] ^ (1 << bit));
      const std::string error = error_of(wrong);
      EXPECT_EQ(error.find('\n'), std::string::npos);
      // Not all is checked: when, where and of what it was made, bits that fill the last byte of
      // the data.
      const bool may_pass = (i >= 3 && i < 10) || i == packed.size() - 9;
      EXPECT_TRUE(error != "no error" || may_pass) << "byte " << i << ", bit " << bit;
    }
  }
}

/// A pipe into which somebody writes a byte at a time.
class ByteByByte : public std::streambuf {
 public:
  explicit ByteByByte(std::string bytes) : bytes_(std::move(bytes)) {}

 protected:
  int_type underflow() override {
    if (next_ == bytes_.size()) {
      return traits_type::eof();
    }
    setg(&bytes_[next_], &bytes_[next_], &bytes_[next_] + 1);
    return traits_type::to_int_type(bytes_[next_++]);
  }

 private:
  std::string bytes_;
  std::size_t next_ = 0;
};

TEST(Gzip, a_pipe_may_hand_out_a_byte_at_a_time) {
  const std::string text = "1 invokes add 9\n1 returns true\n";
  for (const std::string& bytes : {gzip(text), text}) {
    ByteByByte buffer(bytes);
    std::istream input(&buffer);
    const auto loaded = read(input, "pipe");
    ASSERT_TRUE(loaded) << loaded.error().text;
    EXPECT_EQ(loaded->history.operations().size(), 1U);
  }
}

TEST(Gzip, what_inflates_without_end_stops_at_the_limit) {
  ReadOptions options;
  options.limits.inflated_bytes_max = 1'000'000;
  const std::string blank_lines = gzip(std::string(1'000'001, '\n'));
  ASSERT_LT(blank_lines.size(), 5'000U);
  EXPECT_TRUE(error_of(blank_lines, options)
                  .starts_with("x.gz: the gzip data inflates to more than 1000000 bytes at byte "));
  EXPECT_EQ(error_of(gzip(std::string(1'000'000, '\n')), options), "no error");
  EXPECT_TRUE(error_of(gzip(std::string(2'000'000, ' '))).starts_with("x.gz:1:"));
}

}  // namespace
}  // namespace oncelab::history
