#include <oncelab/properties/meta/checker_specs.hpp>

#include <string>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::meta {
namespace {

using check::oracle::Action;
using check::oracle::Way;
using check::oracle::Ways;
using check::oracle::World;

std::string look(const World& world, const std::string& place, const std::string& otherwise) {
  const auto found = world.find(place);
  return found == world.end() ? otherwise : found->second;
}

struct Recorded {
  std::string f, place, output;
  std::string first, second;  // of the input
  bool known = false;
};

Recorded recorded(const history::History& history, std::uint32_t index) {
  const history::Operation& operation = history.operations()[index];
  Recorded result;
  result.f = history.text(operation.f);
  result.place = to_text(history, operation.key);
  result.known = operation.outcome == history::Outcome::ok;
  result.output = to_text(history, operation.output);
  result.first = std::to_string(operation.input.first);
  result.second = std::to_string(operation.input.second);
  return result;
}

std::vector<Way> register_ways(const history::History& history, std::uint32_t index,
                               const std::string& at_first, bool nil_says_nothing) {
  const Recorded r = recorded(history, index);
  if (r.f == "read") {
    return {{[=](World& world) {
      const bool says_nothing = !r.known || (nil_says_nothing && r.output == "nil");
      return says_nothing || look(world, r.place, at_first) == r.output;
    }}};
  }
  if (r.f == "write") {
    return {{[=](World& world) {
      world[r.place] = r.first;
      return true;
    }}};
  }
  const Action succeeds = [=](World& world) {
    const bool matches = look(world, r.place, at_first) == r.first;
    world[r.place] = r.second;
    return matches;
  };
  const Action refuses = [=](World& world) { return look(world, r.place, at_first) != r.first; };
  if (!r.known) {
    return {{succeeds}, {refuses}};
  }
  return {{r.output == "false" ? refuses : succeeds}};
}

Action if_then(const std::string& place, const std::string& expected, const std::string& then) {
  return [=](World& world) {
    const bool as_expected = look(world, place, "new") == expected;
    world[place] = then;
    return as_expected;
  };
}

std::vector<Way> inbox_ways(const history::History& history, std::uint32_t index) {
  const Recorded r = recorded(history, index);
  const Way delivered{if_then(r.place, "new", "handled")};
  const Way duplicate{if_then(r.place, "handled", "handled")};
  const Way failed{if_then(r.place, "new", "new")};
  if (!r.known) {
    return {delivered, duplicate, failed};
  }
  if (r.output == "delivered") {
    return {delivered};
  }
  if (r.output == "duplicate") {
    return {duplicate};
  }
  return r.output == "failed" ? std::vector<Way>{failed} : std::vector<Way>{};
}

std::vector<Way> claiming_ways(const history::History& history, std::uint32_t index) {
  const Recorded r = recorded(history, index);
  const std::string mine = "claimed by " + std::to_string(index);
  const Way delivered{if_then(r.place, "new", mine), if_then(r.place, mine, "handled")};
  const Way failed{if_then(r.place, "new", mine), if_then(r.place, mine, "new")};
  const Way duplicate{if_then(r.place, "handled", "handled")};
  const Way in_flight{[place = r.place, mine](World& world) {
    const std::string now = look(world, place, "new");
    return now.starts_with("claimed") && now != mine;
  }};
  if (!r.known) {
    return {delivered, failed, duplicate, in_flight};
  }
  if (r.output == "delivered") {
    return {delivered};
  }
  if (r.output == "failed") {
    return {failed};
  }
  return {r.output == "duplicate" ? duplicate : in_flight};
}

}  // namespace

Ways ways_of(Subject subject) {
  switch (subject) {
    case Subject::cas_register:
      return [](const history::History& history, std::uint32_t index) {
        return register_ways(history, index, "0", true);
      };
    case Subject::cas_register_absent:
      return [](const history::History& history, std::uint32_t index) {
        return register_ways(history, index, "nil", false);
      };
    case Subject::inbox:
      return inbox_ways;
    case Subject::inbox_claiming:
      break;
  }
  return claiming_ways;
}

}  // namespace oncelab::meta
