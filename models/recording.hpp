// Recording: a history written down by hand, for the tests of the models.
//
//   const auto a = recording.call(0, "begin", "k1", {"f1", 100});
//   recording.answers(a, {"started", 1, 0});
//
// Several words are a list, one is itself, none is nil.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::models {

using Word = std::variant<std::string_view, std::int64_t>;
using Words = std::initializer_list<Word>;

class Recording {
 public:
  history::OperationIndex call(unsigned client, std::string_view f, std::string_view key,
                               Words input = {}) {
    const history::Value key_value =
        key.empty() ? history::Value::nil() : history::Value::symbol(history_.intern(key));
    return history_.call(ClientId{client}, history_.intern(f), key_value, value(input), {});
  }
  void answers(history::OperationIndex operation, Words output) {
    history_.returned(operation, history::Outcome::ok, value(output), {});
  }
  void gives_up(history::OperationIndex operation) {
    history_.returned(operation, history::Outcome::unknown, {}, {});
  }

  [[nodiscard]] const history::History& history() const { return history_; }

  [[nodiscard]] std::string verdict(check::Checker& checker) const {
    if (const auto accepted = checker.accepts(history_); !accepted) {
      return accepted.error().text;
    }
    return std::string(text(checker.check(history_).verdict));
  }
  /// Why not; nothing if there is no objection.
  [[nodiscard]] std::string objection(check::Checker& checker) const {
    const check::Explanation explanation = checker.explain(history_);
    return explanation.objections.empty() ? "" : explanation.objections[0].reason;
  }
  [[nodiscard]] std::string explanation(check::Checker& checker) const {
    return to_text(checker.explain(history_), history_);
  }

 private:
  history::Value value(Words words) {
    std::vector<history::Value> items;
    for (const Word& word : words) {
      const auto* const number = std::get_if<std::int64_t>(&word);
      items.push_back(number != nullptr ? history::Value::integer(*number)
                                        : history::Value::symbol(
                                              history_.intern(std::get<std::string_view>(word))));
    }
    return items.empty()       ? history::Value::nil()
           : items.size() == 1 ? items[0]
                               : history_.list(items);
  }

  history::History history_;
};

}  // namespace oncelab::models
