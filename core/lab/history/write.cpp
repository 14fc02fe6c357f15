#include <oncelab/core/lab/history/write.hpp>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string_view>

#include <oncelab/core/lab/history/utf8.hpp>

namespace oncelab::history {
namespace {

void write_string(std::string_view text, std::ostream& output) {
  static constexpr char digits[] = "0123456789abcdef";
  output << '"';
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text[0]);
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      output << "\xEF\xBF\xBD";
    } else if (byte == '"' || byte == '\\') {
      output << '\\' << text[0];
    } else if (byte < 32) {
      output << "\\u00" << digits[byte >> 4] << digits[byte & 15];
    } else {
      output << text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  output << '"';
}

void write_value(const History& history, const Value& value, std::ostream& output) {
  switch (value.kind) {
    case ValueKind::nil:
      output << "null";
      return;
    case ValueKind::integer:
      output << value.first;
      return;
    case ValueKind::symbol:
      write_string(history.text(Symbol{value.index}), output);
      return;
    case ValueKind::pair:
      output << '[' << value.first << ',' << value.second << ']';
      return;
    case ValueKind::list:
      break;
  }
  output << '[';
  bool first = true;
  for (const Value& item : history.items(value)) {
    output << (first ? "" : ",");
    write_value(history, item, output);
    first = false;
  }
  output << ']';
}

void write_member(const History& history, std::string_view name, const Value& value,
                  std::ostream& output) {
  if (!value.is_nil()) {
    output << ",\"" << name << "\":";
    write_value(history, value, output);
  }
}

void write_client(const History& history, ClientId client, std::ostream& output) {
  output << ",\"client\":";
  if (const auto name = history.client_name(client)) {
    write_string(*name, output);
  } else {
    output << raw(client);
  }
}

void write_event(const History& history, const Event& event, std::ostream& output) {
  switch (event.kind) {
    case EventKind::call: {
      const Operation& operation = history.operation(event.operation);
      output << "{\"call\":" << raw(event.operation);
      write_client(history, event.client, output);
      output << ",\"f\":";
      write_string(history.text(operation.f), output);
      write_member(history, "key", operation.key, output);
      write_member(history, "input", operation.input, output);
      break;
    }
    case EventKind::returned:
      output << "{\"return\":" << raw(event.operation);
      if (event.outcome != Outcome::ok) {
        output << ",\"outcome\":" << (event.outcome == Outcome::fail ? "\"fail\"" : "\"unknown\"");
      }
      write_member(history, "output", history.operation(event.operation).output, output);
      break;
    case EventKind::effect:
      output << "{\"effect\":";
      write_string(history.text(event.label), output);
      write_client(history, event.client, output);
      write_member(history, "key", event.value, output);
      break;
    case EventKind::crash:
      output << "{\"crash\":" << raw(event.process);
      break;
    case EventKind::restart:
      output << "{\"restart\":" << raw(event.process);
      break;
    case EventKind::note:
      output << "{\"note\":";
      write_string(history.text(event.label), output);
      write_client(history, event.client, output);
      write_member(history, "value", event.value, output);
      break;
    case EventKind::clock_step:
      output << "{\"clock\":" << event.value.first;
      break;
  }
  output << ",\"at\":" << raw(event.at) << "}\n";
}

}  // namespace

void write_json_lines(const History& history, std::ostream& output) {
  // The oldest version that has all of it: who reads only that can read this.
  const bool has_notes =
      std::ranges::find(history.events(), EventKind::note, &Event::kind) != history.events().end();
  output << "{\"oncelab-history\":" << (has_notes ? 2 : 1) << ",\"time\":"
         << (history.time_unit() == TimeUnit::steps ? "\"steps\"" : "\"nanoseconds\"") << "}\n";
  for (const Event& event : history.events()) {
    write_event(history, event, output);
  }
}

std::string to_json_lines(const History& history) {
  std::ostringstream output;
  write_json_lines(history, output);
  return std::move(output).str();
}

}  // namespace oncelab::history
