#include <oncelab/core/lab/report/symbolize.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <mutex>

namespace oncelab::report {
namespace {

const void* return_address() { return __builtin_return_address(0); }

// Called through this, so that the call stays where it is written.
const void* (*volatile here)() = return_address;

unsigned line_in_outer = 0, line_in_inlined = 0;

[[gnu::noinline]] const void* outer() {
  line_in_outer = __LINE__ + 1;
  const void* address = here();
  asm volatile("" ::: "memory");  // not a tail call
  return address;
}

[[gnu::always_inline]] inline const void* inlined() {
  line_in_inlined = __LINE__ + 1;
  const void* address = here();
  asm volatile("" ::: "memory");
  return address;
}

TEST(Symbolizer, names_function_file_and_line_below_the_source_root) {
  Symbolizer symbolizer;
  ASSERT_TRUE(symbolizer.available());
  const std::array<const void*, 1> stack = {outer()};
  const auto frame = symbolizer.user_frame(stack);
  ASSERT_TRUE(frame.has_value());
  EXPECT_EQ(frame->file, "core/lab/report/symbolize_test.cpp");
  EXPECT_NE(frame->function.find("outer"), std::string::npos) << frame->function;
  EXPECT_EQ(frame->line, line_in_outer);
  EXPECT_EQ(symbolizer.user_place(stack),
            "core/lab/report/symbolize_test.cpp:" + std::to_string(line_in_outer));
}

TEST(Symbolizer, inlined_frames_come_first) {
  Symbolizer symbolizer;
  constexpr unsigned line = __LINE__ + 1;
  const void* address = inlined();
  const auto& frames = symbolizer.frames(address);
  ASSERT_GE(frames.size(), 2U);
  EXPECT_EQ(frames[0].line, line_in_inlined);
  EXPECT_EQ(frames[1].line, line);
}

TEST(Symbolizer, an_address_in_no_module_has_no_frames) {
  Symbolizer symbolizer;
  EXPECT_TRUE(symbolizer.frames(nullptr).empty());
  EXPECT_TRUE(symbolizer.frames(reinterpret_cast<const void*>(std::uintptr_t{64})).empty());
  EXPECT_EQ(symbolizer.user_place({}), "");
}

TEST(ShortPath, roots_then_include_trees_then_the_last_component) {
  const std::vector<std::string> roots = {"/home/me/project/"};
  EXPECT_EQ(short_path("/home/me/project/core/a.cpp", roots), "core/a.cpp");
  EXPECT_EQ(short_path("/home/me/project2/core/a.cpp", roots), "a.cpp");
  EXPECT_EQ(short_path("/home/me/project/build/x/include/oncelab/core/lab/a.hpp", roots),
            "core/lab/a.hpp");
  EXPECT_EQ(short_path("/usr/include/oncelab/core/a.hpp", roots), "core/a.hpp");
  EXPECT_EQ(short_path("/somewhere/else/b.cpp", roots), "b.cpp");
  EXPECT_EQ(short_path("b.cpp", roots), "b.cpp");
  EXPECT_EQ(short_path("", roots), "");
}

TEST(LibraryPath, system_headers_and_compiled_parts_of_the_standard_library) {
  EXPECT_TRUE(is_library_path("/usr/include/c++/12/bits/std_mutex.h"));
  EXPECT_TRUE(is_library_path("/usr/lib/gcc/x86_64-linux-gnu/12/include/x.h"));
  EXPECT_TRUE(is_library_path("../../../../src/libstdc++-v3/src/c++11/thread.cc"));
  EXPECT_TRUE(is_library_path(""));
  EXPECT_FALSE(is_library_path("/home/me/usr/include/a.cpp"));
}

TEST(ShortFunction, keeps_the_last_two_parts_of_the_name) {
  EXPECT_EQ(short_function("oncelab::stores::MemoryMarkStore::contains(std::string_view)"),
            "MemoryMarkStore::contains");
  EXPECT_EQ(short_function("ns::Inbox<int, std::less<int> >::handle(char const*) const"),
            "Inbox::handle");
  EXPECT_EQ(short_function("main"), "main");
  EXPECT_EQ(short_function("void ns::f<int>(int)"), "ns::f");
  EXPECT_EQ(short_function("a::(anonymous namespace)::g(int)"), "a::g");
  EXPECT_EQ(short_function("a::F::operator()(int) const"), "F::operator()");
}

}  // namespace
}  // namespace oncelab::report
