#include <oncelab/core/lab/history/write.hpp>

#include <ostream>
#include <sstream>
#include <string_view>

namespace oncelab::history {
namespace {

/// Length of the UTF-8 sequence at the front of `text`; 0 if it is not one.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80                    ? 1
                             : lead >= 0xC2 && lead <= 0xDF ? 2
                             : (lead & 0xF0) == 0xE0        ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) {
      return 0;
    }
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) > 0x9F;
  const bool beyond = lead == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || beyond ? 0 : length;
}

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
    case EventKind::clock_step:
      output << "{\"clock\":" << event.value.first;
      break;
  }
  output << ",\"at\":" << raw(event.at) << "}\n";
}

}  // namespace

void write_json_lines(const History& history, std::ostream& output) {
  output << "{\"oncelab-history\":1,\"time\":"
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
