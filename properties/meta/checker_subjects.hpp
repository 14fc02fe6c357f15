// Checkers for the subjects of checker_histories.hpp, with a tuning of one's own.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include <oncelab/core/lab/check/linearizability.hpp>
#include <oncelab/models/inbox.hpp>
#include <oncelab/models/register.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>

namespace oncelab::meta {

[[nodiscard]] inline std::unique_ptr<check::Checker> checker_of(Subject subject,
                                                                check::Tuning tuning = {}) {
  using models::Inbox;
  using models::Register;
  if (subject == Subject::inbox || subject == Subject::inbox_claiming) {
    return std::make_unique<check::LinearizabilityChecker<Inbox>>(
        Inbox(subject == Subject::inbox_claiming), tuning);
  }
  models::RegisterOptions options{.cas = true, .nil_is_absent = false, .init = "0"};
  if (subject == Subject::cas_register_absent) {
    options.nil_is_absent = true;
    options.init = "nil";
  }
  return std::make_unique<check::LinearizabilityChecker<Register>>(Register(options), tuning);
}

/// A positive number from the environment.
[[nodiscard]] inline std::uint64_t number_from_environment(const char* name,
                                                           std::uint64_t standard) {
  const char* text = std::getenv(name);
  const std::uint64_t number = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  return number == 0 ? standard : number;
}

}  // namespace oncelab::meta
