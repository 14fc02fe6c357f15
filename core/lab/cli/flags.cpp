#include <oncelab/core/lab/cli/flags.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::cli {

namespace {

std::string range_text(Range range) {
  if (range.max == std::numeric_limits<std::uint64_t>::max()) {
    return "a whole number from " + std::to_string(range.min) + " on";
  }
  return "a whole number from " + std::to_string(range.min) + " to " + std::to_string(range.max);
}

[[noreturn]] void refuse(const std::string& name, const std::string& accepted,
                         const std::string& given) {
  throw UsageError(name + " takes " + accepted + ", not '" + history::printable(given) + "'");
}

std::uint64_t checked_number(const std::string& name, const std::string& given, Range range) {
  const auto number = whole_number(given, range);
  if (!number) {
    refuse(name, range_text(range), given);
  }
  return *number;
}

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view text, Range range) {
  std::uint64_t number = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (text.empty() || error != std::errc() || stop != end || number < range.min ||
      number > range.max) {
    return std::nullopt;
  }
  return number;
}

void Flags::option(const std::string& name, const std::string& what, const std::string& help,
                   const std::function<void(const std::string&)>& take) {
  const auto take_once = [name, take](const std::vector<std::string>& given) {
    if (given.size() > 1) {
      throw UsageError(name + " is given " + std::to_string(given.size()) + " times; give it once");
    }
    take(given.front());
    return true;
  };
  app_.add_option(name, take_once, help)
      ->type_name(what)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void Flags::number(const std::string& name, std::uint32_t& target, Range range,
                   const std::string& help) {
  option(name, "N", help, [&target, name, range](const std::string& given) {
    target = static_cast<std::uint32_t>(checked_number(name, given, range));
  });
}

void Flags::number(const std::string& name, std::uint64_t& target, Range range,
                   const std::string& help) {
  option(name, "N", help, [&target, name, range](const std::string& given) {
    target = checked_number(name, given, range);
  });
}

void Flags::number(const std::string& name, std::optional<std::uint64_t>& target, Range range,
                   const std::string& help) {
  option(name, "N", help, [&target, name, range](const std::string& given) {
    target = checked_number(name, given, range);
  });
}

void Flags::seconds(const std::string& name, std::optional<double>& target,
                    const std::string& help) {
  option(name, "SECONDS", help, [&target, name](const std::string& given) {
    double value = 0;
    const char* const end = given.data() + given.size();
    const auto [stop, error] = std::from_chars(given.data(), end, value);
    constexpr double most = 1e9;
    if (error != std::errc() || stop != end || !std::isfinite(value) || value <= 0 ||
        value > most) {
      refuse(name, "a number of seconds above 0", given);
    }
    target = value;
  });
}

void Flags::choice(const std::string& name, std::string& target, std::vector<std::string> accepted,
                   const std::string& help) {
  std::string words;
  for (const std::string& word : accepted) {
    words += (words.empty() ? "" : "|") + word;
  }
  option(name, words, help,
         [&target, name, words, all = std::move(accepted)](const std::string& given) {
           if (std::ranges::find(all, given) == all.end()) {
             refuse(name, words, given);
           }
           target = given;
         });
}

void Flags::text(const std::string& name, std::optional<std::string>& target,
                 const std::string& what, const std::string& help) {
  option(name, what, help, [&target, name, what](const std::string& given) {
    if (given.empty()) {
      throw UsageError(name + " takes a " + what + ", not an empty text");
    }
    target = given;
  });
}

void Flags::file(const std::string& name, std::optional<std::string>& target,
                 const std::string& help) {
  option(name, "FILE", help, [&target, name](const std::string& given) {
    if (given.empty() || given == "-") {
      refuse(name, "the name of a file", given);
    }
    target = given;
  });
}

void Flags::set(const std::string& name, bool& target, const std::string& help) {
  app_.add_flag(name, target, help)->disable_flag_override();
}

void Flags::positional(const std::string& name, std::optional<std::string>& target,
                       const std::string& help) {
  app_.add_option_function<std::string>(
          name, [&target](const std::string& given) { target = given; }, help)
      ->type_name("");
}

void Flags::positionals(const std::string& name, std::vector<std::string>& target,
                        const std::string& help) {
  app_.add_option(name, target, help)->type_name("");
}

}  // namespace oncelab::cli
