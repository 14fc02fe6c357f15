// Program: what each client does, decoded. Plain data that a case file can hold.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace oncelab::scenario {

/// One operation of a client, in the words of its contract. Which names, keys and inputs make
/// sense is the scenario's business (Scenario::validate).
struct Operation {
  std::string f;      // what is done, e.g. "deliver"
  std::string key;    // to what, e.g. a message id
  std::string input;  // with what; may be empty
  friend auto operator<=>(const Operation&, const Operation&) = default;
};

struct Program {
  std::vector<std::vector<Operation>> clients;
  [[nodiscard]] std::size_t operations() const {
    std::size_t n = 0;
    for (const auto& c : clients) {
      n += c.size();
    }
    return n;
  }
  friend auto operator<=>(const Program&, const Program&) = default;
};

}  // namespace oncelab::scenario
