#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/world_program.hpp>

namespace oncelab::worlds {

namespace {

struct Name {
  std::string_view name;
  unsigned arguments = 1;
};

// In the order of Do.
constexpr auto names = std::to_array<Name>(
    {{"read"},          {"write", 2}, {"inc"},          {"try_read"},   {"try_write", 2},
     {"receive"},       {"settle"},   {"fault", 2},     {"clock"},      {"sleep"},
     {"lock"},          {"unlock"},   {"lock_for", 2},  {"share"},      {"unshare"},
     {"own"},           {"disown"},   {"share_for", 2}, {"own_for", 2}, {"add"},
     {"add_elsewhere"}, {"load"},     {"wait_for", 2},  {"notify"},     {"twin"}});
static_assert(static_cast<std::size_t>(Do::twin) + 1 == names.size());
constexpr std::array<std::string_view, 4> call_names = {"none", "each", "apart", "whole"};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  while (text.ends_with(' ')) {
    text.remove_suffix(1);
  }
  return text;
}

// Takes what comes before the separator, and the separator, off the text.
std::string_view take_until(std::string_view& text, char separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), taken.size() + 1));
  return trimmed(taken);
}

unsigned number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  ONCELAB_ASSERT(error == std::errc() && end == text.data() + text.size());
  return value;
}

Code code_of(std::string_view text) {
  Code code;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::string_view word = take_until(text, '(');
    const auto name = std::ranges::find(names, word, &Name::name);
    ONCELAB_ASSERT(name != names.end());
    std::string_view arguments = take_until(text, ')');
    Instruction i{static_cast<Do>(name - names.begin())};
    i.object = number(take_until(arguments, ','));
    i.value = arguments.empty() ? 0 : static_cast<int>(number(arguments));
    code.push_back(i);
  }
  return code;
}

std::string text_of(const Code& code) {
  std::string text;
  for (const Instruction& i : code) {
    const Name& name = names[static_cast<std::size_t>(i.what)];
    text += (text.empty() ? "" : " ") + std::string(name.name) + "(" + std::to_string(i.object) +
            (name.arguments == 2 ? "," + std::to_string(i.value) : "") + ")";
  }
  return text;
}

}  // namespace

Program program_of(std::string_view text) {
  Program program;
  std::string_view clients = take_until(text, ';');
  while (!clients.empty()) {
    std::string_view client = take_until(clients, '|');
    const unsigned process = number(take_until(client, ':'));
    program.clients.push_back({process, code_of(client)});
  }
  program.recovery = code_of(take_until(text, ';'));
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::string_view what = take_until(text, ' ');
    if (what == "static") {
      program.static_memory = true;
    } else if (what == "answers") {
      program.answer_counts = true;
    } else if (const std::string_view value = take_until(text, ' '); what == "calls") {
      const auto* const found = std::ranges::find(call_names, value);
      ONCELAB_ASSERT(found != call_names.end());
      program.calls = static_cast<Calls>(found - call_names.begin());
    } else {
      const std::pair<std::string_view, std::uint32_t*> numbers[] = {
          {"crashes", &program.crashes},
          {"clock", &program.clock_steps},
          {"faults", &program.faults},
          {"amounts", &program.amounts},
          {"aftermaths", &program.aftermaths}};
      const auto* const found = std::ranges::find(numbers, what, [](auto& n) { return n.first; });
      ONCELAB_ASSERT(found != std::end(numbers));
      *found->second = number(value);
    }
  }
  return program;
}

std::string text_of(const Program& program) {
  std::string text;
  for (const Client& client : program.clients) {
    text +=
        (text.empty() ? "" : " | ") + std::to_string(client.process) + ": " + text_of(client.code);
  }
  text += " ; " + text_of(program.recovery) + " ; crashes " + std::to_string(program.crashes) +
          " clock " + std::to_string(program.clock_steps) + " faults " +
          std::to_string(program.faults) + " calls " +
          std::string(call_names[static_cast<std::size_t>(program.calls)]);
  if (program.amounts != 1) {
    text += " amounts " + std::to_string(program.amounts);
  }
  if (program.aftermaths != 1) {
    text += " aftermaths " + std::to_string(program.aftermaths);
  }
  return text + (program.static_memory ? " static" : "") +
         (program.answer_counts ? " answers" : "");
}

}  // namespace oncelab::worlds
