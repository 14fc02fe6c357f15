// holds: for_all as a GoogleTest assertion. For tests only.
//
//   EXPECT_TRUE(gen::holds({.name = "reversing twice"}, generator, [](const auto& v) {
//     EXPECT_EQ(reversed(reversed(v)), v);
//   }));
//
// RapidCheck does not see EXPECT_* and ASSERT_*: its property "holds" while failures pile up, and
// nothing is shrunk. Here what they report, on any thread, is a failure of the property, and only
// the shrunk one is reported. A property may return nothing, or what for_all takes.
// GTEST_SKIP in a property is a failure: it would skip no test, only hide a case.
#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <oncelab/core/lab/gen/for_all.hpp>

namespace oncelab::gen {

namespace detail {

[[nodiscard]] inline std::optional<std::string> first_failure(
    const testing::TestPartResultArray& parts) {
  for (int i = 0; i < parts.size(); ++i) {
    const testing::TestPartResult& part = parts.GetTestPartResult(i);
    if (part.failed() || part.skipped()) {
      const std::string place =
          part.file_name() == nullptr
              ? std::string()
              : part.file_name() + (":" + std::to_string(part.line_number())) + ": ";
      return place + (part.skipped() ? "skipped within a property: " : "") + part.message();
    }
  }
  return std::nullopt;
}

template <class Property, class T>
[[nodiscard]] std::optional<std::string> intercepted(Property& property, const T& value) {
  testing::TestPartResultArray parts;
  std::optional<std::string> failure;
  {
    using Reporter = testing::ScopedFakeTestPartResultReporter;
    const Reporter reporter(Reporter::INTERCEPT_ALL_THREADS, &parts);
    if constexpr (std::is_void_v<decltype(property(value))>) {
      property(value);
    } else {
      failure = failure_of(property(value));
    }
  }
  auto reported = first_failure(parts);
  return reported ? reported : failure;
}

}  // namespace detail

template <class T, class Property>
[[nodiscard]] testing::AssertionResult holds(const Options& options, const rc::Gen<T>& generator,
                                             Property property) {
  const Result<Checked> result = for_all(
      options, generator, [&](const T& value) { return detail::intercepted(property, value); });
  if (result.has_error()) {
    return testing::AssertionFailure() << result.error().text;
  }
  if (result->ending == Ending::held) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "property '" << options.name << "', seed "
                                     << raw(options.seed) << ": " << to_text(*result);
}

}  // namespace oncelab::gen
