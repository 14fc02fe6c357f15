// Interned: one number for one content, whatever the table has been through.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/models/interned.hpp>

namespace oncelab::models {
namespace {

struct Sum {
  std::uint64_t operator()(std::span<const int> items) const {
    std::uint64_t h = items.size();
    for (const int item : items) {
      h = (h + static_cast<std::uint64_t>(item)) * 0x9E3779B97F4A7C15ULL;
    }
    return h;
  }
};
struct Same {
  std::uint64_t operator()(std::span<const int>) const { return 7; }
};

std::vector<int> content_of(int i) {
  std::vector<int> content(static_cast<std::size_t>(i % 40));
  for (int& item : content) {
    item = i;
  }
  return content;
}

template <class Table>
void expect_all(const Table& table, const std::vector<std::uint32_t>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto found = table.content(numbers[i]);
    const std::vector<int> wanted = content_of(static_cast<int>(i));
    ASSERT_EQ(std::vector<int>(found.begin(), found.end()), wanted) << i;
  }
}

template <class Table>
std::vector<std::uint32_t> fill(Table& table, int count) {
  std::vector<std::uint32_t> numbers;
  for (int i = 0; i < count; ++i) {
    numbers.push_back(table.number_of(content_of(i)));
  }
  return numbers;
}

TEST(Interned, gives_equal_contents_one_number) {
  Interned<int, Sum> table;
  const auto numbers = fill(table, 20'000);
  EXPECT_EQ(fill(table, 20'000), numbers);
  // Every fortieth is empty: these are one content.
  EXPECT_EQ(std::set(numbers.begin(), numbers.end()).size(), 20'000U - 500 + 1);
  expect_all(table, numbers);
}

TEST(Interned, tells_contents_with_one_hash_apart) {
  Interned<int, Same> table;
  const auto numbers = fill(table, 100);
  EXPECT_EQ(fill(table, 100), numbers);
  expect_all(table, numbers);
}

TEST(Interned, a_copy_has_the_same_numbers_and_lives_alone) {
  Interned<int, Sum> copy;
  std::vector<std::uint32_t> numbers;
  {
    Interned<int, Sum> table;
    numbers = fill(table, 1'000);
    copy = table;
    table.number_of(std::vector<int>{-1});
  }
  expect_all(copy, numbers);
  EXPECT_EQ(fill(copy, 1'000), numbers);
  Interned<int, Sum> moved = std::move(copy);
  EXPECT_EQ(fill(moved, 1'000), numbers);
}

TEST(Interned, counts_its_bytes_and_forgets_all_of_it) {
  Interned<int, Sum> table;
  EXPECT_EQ(table.bytes(), 0U);
  fill(table, 1'000);
  fill(table, 1'000);  // a table may grow before it knows that nothing is new
  const auto before = table.bytes();
  EXPECT_GE(before, 1'000 * 19 * sizeof(int));
  fill(table, 1'000);
  EXPECT_EQ(table.bytes(), before);
  const Interned<int, Sum> copy = table;
  EXPECT_GE(copy.bytes(), 1'000 * 19 * sizeof(int));
  table.clear();
  EXPECT_LT(table.bytes(), before);
  const auto first = fill(table, 1'000);
  expect_all(table, first);
  EXPECT_LE(table.bytes(), before * 2);
}

TEST(Interned, keeps_a_content_larger_than_a_block) {
  Interned<int, Sum> table;
  const std::vector<int> large(1'000'000, 3);
  const auto number = table.number_of(large);
  EXPECT_EQ(table.content(number).size(), large.size());
  EXPECT_EQ(table.number_of(large), number);
  EXPECT_NE(table.number_of(std::vector<int>(999'999, 3)), number);
}

}  // namespace
}  // namespace oncelab::models
