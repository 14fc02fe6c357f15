// The lab's own format, FORMAT.md part 1.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <map>

#include <oncelab/core/lab/history/client_table.hpp>
#include <oncelab/core/lab/history/json_line.hpp>
#include <oncelab/core/lab/history/readers.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {
namespace {

constexpr std::uint64_t format_version_max = 2;
constexpr std::uint64_t version_of_notes = 2;
constexpr std::uint64_t u32_max = std::numeric_limits<std::uint32_t>::max();

class LabReader {
 public:
  LabReader(LineReader& lines, const ReadLimits& limits) : lines_(lines), limits_(limits) {}

  Result<History> run() {
    bool header = true;
    for (;;) {
      const auto line = lines_.next();
      if (!line) {
        return line.error();
      }
      if (!*line) {
        return std::move(history_);
      }
      if (is_blank(**line)) {
        return lines_.error(lines_.place(**line), "a blank line; each line is one JSON object");
      }
      const auto object = JsonLine::parse(**line, lines_, limits_.depth_max);
      if (!object) {
        return object.error();
      }
      const auto done = header ? read_header(*object) : read_event(*object);
      if (!done) {
        return done.error();
      }
      header = false;
    }
  }

 private:
  static Result<void> only(const JsonLine& line, std::initializer_list<std::string_view> known) {
    for (const auto& member : line.object()) {
      const std::string_view name(member.key().data(), member.key().size());
      if (!name.starts_with("x-") && std::ranges::find(known, name) == known.end()) {
        return line.error_at_name(name,
                                  "the member \"" + printable(name) +
                                      "\" is not known here; names of your own begin with x-");
      }
    }
    return {};
  }

  Result<void> read_header(const JsonLine& line) {
    const auto version = line.natural("oncelab-history", u32_max);
    if (!version) {
      return version.error();
    }
    if (*version == 0 || *version > format_version_max) {
      return line.error("oncelab-history", "version " + std::to_string(*version) +
                                               " of the format; this program reads 1 and 2");
    }
    version_ = *version;
    if (line.has("time")) {
      const auto unit = line.string("time");
      if (!unit) {
        return unit.error();
      }
      if (*unit != "steps" && *unit != "nanoseconds") {
        return line.error("time", "\"time\" is \"steps\" or \"nanoseconds\"");
      }
      history_.set_time_unit(*unit == "steps" ? TimeUnit::steps : TimeUnit::nanoseconds);
    }
    return only(line, {"oncelab-history", "time"});
  }

  Result<void> read_event(const JsonLine& line) {
    if (auto room = room_for_event(history_, lines_, limits_); !room) {
      return room;
    }
    const auto at = line.natural("at", std::numeric_limits<std::uint64_t>::max(), 0);
    if (!at) {
      return at.error();
    }
    at_ = Timestamp{*at};
    using Reader = Result<void> (LabReader::*)(const JsonLine&);
    static constexpr std::array<std::pair<std::string_view, Reader>, 7> readers{{
        {"call", &LabReader::read_call},
        {"return", &LabReader::read_return},
        {"effect", &LabReader::read_effect},
        {"crash", &LabReader::read_crash},
        {"restart", &LabReader::read_restart},
        {"clock", &LabReader::read_clock},
        {"note", &LabReader::read_note},
    }};
    Reader chosen = nullptr;
    for (const auto& [name, reader] : readers) {
      if (line.has(name)) {
        if (chosen != nullptr) {
          return line.error_at_name(
              name, "one line is one event: call, return, effect, crash, restart, clock or note");
        }
        chosen = reader;
      }
    }
    if (chosen == nullptr) {
      return line.error("not an event: call, return, effect, crash, restart, clock and note are");
    }
    return (this->*chosen)(line);
  }

  Result<ClientId> client(const JsonLine& line) {
    if (line.is_text("client")) {
      return clients_.named(*line.string("client"), history_);
    }
    const auto number = line.natural("client", ClientTable::first_named - 1);
    if (!number) {
      return number.error();
    }
    return clients_.number(static_cast<std::int64_t>(*number), history_);
  }

