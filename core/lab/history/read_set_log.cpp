// Logs of a set: "1 invokes contains 9", "1 returns false"; FORMAT.md part 4.
#include <array>
#include <optional>

#include <oncelab/core/lab/history/jepsen_builder.hpp>
#include <oncelab/core/lab/history/log_words.hpp>

namespace oncelab::history {
namespace {

using LineWords = std::array<std::string_view, 5>;  // one more than there may be

LineWords split(std::string_view line) {
  LineWords words;
  for (std::string_view& word : words) {
    word = take_word(line);
  }
  return words;
}

class SetLogReader {
 public:
  SetLogReader(LineReader& lines, const ReadLimits& limits) : lines_(lines), limits_(limits) {}

  Result<History> run() {
    const auto done = for_each_whole_line(
        lines_, [this](std::string_view line) { return read_line(split(line)); });
    return done ? Result<History>(std::move(builder_.history)) : done.error();
  }

 private:
  Result<void> read_line(const LineWords& words) {
    const auto& [who, verb, what, member, rest] = words;
    History& history = builder_.history;
    if (auto room = room_for_event(history, lines_, limits_); !room) {
      return room;
    }
    const auto number = whole_integer(who);
    const bool is_number = number && *number >= 0;
    if (!is_number || (verb != "invokes" && verb != "returns")) {
      return error(is_number ? verb : who,
                   "not a line of a set log: CLIENT invokes OP MEMBER, or CLIENT returns VALUE");
    }
    JepsenEvent event{.client = builder_.clients.number(*number, history),
                      .type = verb == "invokes" ? "invoke" : "ok",
                      .f = what,
                      .key = {},
                      .value = {},
                      .at = Timestamp{history.events().size()},
                      .place = lines_.place()};
    return verb == "invokes" ? read_call(event, words) : read_answer(event, words);
  }

  Result<void> read_call(JepsenEvent& event, const LineWords& words) {
    const auto& [who, verb, what, member, rest] = words;
    if (what != "add" && what != "remove" && what != "contains") {
      return error(what, "the operation is not add, remove or contains: " + printable(what));
    }
    const auto key = whole_integer(member);
    if (!key || !rest.empty()) {
      return error(key ? rest : member,
                   "the member is not one number: " + printable(key ? rest : member));
    }
    event.key = Value::integer(*key);
    open_[event.client] = what;
    return add(event, words);
  }

  Result<void> read_answer(JepsenEvent& event, const LineWords& words) {
    const auto& [who, verb, what, member, rest] = words;
    if ((what != "true" && what != "false") || !member.empty()) {
      return error(member.empty() ? what : member,
                   "the answer is not true or false: " + printable(member.empty() ? what : member));
    }
    const auto called = open_.find(event.client);  // answers do not name what they answer
    event.f = called == open_.end() ? "nothing" : std::string_view(called->second);
    event.value = Value::symbol(builder_.history.intern(what));
    return add(event, words);
  }

  Result<void> add(const JepsenEvent& event, const LineWords& words) {
    return builder_.add(event, [&](Part, std::string_view what) { return error(words[0], what); });
  }

  /// At a word of the line; at its end, if the word is missing.
  [[nodiscard]] Error error(std::string_view word, std::string_view what) const {
    return lines_.error(lines_.place(word), what);
  }

  LineReader& lines_;
  const ReadLimits& limits_;
  JepsenBuilder builder_;
  std::map<ClientId, std::string> open_;  // what a client called last
};

}  // namespace

Result<History> read_set_log(LineReader& lines, const ReadLimits& limits) {
  return SetLogReader(lines, limits).run();
}

}  // namespace oncelab::history
