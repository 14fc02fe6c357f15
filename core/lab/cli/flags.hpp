// Flags: declares what a verb takes on the command line. A thin layer over CLI11, so that every
// flag of every verb is checked and complained about in the same way:
//   "--clients takes a whole number from 1 to 16, not '17'".
//
// Targets must outlive the parsing. Values are checked while parsing; an error there is a
// UsageError, which carries the one line to print. Threads: one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace oncelab::cli {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Range {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
};

class Flags {
 public:
  explicit Flags(CLI::App& app) : app_(app) {}

  void number(const std::string& name, std::uint32_t& target, Range range, const std::string& help);
  void number(const std::string& name, std::uint64_t& target, Range range, const std::string& help);
  void number(const std::string& name, std::optional<std::uint64_t>& target, Range range,
              const std::string& help);
  void seconds(const std::string& name, std::optional<double>& target, const std::string& help);
  void choice(const std::string& name, std::string& target, std::vector<std::string> accepted,
              const std::string& help);
  void text(const std::string& name, std::optional<std::string>& target, const std::string& what,
            const std::string& help);
  /// A file of its own: "-" would be one named so.
  void file(const std::string& name, std::optional<std::string>& target, const std::string& help);
  void set(const std::string& name, bool& target, const std::string& help);
  void positional(const std::string& name, std::optional<std::string>& target,
                  const std::string& help);
  void positionals(const std::string& name, std::vector<std::string>& target,
                   const std::string& help);

 private:
  void option(const std::string& name, const std::string& what, const std::string& help,
              const std::function<void(const std::string&)>& take);

  CLI::App& app_;
};

/// The whole text as a number within the range; nothing otherwise.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view text, Range range);

}  // namespace oncelab::cli
