#include <gtest/gtest.h>

#include <oncelab/core/lab/schedule/tree_size.hpp>

namespace oncelab::schedule {
namespace {

// What is left of a tree whose nodes all have `width` branches, after so many of its leaves.
std::uint64_t left_of_regular_tree(unsigned width, unsigned depth, std::uint64_t leaves) {
  TreeSize tree;
  std::uint64_t branch_size = 1;
  for (unsigned d = 0; d < depth; ++d) {
    const std::uint64_t here = (leaves - 1) / branch_size % width;  // the branch being taken
    NodeSize node{here * branch_size, here};
    if (d == 0) {
      ++node.runs;  // the last run
    }
    tree.add_above(node, static_cast<unsigned>(width - 1 - here));
    branch_size *= width;
  }
  return tree.left();
}

TEST(TreeSizeTest, ARegularTreeIsKnownFromItsFirstLeafOn) {
  for (const unsigned width : {1U, 2U, 5U}) {
    std::uint64_t all = 1;
    for (unsigned depth = 1; depth <= 6; ++depth) {
      all *= width;
      for (std::uint64_t leaves = 1; leaves <= all; ++leaves) {
        EXPECT_EQ(left_of_regular_tree(width, depth, leaves), all - leaves);
      }
    }
  }
}

TEST(TreeSizeTest, AnEmptyTreeHasNothingLeft) { EXPECT_EQ(TreeSize().left(), 0U); }

TEST(TreeSizeTest, AnEndlessTreeIsCutToALargeNumber) {
  EXPECT_EQ(left_of_regular_tree(64, 10, 1), 1'000'000'000'000'000'000U);
}

}  // namespace
}  // namespace oncelab::schedule
