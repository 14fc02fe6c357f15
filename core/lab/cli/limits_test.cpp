// What the system does not give: memory, address space, stack.
#include <sys/resource.h>

#include <oncelab/core/lab/cli/cli_fixture.hpp>

namespace oncelab::cli {
namespace {

using CliLimits = Cli;

void limit(int resource, rlim_t bytes) {
  struct rlimit now{};
  ASSERT_EQ(getrlimit(static_cast<__rlimit_resource>(resource), &now), 0);
  now.rlim_cur = bytes;
  ASSERT_EQ(setrlimit(static_cast<__rlimit_resource>(resource), &now), 0);
}

TEST_F(CliLimits, a_search_without_enough_memory_is_inconclusive) {
  const std::string file = write("h.jsonl", "{\"process\":0,\"type\":\"invoke\",\"f\":\"huge\"}\n");
  const Ran ran = run_it({"verify", file, "--model", "toy-model"});
  EXPECT_EQ(ran.code, ExitCode::inconclusive);
  EXPECT_TRUE(ran.out.starts_with("inconclusive: ")) << ran.out;
  EXPECT_NE(
      ran.out.find("\nreason: " + std::string(check::text(check::InconclusiveReason::memory))),
      std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.err, "");
}

TEST_F(CliLimits, address_space_that_is_not_to_be_had_is_unavailable) {
#if defined(ONCELAB_ASAN) || defined(ONCELAB_TSAN)
  GTEST_SKIP() << "sanitizers reserve more address space than any limit";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a process where nothing has run yet
  EXPECT_EXIT(
      {
        limit(RLIMIT_AS, rlim_t{4} << 30U);
        (void)run_it({"explore", "toy"});
      },
      testing::ExitedWithCode(69),
      "^oncelab: cannot have 8519680 KiB of address space for the heaps and stacks of the code "
      "under test: Cannot allocate memory; lift the limit on virtual memory .ulimit -v unlimited");
}

TEST_F(CliLimits, a_stack_too_small_for_reading_debug_information_is_unavailable) {
  EXPECT_EXIT(
      {
        limit(RLIMIT_STACK, rlim_t{128} << 10U);
        const char* const argv = "oncelab";
        std::_Exit(main_with(1, &argv));
      },
      testing::ExitedWithCode(69),
      "^oncelab: the limit on the stack is below 512 KiB; raise it .ulimit -s 8192.\n$");
}

}  // namespace
}  // namespace oncelab::cli
