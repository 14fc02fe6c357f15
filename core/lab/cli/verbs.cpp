#include <algorithm>
#include <array>
#include <ostream>

#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {

std::vector<std::unique_ptr<Verb>> all_verbs() {
  std::vector<std::unique_ptr<Verb>> verbs;
  for (const auto make : {check_verb, explore_verb, replay_verb, minimize_verb, verify_verb,
                          merge_verb, list_verb, doctor_verb, schema_verb}) {
    verbs.push_back(make());
  }
  return verbs;
}

void Session::note(std::string_view line) {
  streams.err << "oncelab: " << without_controls(line) << '\n';
}

std::string without_controls(std::string_view line) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~') {
      text += c;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      text += ' ';
    } else {
      text += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return text;
}

ExitCode Session::fail(const Error& error) {
  note(error.text);
  return exit_code_of(error.kind);
}

ExitCode exit_code_of(check::Verdict verdict) {
  switch (verdict) {
    case check::Verdict::held:
      return ExitCode::as_expected;
    case check::Verdict::violated:
      return ExitCode::unexpected;
    case check::Verdict::inconclusive:
      break;
  }
  return ExitCode::inconclusive;
}

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::unknown_name:
    case ErrorKind::bad_input:
      return ExitCode::usage;
    case ErrorKind::does_not_fit:
      return ExitCode::does_not_fit;
    case ErrorKind::out_of_time:
      return ExitCode::inconclusive;
    case ErrorKind::unavailable:
      return ExitCode::unavailable;
    case ErrorKind::internal:
      break;
  }
  return ExitCode::internal;
}

ExitCode graver(ExitCode a, ExitCode b) {
  constexpr auto mildest_first = std::to_array<ExitCode>(
      {ExitCode::as_expected, ExitCode::nothing_ran, ExitCode::inconclusive, ExitCode::does_not_fit,
       ExitCode::unavailable, ExitCode::usage, ExitCode::unexpected, ExitCode::internal});
  const auto* const at_a = std::ranges::find(mildest_first, a);
  const auto* const at_b = std::ranges::find(mildest_first, b);
  return *std::max(at_a, at_b);
}

}  // namespace oncelab::cli
