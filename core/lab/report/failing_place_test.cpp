#include <oncelab/core/lab/report/failing_place.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace oncelab::report {
namespace {

DescribedStep step(std::uint32_t thread, std::string at, unsigned flags = 0) {
  DescribedStep s;
  s.thread = thread;
  s.at = std::move(at);
  s.flags = static_cast<std::uint16_t>(flags);
  return s;
}

std::string place_of(const std::vector<DescribedStep>& steps) {
  Symbolizer symbolizer;
  return failing_place(steps, {}, symbolizer);
}

TEST(FailingPlace, is_where_the_first_preemption_came) {
  EXPECT_EQ(place_of({step(1, "a.cpp:1"), step(1, "a.cpp:2, from b.cpp:9"),
                      step(2, "a.cpp:1", runtime::step_preemption), step(1, "a.cpp:3")}),
            "a.cpp:2");
}

TEST(FailingPlace, is_the_last_line_known_without_a_preemption) {
  EXPECT_EQ(place_of({step(1, "a.cpp:1"), step(1, "a.cpp:2, from b.cpp:9"), step(0, "")}),
            "a.cpp:2");
  EXPECT_EQ(place_of({step(1, "")}), "");
  EXPECT_EQ(place_of({}), "");
}

}  // namespace
}  // namespace oncelab::report
