#include <gtest/gtest.h>

#include <oncelab/core/layers/api/claim_key.hpp>
#include <set>
#include <string>

namespace oncelab::api {
namespace {

using std::string_literals::operator""s;

TEST(claim_key, is_the_same_for_the_same_scope_and_key) {
  EXPECT_EQ(ClaimKey("account-1", "key-1"), ClaimKey("account-1", "key-1"));
}

TEST(claim_key, no_two_pairs_are_written_alike) {
  const std::string parts[] = {"",    "1", "11", ":",    "1:",    ":1",  "1:1",
                               "0:",  "a", "aa", "a:aa", "2:aa",  "\0"s, "\0:"s,
                               "1:a", "3", "3:", "3:3:", "1:1:1", "é"};
  std::set<std::string> texts;
  std::size_t pairs = 0;
  for (const std::string& scope : parts) {
    for (const std::string& key : parts) {
      texts.insert(ClaimKey(scope, key).text());
      ++pairs;
    }
  }
  EXPECT_EQ(texts.size(), pairs);
}

TEST(claim_key, a_long_scope_does_not_imitate_a_short_one) {
  EXPECT_NE(ClaimKey(std::string(10, 'x'), ""), ClaimKey("1", "0:" + std::string(10, 'x')));
}

}  // namespace
}  // namespace oncelab::api
