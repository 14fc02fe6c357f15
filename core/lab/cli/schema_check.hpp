// schema_problem: where a value does not keep to a JSON Schema.
//
// Knows the part of draft 2020-12 that our schemas use, and is strict: a keyword that it does not
// know is a problem too, so that no schema says something which is not checked.
#pragma once

#include <boost/json/value.hpp>
#include <optional>
#include <string>

namespace oncelab::cli {

/// "$.results[0].verdict: ...", or nothing.
[[nodiscard]] std::optional<std::string> schema_problem(const boost::json::value& value,
                                                        const boost::json::value& schema);

}  // namespace oncelab::cli
