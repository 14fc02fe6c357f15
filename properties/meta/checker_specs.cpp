#include <oncelab/properties/meta/checker_specs.hpp>

#include <string>

#include <oncelab/properties/meta/checker_spec_words.hpp>

namespace oncelab::meta {
namespace {

using check::oracle::Action;
using check::oracle::Way;
using check::oracle::Ways;
using check::oracle::World;

std::vector<Way> register_ways(const history::History& history, std::uint32_t index,
                               const std::string& at_first, bool nil_says_nothing) {
  const Recorded r = recorded(history, index);
  const std::string first = Recorded::at(r.input, 0);
  const std::string second = Recorded::at(r.input, 1);
  if (r.f == "read") {
    return {{[=](World& world) {
      const bool says_nothing = !r.known || (nil_says_nothing && r.output.empty());
      const std::string read = r.output.empty() ? "nil" : r.output[0];
      return says_nothing || look(world, r.place, at_first) == read;
    }}};
  }
  if (r.f == "write") {
    return {{[=](World& world) {
      world[r.place] = first;
      return true;
    }}};
  }
  const Action succeeds = [=](World& world) {
    const bool matches = look(world, r.place, at_first) == first;
    world[r.place] = second;
    return matches;
  };
  const Action refuses = [=](World& world) { return look(world, r.place, at_first) != first; };
  if (!r.known) {
    return {{succeeds}, {refuses}};
  }
  return {{r.output == SpecWords{"false"} ? refuses : succeeds}};
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
  const std::string output = Recorded::at(r.output, 0);
  if (output == "delivered") {
    return {delivered};
  }
  if (output == "duplicate") {
    return {duplicate};
  }
  return output == "failed" ? std::vector<Way>{failed} : std::vector<Way>{};
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
  const std::string output = Recorded::at(r.output, 0);
  if (output == "delivered") {
    return {delivered};
  }
  if (output == "failed") {
    return {failed};
  }
  return {output == "duplicate" ? duplicate : in_flight};
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
      return claiming_ways;
    case Subject::claim_store:
      return claim_store_ways;
    case Subject::api_request:
      return api_request_ways;
    case Subject::order_strict:
    case Subject::order_seed:
      return [strict = subject == Subject::order_strict](const history::History& history,
                                                         std::uint32_t index) {
        return order_ways(history, index, strict);
      };
    default:
      return [subject](const history::History& history, std::uint32_t index) {
        return data_ways(subject, history, index);
      };
  }
}

}  // namespace oncelab::meta
