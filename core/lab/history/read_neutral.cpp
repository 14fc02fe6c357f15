// JSON lines of process, type, f, value; FORMAT.md part 2.
#include <limits>

#include <oncelab/core/lab/history/jepsen_builder.hpp>
#include <oncelab/core/lab/history/json_line.hpp>
#include <oncelab/core/lab/history/readers.hpp>

namespace oncelab::history {
namespace {

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

class NeutralReader {
 public:
  NeutralReader(LineReader& lines, const ReadLimits& limits) : lines_(lines), limits_(limits) {}

  Result<History> run() {
    for (;;) {
      const auto line = lines_.next();
      if (!line) {
        return line.error();
      }
      if (!*line) {
        return std::move(builder_.history);
      }
      if (is_blank(**line)) {
        continue;
      }
      const auto object = JsonLine::parse(**line, lines_, limits_.depth_max);
      if (!object) {
        return object.error();
      }
      if (const auto done = read_event(*object); !done) {
        return done.error();
      }
    }
  }

 private:
  Result<void> read_event(const JsonLine& line) {
    History& history = builder_.history;
    if (history.events().size() >= limits_.events_max) {
      return too_many_events(lines_, limits_);
    }
    if (line.has("process") && line.object().at("process").is_string() &&
        *line.string("process", lines_) == "nemesis") {
      return {};
    }
    const auto who = client(line);
    if (!who) {
      return who.error();
    }
    const auto type = line.string("type", lines_);
    if (!type) {
      return type.error();
    }
    if (*type != "invoke" && *type != "ok" && *type != "fail" && *type != "info") {
      return lines_.error("\"type\" is \"invoke\", \"ok\", \"fail\" or \"info\"");
    }
    const auto f = line.string("f", lines_);
    if (!f) {
      return f.error();
    }
    const auto key = line.value("key", history, lines_);
    if (!key) {
      return key.error();
    }
    const bool counts = *type == "invoke" || *type == "ok";
    const auto value = counts ? line.value("value", history, lines_) : Result<Value>(Value::nil());
    if (!value) {
      return value.error();
    }
    if (history.events().empty() && line.has("time")) {
      history.set_time_unit(TimeUnit::nanoseconds);
    }
    const auto at = line.natural("time", u64_max, lines_, history.events().size());
    if (!at) {
      return at.error();
    }
    if (*type == "invoke") {
      return builder_.invoke(*who, *f, *key, *value, Timestamp{*at}, lines_);
    }
    const auto operation = builder_.open(*who, *f, lines_);
    if (!operation) {
      return operation.error();
    }
    if (!key->is_nil() && !(*key == history.operation(*operation).key)) {
      return lines_.error("the key is not the one of the call");
    }
    return finish(line, *operation, *type, *value, Timestamp{*at});
  }

  Result<void> finish(const JsonLine& line, OperationIndex operation, std::string_view type,
                      Value value, Timestamp at) {
    if (type == "fail" || type == "info") {
      builder_.close(operation, type == "fail" ? Outcome::fail : Outcome::unknown, {}, at);
      return {};
    }
    if (line.has("ok")) {
      const auto& flag = line.object().at("ok");
      if (!flag.is_bool()) {
        return lines_.error("\"ok\" is not true or false");
      }
      value = Value::symbol(builder_.history.intern(flag.get_bool() ? "true" : "false"));
    }
    builder_.close(operation, Outcome::ok, value, at);
    return {};
  }

  Result<ClientId> client(const JsonLine& line) {
    if (line.has("process") && line.object().at("process").is_string()) {
      return builder_.clients.named(*line.string("process", lines_), builder_.history);
    }
    const auto number = line.integer("process", lines_);
    if (!number) {
      return number.error();
    }
    return builder_.clients.number(*number, builder_.history);
  }

  LineReader& lines_;
  const ReadLimits& limits_;
  JepsenBuilder builder_;
};

}  // namespace

Result<History> read_neutral_json(LineReader& lines, const ReadLimits& limits) {
  return NeutralReader(lines, limits).run();
}

}  // namespace oncelab::history
