// Whether what a shard's file says can be true, and goes with another's. Both keep to their schema.
// Internal to core/lab/cli.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>

namespace oncelab::cli {

/// What is wrong with it, or nothing.
[[nodiscard]] std::optional<std::string> contradiction(const boost::json::object& shard);
/// In which member it cannot be of the same work, or nothing.
[[nodiscard]] std::optional<std::string> difference(const boost::json::object& one,
                                                    const boost::json::object& other);

}  // namespace oncelab::cli
