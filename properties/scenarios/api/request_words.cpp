#include <oncelab/properties/scenarios/api/request_words.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace oncelab::properties {

namespace {

constexpr std::size_t text_bytes_max = 128;

constexpr auto modes = std::to_array<std::pair<std::string_view, HandlerMode>>(
    {{"handler fails", HandlerMode::fails},
     {"handler throws", HandlerMode::throws},
     {"handler is slow", HandlerMode::is_slow},
     {"holder dies", HandlerMode::dies}});

bool is_word(std::string_view text) {
  return !text.empty() && text.size() <= text_bytes_max &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~' && c != ','; });
}

}  // namespace

std::optional<RequestWords> request_words(std::string_view input) {
  const auto comma = input.find(", ");
  RequestWords words{std::string(input.substr(0, comma)), HandlerMode::succeeds};
  if (!is_word(words.body)) {
    return std::nullopt;
  }
  if (comma != std::string_view::npos) {
    const auto* const mode =
        std::ranges::find(modes, input.substr(comma + 2), &decltype(modes)::value_type::first);
    if (mode == modes.end()) {
      return std::nullopt;
    }
    words.mode = mode->second;
  }
  return words;
}

std::string input_text(const RequestWords& words) {
  const auto* const mode =
      std::ranges::find(modes, words.mode, &decltype(modes)::value_type::second);
  return words.body + (mode == modes.end() ? "" : ", " + std::string(mode->first));
}

std::string request_misfit(const scenario::Operation& operation, bool key_is_needed) {
  if (operation.f == wait_operation) {
    return operation.key.empty() && operation.input.empty() ? "" : "wait has neither key nor input";
  }
  if (operation.f != request_operation) {
    return "unknown operation (known: request, wait)";
  }
  if (operation.key.empty() ? key_is_needed : !is_word(operation.key)) {
    return "a key has 1 to 128 printable characters, no space and no comma";
  }
  const auto words = request_words(operation.input);
  if (!words) {
    return "the input of a request is a body of 1 to 128 printable characters, no space and no "
           "comma, and then, perhaps, one of ', handler fails', ', handler throws', ', handler is "
           "slow', ', holder dies'";
  }
  if (words->mode == HandlerMode::dies && !key_is_needed) {
    return "a holder dies in programs for claim stores only";
  }
  return {};
}

}  // namespace oncelab::properties