  Result<void> read_call(const JsonLine& line) {
    const auto number = line.natural("call", u32_max);
    if (!number) {
      return number.error();
    }
    const auto who = client(line);
    if (!who) {
      return who.error();
    }
    const auto f = line.string("f");
    if (!f) {
      return f.error();
    }
    const auto key = line.value("key", history_);
    if (!key) {
      return key.error();
    }
    const auto input = line.value("input", history_);
    if (!input) {
      return input.error();
    }
    if (*number != history_.operations().size()) {
      return line.error("call", "calls are numbered from 0 without gaps; this one is " +
                                    std::to_string(history_.operations().size()));
    }
    if (const auto open = open_.find(*who); open != open_.end()) {
      return line.error("client", to_text(history_, *who) + " calls again, but its call " +
                                      std::to_string(raw(open->second)) + " has not returned");
    }
    const OperationIndex operation = history_.call(*who, history_.intern(*f), *key, *input, at_);
    history_.set_place(operation, lines_.place());
    open_[*who] = operation;
    return only(line, {"call", "client", "f", "key", "input", "at"});
  }

  Result<void> read_return(const JsonLine& line) {
    const auto number = line.natural("return", u32_max);
    if (!number) {
      return number.error();
    }
    if (*number >= history_.operations().size()) {
      return line.error(
          "return", "a return of call " + std::to_string(*number) + ", which has not been made");
    }
    const OperationIndex operation{static_cast<std::uint32_t>(*number)};
    if (history_.operation(operation).returned()) {
      return line.error("return", "call " + std::to_string(*number) + " returns a second time");
    }
    const auto outcome = read_outcome(line);
    if (!outcome) {
      return outcome.error();
    }
    const auto output = line.value("output", history_);
    if (!output) {
      return output.error();
    }
    if (*outcome != Outcome::ok && !output->is_nil()) {
      return line.error("output", "only the outcome ok has an output");
    }
    history_.returned(operation, *outcome, *output, at_);
    if (const auto open = open_.find(history_.operation(operation).client);
        open != open_.end() && open->second == operation) {
      open_.erase(open);
    }
    return only(line, {"return", "outcome", "output", "at"});
  }

  static Result<Outcome> read_outcome(const JsonLine& line) {
    if (!line.has("outcome")) {
      return Outcome::ok;
    }
    const auto text = line.string("outcome");
    if (!text) {
      return text.error();
    }
    if (*text == "ok") {
      return Outcome::ok;
    }
    if (*text == "fail" || *text == "unknown") {
      return *text == "fail" ? Outcome::fail : Outcome::unknown;
    }
    return line.error("outcome", "\"outcome\" is \"ok\", \"fail\" or \"unknown\"");
  }

  Result<void> read_effect(const JsonLine& line) {
    const auto label = line.string("effect");
    if (!label) {
      return label.error();
    }
    const auto who = client(line);
    if (!who) {
      return who.error();
    }
    const auto key = line.value("key", history_);
    if (!key) {
      return key.error();
    }
    history_.effect(*who, history_.intern(*label), *key, at_);
    return only(line, {"effect", "client", "key", "at"});
  }

  Result<void> read_crash(const JsonLine& line) {
    const auto process = line.natural("crash", u32_max);
    if (!process) {
      return process.error();
    }
    history_.crash(ProcessId{static_cast<std::uint32_t>(*process)}, at_);
    open_.clear();  // whose clients these were is not recorded: any of them may call again
    return only(line, {"crash", "at"});
  }

  Result<void> read_restart(const JsonLine& line) {
    const auto process = line.natural("restart", u32_max);
    if (!process) {
      return process.error();
    }
    history_.restart(ProcessId{static_cast<std::uint32_t>(*process)}, at_);
    return only(line, {"restart", "at"});
  }

  Result<void> read_clock(const JsonLine& line) {
    const auto nanoseconds = line.integer("clock");
    if (!nanoseconds) {
      return nanoseconds.error();
    }
    history_.clock_step(*nanoseconds, at_);
    return only(line, {"clock", "at"});
  }

  Result<void> read_note(const JsonLine& line) {
    if (version_ < version_of_notes) {
      return line.error_at_name("note", "version 1 of the format has no notes");
    }
    const auto label = line.string("note");
    if (!label) {
      return label.error();
    }
    const auto who = client(line);
    if (!who) {
      return who.error();
    }
    const auto value = line.value("value", history_);
    if (!value) {
      return value.error();
    }
    history_.note(*who, history_.intern(*label), *value, at_);
    return only(line, {"note", "client", "value", "at"});
  }

  LineReader& lines_;
  const ReadLimits& limits_;
  std::uint64_t version_ = 1;
  History history_;
  ClientTable clients_;
  std::map<ClientId, OperationIndex> open_;
  Timestamp at_{};
};

}  // namespace

Result<History> read_lab_json(LineReader& lines, const ReadLimits& limits) {
  return LabReader(lines, limits).run();
}

}  // namespace oncelab::history
