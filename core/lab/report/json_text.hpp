// JSON in the form in which oncelab writes it: two blanks per level, one member per line, small
// arrays and objects of plain values on one line, newline at the end.
//
// Promises: the same value gives the same text on every machine (no floating point shorter than
// it must be, members in the order in which they were added). Threads: pure functions.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace oncelab::report {

[[nodiscard]] std::string json_text(const boost::json::value& value);

/// 16 hexadecimal digits: numbers of 64 bits do not survive other programs' JSON.
[[nodiscard]] std::string hex_text(std::uint64_t number);

}  // namespace oncelab::report
