#include <oncelab/core/lab/cli/shard_sense.hpp>

#include <array>
#include <boost/json/array.hpp>
#include <set>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

// So that no sum of as many as there can be is too large.
constexpr std::uint64_t count_max = 1'000'000'000'000'000;
constexpr std::uint64_t rows_max = 1'000'000;

bool above(const json::value& value, std::uint64_t max) {
  return value.is_double() || value.to_number<std::uint64_t>() > max;
}

std::optional<std::string> too_large(const json::object& object) {
  for (const char* name : {"schedules", "runs", "steps", "steps_longest", "weaker_accesses"}) {
    const json::value* count = object.if_contains(name);
    const std::uint64_t max = std::string_view(name) == "steps_longest" ? 0xFFFF'FFFF : count_max;
    if (count != nullptr && above(*count, max)) {
      return std::string(name) + " is above " + std::to_string(max);
    }
  }
  return std::nullopt;
}

std::optional<std::string> contradiction_of_exploration(const json::object& shard) {
  for (const json::value& goal : shard.at("goals").as_array()) {
    if (above(goal.as_object().at("runs"), count_max)) {
      return "goals: runs is above " + std::to_string(count_max);
    }
  }
  const bool violated = shard.at("verdict").as_string() == "violated";
  if (violated == shard.at("case").is_null()) {
    return std::string(violated ? "violated, but without a case" : "a case, but not violated");
  }
  return too_large(shard);
}

std::optional<std::string> contradiction_of_check(const json::object& shard) {
  const json::object& which = shard.at("shard").as_object();
  if (above(which.at("rows"), rows_max)) {
    return "shard: rows is above " + std::to_string(rows_max);
  }
  const auto rows = which.at("rows").to_number<std::uint64_t>();
  const auto index = which.at("index").to_number<std::uint64_t>();
  const auto of = which.at("of").to_number<std::uint64_t>();
  std::set<std::uint64_t> seen;
  for (const json::value& value : shard.at("results").as_array()) {
    const json::object& result = value.as_object();
    if (!result.contains("row") || above(result.at("row"), rows_max)) {
      return "results: one has no row";
    }
    const auto row = result.at("row").to_number<std::uint64_t>();
    if (row >= rows || row % of != index - 1 || !seen.insert(row).second) {
      return "results: row " + std::to_string(row) + " is not this shard's, or comes twice";
    }
    if (result.at("as_expected").as_bool() != (result.at("verdict") == result.at("expected"))) {
      return "results: row " + std::to_string(row) + ": as_expected contradicts the verdict";
    }
    if (auto large = too_large(result)) {
      return "results: " + *large;
    }
  }
  const std::uint64_t own = rows / of + (rows % of >= index ? 1 : 0);
  if (seen.size() != own && !shard.at("interrupted").as_bool()) {
    return "has " + std::to_string(seen.size()) + " of its " + std::to_string(own) +
           " verdicts, but was not interrupted";
  }
  return std::nullopt;
}

// Goals without how often they were reached.
json::array goals_of(const json::object& shard) {
  json::array goals = shard.at("goals").as_array();
  for (json::value& goal : goals) {
    goal.as_object().erase("runs");
  }
  return goals;
}

}  // namespace

std::optional<std::string> contradiction(const json::object& shard) {
  return shard.at("verb").as_string() == "check" ? contradiction_of_check(shard)
                                                 : contradiction_of_exploration(shard);
}

std::optional<std::string> difference(const json::object& one, const json::object& other) {
  if (one.at("verb") != other.at("verb")) {
    return "verb";
  }
  const json::object& its = one.at("shard").as_object();
  const json::object& others = other.at("shard").as_object();
  for (const char* name : {"work", "of", "rows"}) {
    if (its.contains(name) && its.at(name) != others.at(name)) {
      return name;
    }
  }
  for (const char* name : {"seed", "scenario", "variant", "profile", "strategy", "bound",
                           "generated_programs", "clients", "operations"}) {
    if (one.contains(name) && one.at(name) != other.at(name)) {
      return name;
    }
  }
  if (one.contains("goals") && goals_of(one) != goals_of(other)) {
    return "goals";
  }
  return std::nullopt;
}

}  // namespace oncelab::cli
