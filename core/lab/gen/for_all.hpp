// for_all: a property over generated values; the counterexample is shrunk as RapidCheck shrinks.
//
// A property takes a value and returns what is wrong with it, if anything: std::optional of a text,
// or Result<void>. What it throws is a failure too. GoogleTest's macros need holds.hpp.
//
// Promises: name and seed decide every value; nothing is printed, nothing escapes; a limit on time
// is kept between cases; the environment changes nothing: RC_PARAMS, which users of RapidCheck may
// expect to work, is an error (usage) when it is set.
// Does not promise: that the shrunk value is the smallest one that fails, only that none of its own
// shrinks fails.
//
// Threads: as draw.hpp. Impossible options (no name, no case, a size beyond 100, a limit on time
// without a clock) are asserted. Cost: cases + shrinks_max runs of the property, and 10 attempts to
// generate for each case.
#pragma once

#include <rapidcheck/Gen.h>
#include <rapidcheck/Show.h>

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <oncelab/core/lab/gen/random.hpp>
#include <oncelab/core/lab/gen/run_cases.hpp>
#include <oncelab/core/lab/gen/thrown.hpp>

namespace oncelab::gen {

namespace detail {

[[nodiscard]] inline std::optional<std::string> failure_of(std::optional<std::string> failure) {
  return failure;
}
[[nodiscard]] inline std::optional<std::string> failure_of(const Result<void>& result) {
  return result.has_error() ? std::optional(result.error().text) : std::nullopt;
}

template <class Property, class T>
concept PropertyOf = requires(Property& property, const T& value) {
  { property(value) } -> std::same_as<std::optional<std::string>>;
} || requires(Property& property, const T& value) {
  { property(value) } -> std::same_as<Result<void>>;
};

template <class T, class Property>
class TypedCandidate final : public Candidate {
 public:
  TypedCandidate(rc::Shrinkable<T> shrinkable, Property& property)
      : shrinkable_(std::move(shrinkable)), property_(property) {}

  Trial run() override {
    try {
      value_.emplace(shrinkable_.value());
    } catch (...) {
      return {Trial::Kind::not_generated, thrown_text()};
    }
    try {
      auto failure = failure_of(property_(std::as_const(*value_)));
      return failure ? Trial{Trial::Kind::failed, std::move(*failure)} : Trial{};
    } catch (...) {
      return {Trial::Kind::failed, thrown_text()};
    }
  }

  [[nodiscard]] std::string text() const override {
    try {
      return rc::toString(*value_);
    } catch (...) {
      return "(a value that cannot be shown: " + thrown_text() + ")";
    }
  }

  [[nodiscard]] std::unique_ptr<Candidate> next_shrink() override {
    if (!shrinks_) {
      shrinks_.emplace(shrinkable_.shrinks());
    }
    auto next = shrinks_->next();
    return next ? std::make_unique<TypedCandidate>(std::move(*next), property_) : nullptr;
  }

 private:
  rc::Shrinkable<T> shrinkable_;
  Property& property_;
  std::optional<T> value_;
  std::optional<rc::Seq<rc::Shrinkable<T>>> shrinks_;
};

}  // namespace detail

template <class T, detail::PropertyOf<T> Property>
[[nodiscard]] Result<Checked> for_all(const Options& options, const rc::Gen<T>& generator,
                                      Property property) {
  static_assert(rc::detail::HasShowValue<T>::value || rc::detail::IsStreamInsertible<T>::value,
                "a counterexample is shown with showValue(value, ostream) or operator<<");
  return detail::run_cases(options, [&](Seed seed, unsigned size) {
    return std::make_unique<detail::TypedCandidate<T, Property>>(
        generator(detail::random_of(seed), static_cast<int>(size)), property);
  });
}

}  // namespace oncelab::gen
