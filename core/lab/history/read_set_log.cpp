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
    if (history.events().size() >= limits_.events_max) {
      return too_many_events(lines_, limits_);
    }
    const auto number = whole_integer(who);
    if (!number || *number < 0 || (verb != "invokes" && verb != "returns")) {
      return lines_.error(
          "not a line of a set log: CLIENT invokes OP MEMBER, or CLIENT returns "
          "VALUE");
    }
    const ClientId client = builder_.clients.number(*number, history);
    const Timestamp at{history.events().size()};
    if (verb == "invokes") {
      if (what != "add" && what != "remove" && what != "contains") {
        return lines_.error("the operation is not add, remove or contains: " + printable(what));
      }
      const auto key = whole_integer(member);
      if (!key || !rest.empty()) {
        return lines_.error("the member is not one number: " + printable(member));
      }
      const auto invoked =
          builder_.invoke(client, what, Value::integer(*key), Value::nil(), at, lines_);
      open_[client] = std::string(what);
      return invoked;
    }
    if ((what != "true" && what != "false") || !member.empty()) {
      return lines_.error("the answer is not true or false: " + printable(what));
    }
    const auto called = open_.find(client);
    const auto operation =
        builder_.open(client, called == open_.end() ? "nothing" : called->second, lines_);
    if (!operation) {
      return operation.error();
    }
    builder_.close(*operation, Outcome::ok, Value::symbol(history.intern(what)), at);
    return {};
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
