// What a specification of the oracle reads of an operation and of the world: texts.
#pragma once

#include <string>
#include <vector>

#include <oncelab/core/lab/check/oracle.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>

namespace oncelab::meta {

using SpecWords = std::vector<std::string>;

/// The words of a list; of any other value its own text; of nil none.
[[nodiscard]] inline SpecWords words_of(const history::History& history,
                                        const history::Value& value) {
  SpecWords words;
  if (value.is_pair()) {
    words = {std::to_string(value.first), std::to_string(value.second)};
  } else if (value.is_list()) {
    for (const history::Value& item : history.items(value)) {
      words.push_back(to_text(history, item));
    }
  } else if (!value.is_nil()) {
    words.push_back(to_text(history, value));
  }
  return words;
}

struct Recorded {
  std::string f, place;
  SpecWords input, output;
  bool known = false;

  /// The word at this place, or nothing.
  [[nodiscard]] static std::string at(const SpecWords& words, std::size_t place) {
    return place < words.size() ? words[place] : "";
  }
};

[[nodiscard]] inline Recorded recorded(const history::History& history, std::uint32_t index) {
  const history::Operation& operation = history.operations()[index];
  return {std::string(history.text(operation.f)), to_text(history, operation.key),
          words_of(history, operation.input), words_of(history, operation.output),
          operation.outcome == history::Outcome::ok};
}

[[nodiscard]] inline std::string look(const check::oracle::World& world, const std::string& place,
                                      const std::string& otherwise) {
  const auto found = world.find(place);
  return found == world.end() ? otherwise : found->second;
}

// Of ways_of(), one per file:
[[nodiscard]] std::vector<check::oracle::Way> claim_store_ways(const history::History& history,
                                                               std::uint32_t index);
[[nodiscard]] std::vector<check::oracle::Way> api_request_ways(const history::History& history,
                                                               std::uint32_t index);
[[nodiscard]] std::vector<check::oracle::Way> order_ways(const history::History& history,
                                                         std::uint32_t index, bool strict);
[[nodiscard]] std::vector<check::oracle::Way> data_ways(Subject subject,
                                                        const history::History& history,
                                                        std::uint32_t index);

}  // namespace oncelab::meta
