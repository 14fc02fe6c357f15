// Every program of the table: depth-first search over all schedules, the partial-order reduction
// and the second definition of equivalence agree with each other and with the counts written down.
#include <gtest/gtest.h>

#include <iostream>
#include <set>
#include <string>
#include <string_view>

#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>
#include <oncelab/core/lab/schedule/program_table.hpp>

namespace oncelab::schedule {

// Found by GoogleTest, which would print bytes.
static void PrintTo(const TableProgram& entry, std::ostream* out) { *out << entry.program.name; }

namespace {

class ProgramTable : public testing::TestWithParam<TableProgram> {};

TEST_P(ProgramTable, is_explored_once_per_class) {
  const TableProgram& entry = GetParam();
  const SmallOptions options = options_of(entry);
  DepthFirst all(std::nullopt);
  const Classes by_all = run_all(entry.program, all, options);
  ASSERT_TRUE(by_all.complete);
  Dpor reduced({.spurious = entry.spurious > 0});
  const Classes by_classes = run_all(entry.program, reduced, options);
  std::cout << entry.program.name << ": " << by_all.runs << " schedules, " << by_all.of.size()
            << " classes\n";
  EXPECT_TRUE(by_classes.complete);
  EXPECT_EQ(by_classes.blocked, 0U);
  EXPECT_EQ(by_classes.ends, by_all.ends);
  EXPECT_EQ(by_classes.names(), by_all.names());
  EXPECT_EQ(by_classes.runs, by_all.of.size());
#ifdef __clang__
  if (std::string_view(entry.program.name).starts_with("cas_weak")) {
    GTEST_SKIP() << "clang instruments weak compare-exchanges as strong ones: there are fewer";
  }
#endif
  EXPECT_EQ(by_all.runs, entry.schedules);
  EXPECT_EQ(by_all.of.size(), entry.classes);
  EXPECT_FALSE(by_all.failed || by_classes.failed);
  EXPECT_FALSE(by_all.assumed_fairness || by_classes.assumed_fairness);
}

INSTANTIATE_TEST_SUITE_P(Table, ProgramTable, testing::ValuesIn(program_table()),
                         [](const testing::TestParamInfo<TableProgram>& entry) {
                           return std::string(entry.param.program.name);
                         });

TEST(ProgramTable, names_are_unique_and_there_are_enough) {
  std::set<std::string> seen;
  for (const TableProgram& entry : program_table()) {
    EXPECT_TRUE(seen.insert(entry.program.name).second) << entry.program.name;
    EXPECT_FALSE(entry.comparable && (entry.marks != Marks::none || entry.spurious > 0))
        << entry.program.name;
  }
  EXPECT_GE(seen.size(), 40U);
}

}  // namespace
}  // namespace oncelab::schedule
