// The smaller programs of a program: which, and in what order.
#include <oncelab/core/lab/shrink/programs.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace oncelab::shrink {
namespace {

scenario::Program program_of(const std::vector<std::string>& clients) {
  scenario::Program p;
  for (const std::string& keys : clients) {
    auto& client = p.clients.emplace_back();
    for (const char key : keys) {
      client.push_back({"add", std::string(1, key), ""});
    }
  }
  return p;
}

std::vector<std::string> keys_of(const scenario::Program& program) {
  std::vector<std::string> all;
  for (const auto& client : program.clients) {
    std::string keys;
    for (const auto& operation : client) {
      keys += operation.key;
    }
    all.push_back(keys);
  }
  return all;
}

TEST(SmallerPrograms, come_once_and_in_order) {
  const auto made = smaller_programs(program_of({"ab", "ab"}), 2, 100);
  std::vector<std::vector<std::string>> keys;
  for (const auto& program : made.programs) {
    keys.push_back(keys_of(program));
  }
  using Keys = std::vector<std::vector<std::string>>;
  EXPECT_EQ(keys, (Keys{{"a", "a"}, {"a", "b"}, {"b", "b"}, {"a", "ab"}, {"b", "ab"}}));
  EXPECT_TRUE(made.all);
}

TEST(SmallerPrograms, of_equal_operations_are_few) {
  const auto made =
      smaller_programs(program_of({std::string(64, 'a'), std::string(64, 'a')}), 1, 256);
  EXPECT_EQ(made.programs.size(), 64U);
  EXPECT_TRUE(made.all);
}

TEST(SmallerPrograms, of_many_equal_operations_are_found_without_trying_every_way_to_fail) {
  // 16 clients x 64 operations: this took half a minute, most of it at dead ends.
  const scenario::Program whole = program_of(std::vector<std::string>(16, std::string(64, 'a')));
  const auto one = smaller_programs(whole, 1, 100);
  EXPECT_EQ(one.programs.size(), 64U);
  EXPECT_TRUE(one.all);
  const auto two = smaller_programs(whole, 2, 10'000);
  EXPECT_EQ(two.programs.size(), 64U * 65U / 2U);
  EXPECT_TRUE(two.all);
}

TEST(SmallerPrograms, are_limited) {
  const auto made = smaller_programs(program_of({"abcdefghijklmnop", "qrstuvwxyzABCDEF"}), 2, 50);
  EXPECT_EQ(made.programs.size(), 50U);
  EXPECT_FALSE(made.all);
}

TEST(OneLess, drops_clients_before_operations) {
  const auto made = one_less(program_of({"ab", "c"}));
  ASSERT_EQ(made.size(), 4U);
  EXPECT_EQ(keys_of(made[0]), (std::vector<std::string>{"c"}));
  EXPECT_EQ(keys_of(made[1]), (std::vector<std::string>{"ab"}));
  EXPECT_EQ(keys_of(made[2]), (std::vector<std::string>{"b", "c"}));
}

}  // namespace
}  // namespace oncelab::shrink
