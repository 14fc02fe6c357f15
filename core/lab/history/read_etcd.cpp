// Jepsen's log of an etcd register; FORMAT.md part 3.
#include <array>
#include <optional>

#include <oncelab/core/lab/history/jepsen_builder.hpp>
#include <oncelab/core/lab/history/log_words.hpp>

namespace oncelab::history {
namespace {

/// The line's words: level, logger, dash, process, type, f; the value is the rest.
struct LogLine {
  std::array<std::string_view, 6> words;
  std::string_view value;
};

constexpr std::size_t process_word = 3;
constexpr std::size_t f_word = 5;

LogLine split(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  LogLine result;
  for (std::string_view& word : result.words) {
    word = take_word(line);
  }
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::size_t last = line.find_last_not_of(blanks);
  result.value = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
  return result;
}

/// nil, 4, or [1 2].
std::optional<Value> parse_value(std::string_view text) {
  if (text == "nil") {
    return Value::nil();
  }
  if (const auto number = whole_integer(text)) {
    return Value::integer(*number);
  }
  const std::size_t space = text.find(' ');
  if (text.size() < 5 || text.front() != '[' || text.back() != ']' ||
      space == std::string_view::npos) {
    return std::nullopt;
  }
  const auto first = whole_integer(text.substr(1, space - 1));
  const auto second = whole_integer(text.substr(space + 1, text.size() - space - 2));
  return first && second ? std::optional(Value::pair(*first, *second)) : std::nullopt;
}

class EtcdReader {
 public:
  EtcdReader(LineReader& lines, const ReadLimits& limits) : lines_(lines), limits_(limits) {}

  Result<History> run() {
    const auto done = for_each_whole_line(
        lines_, [this](std::string_view line) { return read_line(split(line)); });
    return done ? Result<History>(std::move(builder_.history)) : done.error();
  }

 private:
  /// At a part of the line; at its end, if the part is missing.
  [[nodiscard]] Error error(std::string_view part, std::string_view what) const {
    return lines_.error(lines_.place(part), what);
  }
  [[nodiscard]] auto error_in(const LogLine& line) const {
    return [this, &line](Part part, std::string_view what) {
      return error(part == Part::process ? line.words[process_word] : line.words[f_word], what);
    };
  }

  Result<void> read_line(const LogLine& line) {
    const auto& [level, logger, dash, process, type, f] = line.words;
    if (auto room = room_for_event(builder_.history, lines_, limits_); !room) {
      return room;
    }
    if (dash != "-") {
      return error(dash, "not a line of a Jepsen log: LEVEL LOGGER - PROCESS :TYPE :F VALUE");
    }
    if (logger != "jepsen.util") {
      return {};
    }
    const Timestamp at{builder_.history.events().size()};
    if (process == ":nemesis") {
      note(f, line.value, at);
      return {};
    }
    const auto number = whole_integer(process);
    if (!number || *number < 0) {
      return error(process, "the process is not a number: " + printable(process));
    }
    if (!type.starts_with(':') || !JepsenBuilder::is_type(type.substr(1))) {
      return error(type, "the type is not :invoke, :ok, :fail or :info: " + printable(type));
    }
    if (f != ":read" && f != ":write" && f != ":cas") {
      return error(f, "the operation is not :read, :write or :cas: " + printable(f));
    }
    JepsenEvent event{.client = builder_.clients.number(*number, builder_.history),
                      .type = type.substr(1),
                      .f = f.substr(1),
                      .key = {},
                      .value = {},
                      .at = at,
                      .place = lines_.place()};
    return event.type == "invoke" ? read_invoke(event, line) : read_return(event, line);
  }

  void note(std::string_view f, std::string_view value, Timestamp at) {
    builder_.note(JepsenBuilder::nemesis, f.starts_with(':') ? f.substr(1) : f,
                  value == "nil" ? Value::nil() : Value::symbol(builder_.history.intern(value)),
                  at);
  }

  Result<void> read_invoke(JepsenEvent& event, const LogLine& line) {
    const auto value = parse_value(line.value);
    const bool fits = value && (event.f == "read"    ? value->is_nil()
                                : event.f == "write" ? value->is_integer()
                                                     : value->is_pair());
    if (!fits) {
      return error(line.value, "the value does not fit " + std::string(event.f) + ": " +
                                   printable(line.value) +
                                   "; read has nil, write a number, cas [FROM TO]");
    }
    event.value = *value;
    return builder_.invoke(event, error_in(line));
  }

  /// A cas that failed has seen another value; any other failure did not happen.
  Result<void> read_return(const JepsenEvent& event, const LogLine& line) {
    History& history = builder_.history;
    const auto operation = builder_.open(event, error_in(line));
    if (!operation) {
      return operation.error();
    }
    if (event.type == "info") {
      builder_.close(*operation, Outcome::unknown, {}, event.at);
      return {};
    }
    const bool ok = event.type == "ok";
    const bool timed_out = !ok && line.value == ":timed-out";
    const auto value = parse_value(line.value);
    if (!value && !timed_out) {
      return error(line.value,
                   "the value is not nil, a number or [FROM TO]: " + printable(line.value));
    }
    if (event.f == "read") {
      if (ok && value->is_pair()) {
        return error(line.value, "a read answers nil or a number, not " + printable(line.value));
      }
      builder_.close(*operation, ok ? Outcome::ok : Outcome::fail, ok ? *value : Value{}, event.at);
      return {};
    }
    if (!timed_out && !(*value == history.operation(*operation).input)) {
      return error(line.value, "the value is not the one of the call: " + printable(line.value));
    }
    if (event.f == "write" || timed_out) {
      builder_.close(*operation, ok ? Outcome::ok : Outcome::fail, {}, event.at);
      return {};
    }
    builder_.close(*operation, Outcome::ok, Value::symbol(history.intern(ok ? "true" : "false")),
                   event.at);
    return {};
  }

  LineReader& lines_;
  const ReadLimits& limits_;
  JepsenBuilder builder_;
};

}  // namespace

Result<History> read_etcd_log(LineReader& lines, const ReadLimits& limits) {
  return EtcdReader(lines, limits).run();
}

}  // namespace oncelab::history
