#include <oncelab/core/lab/schedule/program_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::small {

namespace {

// In the order of Do.
constexpr std::array<std::string_view, 29> names = {
    "load",       "store",        "add",        "exchange",    "cas",        "lock",
    "unlock",     "try_lock",     "read_lock",  "read_unlock", "write_lock", "write_unlock",
    "try_read",   "try_write",    "wait_until", "wait_once",   "wait_held",  "wait_for",
    "sleep",      "notify_one",   "notify_all", "call_once",   "spawn",      "join",
    "futex_wait", "futex_notify", "sys_wait",   "sys_wake",    "cas_weak"};
static_assert(static_cast<std::size_t>(Do::cas_weak) + 1 == names.size());

// Takes what comes before the separator, and the separator, off the text.
std::string_view take_until(std::string_view& text, char separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), taken.size() + 1));
  return taken;
}

int number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  ONCELAB_ASSERT(error == std::errc() && end == text.data() + text.size());
  return value;
}

Instruction instruction_of(std::string_view text) {
  const auto name = std::ranges::find(names, take_until(text, '('));
  ONCELAB_ASSERT(name != names.end() && text.ends_with(')'));
  text.remove_suffix(1);
  Instruction i{static_cast<Do>(name - names.begin())};
  if (i.what == Do::spawn || i.what == Do::join) {
    i.value = number(text);
    return i;
  }
  i.object = static_cast<unsigned>(number(take_until(text, ',')));
  if (i.what == Do::cas || i.what == Do::cas_weak) {
    i.expected = number(take_until(text, ','));
  }
  i.value = text.empty() ? 0 : number(text);
  return i;
}

std::string text_of(const Instruction& i) {
  std::string text(names[static_cast<std::size_t>(i.what)]);
  if (i.what == Do::spawn || i.what == Do::join) {
    return text + "(" + std::to_string(i.value) + ")";
  }
  text += "(" + std::to_string(i.object);
  if (i.what == Do::cas || i.what == Do::cas_weak) {
    text += "," + std::to_string(i.expected);
  }
  return text + "," + std::to_string(i.value) + ")";
}

}  // namespace

std::string text_of(const Program& program) {
  std::string text;
  for (const Thread& thread : program.threads) {
    text += text.empty() ? "" : " | ";
    std::string line;
    for (const Instruction& i : thread) {
      line += (line.empty() ? "" : " ") + text_of(i);
    }
    text += line;
  }
  return text;
}

Program program_of(const char* name, std::string_view text, unsigned clients) {
  Program program{name, {}, clients};
  while (!text.empty()) {
    std::string_view line = take_until(text, '|');
    Thread& thread = program.threads.emplace_back();
    while (!line.empty()) {
      if (const std::string_view word = take_until(line, ' '); !word.empty()) {
        thread.push_back(instruction_of(word));
      }
    }
  }
  return program;
}

}  // namespace oncelab::small
