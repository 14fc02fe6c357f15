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
  NeutralReader(LineReader& lines, const ReadOptions& options)
      : lines_(lines),
        limits_(options.limits),
        sink_(options.sink),
        builder_(options.independent, options.sink == nullptr) {}

  Result<History> run() {
    for (;;) {
      const auto line = lines_.next();
      if (!line) {
        return line.error();
      }
      if (!*line) {
        hand_over(true);
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
      if (!hand_over(lines_.may_wait())) {
        return std::move(builder_.history);
      }
    }
  }

 private:
  bool hand_over(bool now) { return sink_ == nullptr || builder_.hand_over(*sink_, now); }

  Result<void> read_event(const JsonLine& line) {
    History& history = builder_.history;
    if (auto room = room_for_event(history, lines_, limits_); !room) {
      return room;
    }
    if (line.is_text("process") && *line.string("process") == JepsenBuilder::nemesis) {
      return read_note(line);
    }
    const auto who = client(line);
    if (!who) {
      return who.error();
    }
    const auto type = line.string("type");
    if (!type) {
      return type.error();
    }
    if (!JepsenBuilder::is_type(*type)) {
      return line.error("type", "\"type\" is \"invoke\", \"ok\", \"fail\" or \"info\"");
    }
    const auto f = line.string("f");
    if (!f) {
      return f.error();
    }
    const auto key = line.value("key", history);
    if (!key) {
      return key.error();
    }
    const auto value = value_of(line, *type);
    if (!value) {
      return value.error();
    }
    const auto at = time_of(line);
    if (!at) {
      return at.error();
    }
    return builder_.add(
        {.client = *who,
         .type = *type,
         .f = *f,
         .key = *key,
         .value = *value,
         .at = *at,
         .place = lines_.place()},
        [&](Part part, std::string_view what) { return line.error(text(part), what); });
  }

  /// Input or output; of what did not answer, nothing.
  Result<Value> value_of(const JsonLine& line, std::string_view type) {
    if (type != "invoke" && type != "ok") {
      return Value::nil();
    }
    if (type == "ok" && line.has("ok")) {
      const auto& flag = line.object().at("ok");
      if (!flag.is_bool()) {
        return line.error("ok", "\"ok\" is not true or false");
      }
      return Value::symbol(builder_.history.intern(flag.get_bool() ? "true" : "false"));
    }
    return line.value("value", builder_.history);
  }

  Result<Timestamp> time_of(const JsonLine& line) {
    History& history = builder_.history;
    if (history.operations().empty() && line.has("time")) {
      history.set_time_unit(TimeUnit::nanoseconds);
    }
    const auto at = line.natural("time", u64_max, history.events().size());
    if (!at) {
      return at.error();
    }
    return history.time_unit() == TimeUnit::nanoseconds ? Timestamp{*at}
                                                        : Timestamp{history.events().size()};
  }

  /// Whatever it says: a history does not become unreadable by what is told in the margin.
  Result<void> read_note(const JsonLine& line) {
    const auto at = time_of(line);
    builder_.note(JepsenBuilder::nemesis, line.is_text("f") ? *line.string("f") : "",
                  line.any_value("value", builder_.history),
                  at ? *at : Timestamp{builder_.history.events().size()});
    return {};
  }

  Result<ClientId> client(const JsonLine& line) {
    if (line.is_text("process")) {
      return builder_.clients.named(*line.string("process"), builder_.history);
    }
    const auto number = line.integer("process");
    if (!number) {
      return line.has("process")
                 ? line.error("process", "\"process\" is neither a 64-bit integer nor a text")
                 : number.error();
    }
    return builder_.clients.number(*number, builder_.history);
  }

  LineReader& lines_;
  const ReadLimits& limits_;
  EventSink* sink_;
  JepsenBuilder builder_;
};

}  // namespace

Result<History> read_neutral_json(LineReader& lines, const ReadOptions& options) {
  return NeutralReader(lines, options).run();
}

}  // namespace oncelab::history
