#include <gtest/gtest.h>

#include <array>
#include <oncelab/core/layers/api/fingerprint.hpp>
#include <set>
#include <string>

namespace oncelab::api {
namespace {

using std::string_literals::operator""s;

Request post(const std::string& target, const std::string& body) {
  return {.method = "POST", .target = target, .headers = {}, .body = body};
}

bool same(const Request& one, const Request& other, const Profile& profile) {
  return fingerprint_of(one, profile) == fingerprint_of(other, profile);
}

TEST(fingerprint, is_sha256_over_length_and_bytes_of_each_part) {
  // printf '\0\0\0\0\0\0\0\4POST\0\0\0\0\0\0\0\7/orders\0\0\0\0\0\0\0\2{}' | sha256sum
  EXPECT_EQ(fingerprint_of({"POST", "/orders", "{}"}).text,
            "sha256/1:7756cef74c3f61dc03eaca49f27dff490bb6ac85c8866ef8c8f05c4219a9f21a");
}

TEST(fingerprint, names_algorithm_and_version) {
  const std::string text = fingerprint_of({"", "", ""}).text;
  EXPECT_TRUE(text.starts_with("sha256/1:"));
  EXPECT_EQ(text.size(), std::string("sha256/1:").size() + 64);
}

TEST(fingerprint, no_two_triples_are_written_alike) {
  const std::array parts = {""s,     "a"s,      "aa"s,       "\n"s,    "a\n"s,
                            "\na"s,  "\0"s,     "\0\0"s,     "\xff"s,  "\0\0\0\0\0\0\0\1"s,
                            "a\0a"s, "POST\n"s, "POST\n/a"s, "/a\nb"s, "b"s};
  std::set<std::string> texts;
  std::size_t triples = 0;
  for (const std::string& method : parts) {
    for (const std::string& target : parts) {
      for (const std::string& body : parts) {
        texts.insert(fingerprint_of({method, target, body}).text);
        ++triples;
      }
    }
  }
  EXPECT_EQ(texts.size(), triples);
}

TEST(fingerprint, takes_a_large_body) {
  std::string body(std::size_t{1} << 20U, 'x');
  const Fingerprint before = fingerprint_of({"POST", "/", body});
  body.back() = 'y';
  EXPECT_NE(fingerprint_of({"POST", "/", body}), before);
}

TEST(fingerprint, method_target_and_body_count_in_both_profiles) {
  const Request request = post("/orders", "{}");
  Request patch = request;
  patch.method = "PATCH";
  for (const Profile* profile : profiles()) {
    EXPECT_TRUE(same(request, post("/orders", "{}"), *profile));
    EXPECT_FALSE(same(request, patch, *profile));
    EXPECT_FALSE(same(request, post("/orders/1", "{}"), *profile));
    EXPECT_FALSE(same(request, post("/orders", "{ }"), *profile));
  }
}

TEST(fingerprint, headers_do_not_count) {
  Request other = post("/orders", "{}");
  other.headers = {{"Content-Type", "application/json"}};
  for (const Profile* profile : profiles()) {
    EXPECT_TRUE(same(post("/orders", "{}"), other, *profile));
  }
}

TEST(fingerprint, the_query_counts_in_strict_only) {
  for (const char* other : {"/orders?dry=1", "/orders?", "/orders?dry=2?dry=1"}) {
    EXPECT_FALSE(same(post("/orders", ""), post(other, ""), strict_profile)) << other;
    EXPECT_TRUE(same(post("/orders", ""), post(other, ""), seed_profile)) << other;
  }
}

TEST(fingerprint, escapes_in_the_path_are_decoded_in_seed_only) {
  for (const char* escaped : {"/a/b", "/%61/b", "/a%2Fb", "/a%2fb"}) {
    EXPECT_TRUE(same(post("/a/b", ""), post(escaped, ""), seed_profile)) << escaped;
  }
  EXPECT_FALSE(same(post("/a/b", ""), post("/%61/b", ""), strict_profile));
}

TEST(fingerprint, what_is_no_escape_stays_as_it_is) {
  for (const char* target : {"/%", "/%4", "/%4g", "/%g4", "/%%41"}) {
    EXPECT_FALSE(same(post("/A", ""), post(target, ""), seed_profile)) << target;
    EXPECT_TRUE(same(post(target, ""), post(target, ""), seed_profile)) << target;
  }
  EXPECT_TRUE(same(post("/%A", ""), post("/%%41", ""), seed_profile));
}

TEST(fingerprint, a_decoded_line_break_does_not_move_the_body) {
  EXPECT_FALSE(same(post("/a%0Ab", "c"), post("/a", "b\nc"), seed_profile));
}

TEST(fingerprint, a_decoded_question_mark_starts_no_query) {
  EXPECT_FALSE(same(post("/a%3Fb", ""), post("/a", ""), seed_profile));
}

}  // namespace
}  // namespace oncelab::api
