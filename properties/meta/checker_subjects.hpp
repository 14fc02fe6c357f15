// Checkers for the subjects of checker_histories.hpp, with a tuning of one's own.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/part_search.hpp>
#include <oncelab/models/api_request.hpp>
#include <oncelab/models/claim_store.hpp>
#include <oncelab/models/counter.hpp>
#include <oncelab/models/inbox.hpp>
#include <oncelab/models/key_value.hpp>
#include <oncelab/models/multi_register.hpp>
#include <oncelab/models/mutex.hpp>
#include <oncelab/models/order.hpp>
#include <oncelab/models/register.hpp>
#include <oncelab/models/sequence.hpp>
#include <oncelab/models/set.hpp>
#include <oncelab/models/set_with_reads.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>

namespace oncelab::meta {

/// Calls body(model) with the subject's model.
template <class Body>
auto with_model(Subject subject, Body&& body) {
  using models::Register;
  switch (subject) {
    case Subject::cas_register:
      return body(Register({.cas = true, .nil_is_absent = false, .init = "0"}));
    case Subject::cas_register_absent:
      return body(Register({.cas = true, .nil_is_absent = true, .init = "nil"}));
    case Subject::inbox:
    case Subject::inbox_claiming:
      return body(models::Inbox(subject == Subject::inbox_claiming));
    case Subject::claim_store:
      return body(models::ClaimStore());
    case Subject::api_request:
      return body(models::ApiRequest());
    case Subject::order_strict:
    case Subject::order_seed:
      return body(models::Order({.strict = subject == Subject::order_strict}));
    case Subject::counter:
      return body(models::Counter(0));
    case Subject::kv:
      return body(models::KeyValue());
    case Subject::multi_register:
      return body(models::MultiRegister(0));
    case Subject::mutex:
      return body(models::Mutex(false));
    case Subject::priority_queue:
      return body(models::Sequence(models::Sequence::Order::smallest));
    case Subject::queue:
      return body(models::Sequence(models::Sequence::Order::fifo));
    case Subject::set:
      return body(models::Set());
    case Subject::set_with_reads:
      return body(models::SetWithReads());
    case Subject::stack:
      break;
  }
  return body(models::Sequence(models::Sequence::Order::lifo));
}

[[nodiscard]] std::unique_ptr<check::Checker> checker_of(Subject subject,
                                                         check::Tuning tuning = {});

/// All keys as one object; of a few models, which stand for all (each costs a search of its own to
/// compile), else key by key.
[[nodiscard]] std::unique_ptr<check::Checker> whole_checker_of(Subject subject,
                                                               check::Tuning tuning = {});

/// A positive number from the environment.
[[nodiscard]] inline std::uint64_t number_from_environment(const char* name,
                                                           std::uint64_t standard) {
  const char* text = std::getenv(name);
  const std::uint64_t number = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  return number == 0 ? standard : number;
}

}  // namespace oncelab::meta
