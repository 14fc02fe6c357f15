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
  Result<void> read_line(const LogLine& line) {
    const auto& [level, logger, dash, process, type, f] = line.words;
    if (builder_.history.events().size() >= limits_.events_max) {
      return too_many_events(lines_, limits_);
    }
    if (level.empty() || dash != "-") {
      return lines_.error("not a line of a Jepsen log: LEVEL LOGGER - PROCESS :TYPE :F VALUE");
    }
    if (logger != "jepsen.util" || process == ":nemesis") {
      return {};
    }
    const auto number = whole_integer(process);
    if (!number || *number < 0) {
      return lines_.error("the process is not a number: " + printable(process));
    }
    const ClientId client = builder_.clients.number(*number, builder_.history);
    if (f != ":read" && f != ":write" && f != ":cas") {
      return lines_.error("the operation is not :read, :write or :cas: " + printable(f));
    }
    const std::string_view name = f.substr(1);
    const Timestamp at{builder_.history.events().size()};
    if (type == ":invoke") {
      return read_invoke(client, name, line.value, at);
    }
    const auto operation = builder_.open(client, name, lines_);
    if (!operation) {
      return operation.error();
    }
    if (type == ":info") {
      builder_.close(*operation, Outcome::unknown, {}, at);
      return {};
    }
    if (type != ":ok" && type != ":fail") {
      return lines_.error("the type is not :invoke, :ok, :fail or :info: " + printable(type));
    }
    return read_answer(*operation, name, type == ":ok", line.value, at);
  }

  Result<void> read_invoke(ClientId client, std::string_view f, std::string_view text,
                           Timestamp at) {
    const auto value = parse_value(text);
    const bool fits = value && (f == "read"    ? value->is_nil()
                                : f == "write" ? value->is_integer()
                                               : value->is_pair());
    if (!fits) {
      return lines_.error("the value does not fit " + std::string(f) + ": " + printable(text) +
                          "; read has nil, write a number, cas [FROM TO]");
    }
    return builder_.invoke(client, f, {}, *value, at, lines_);
  }

  /// A cas that failed has seen another value; any other failure did not happen.
  Result<void> read_answer(OperationIndex operation, std::string_view f, bool ok,
                           std::string_view text, Timestamp at) {
    History& history = builder_.history;
    const bool timed_out = !ok && text == ":timed-out";
    const auto value = parse_value(text);
    if (!value && !timed_out) {
      return lines_.error("the value is not nil, a number or [FROM TO]: " + printable(text));
    }
    if (f == "read") {
      if (ok && value->is_pair()) {
        return lines_.error("a read answers nil or a number, not " + printable(text));
      }
      builder_.close(operation, ok ? Outcome::ok : Outcome::fail, ok ? *value : Value{}, at);
      return {};
    }
    if (!timed_out && !(*value == history.operation(operation).input)) {
      return lines_.error("the value is not the one of the call: " + printable(text));
    }
    if (f == "write" || timed_out) {
      builder_.close(operation, ok ? Outcome::ok : Outcome::fail, {}, at);
      return {};
    }
    builder_.close(operation, Outcome::ok, Value::symbol(history.intern(ok ? "true" : "false")),
                   at);
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
