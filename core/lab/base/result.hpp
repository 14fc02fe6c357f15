// Result<T>: a value or an Error, for everything that can fail because of input, I/O or a store.
//
// Promises: an Error says what went wrong, where (file, line, flag) and what to do about it, in one
// line of text without control characters. Broken invariants of our own are not Errors: they are
// ONCELAB_ASSERT (assert.hpp). Built on Boost.System's result (Boost 1.81).
#pragma once

#include <boost/system/result.hpp>
#include <string>
#include <utility>

namespace oncelab {

enum class ErrorKind : unsigned char {
  usage,         // a flag or an argument is wrong
  unknown_name,  // no such scenario, variant, model, strategy
  bad_input,     // a file cannot be read or does not parse
  does_not_fit,  // a recorded case does not belong to this program
  out_of_time,   // a limit of time was reached before there was an answer
  unavailable,   // a target or a store cannot be reached
  internal,      // a fault of ours
};

struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string text;
};

template <class T>
using Result = boost::system::result<T, Error>;

/// Called by Result::value() on an error. Reaching it is a fault of the caller.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location&);

[[nodiscard]] inline Error make_error(ErrorKind kind, std::string text) {
  return Error{kind, std::move(text)};
}

}  // namespace oncelab
