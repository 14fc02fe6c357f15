// Progress: how far a verb is, on standard error, while it explores. Internal to core/lab/cli.
//
//   bar    one line that is written over, from the second second on; gone when it ends:
//          inbox atomic [=========>          ] 460 of 1000 schedules, 3 s
//   plain  a line every ten seconds, for logs: "oncelab: inbox atomic: 460 of 1000 schedules, 30 s"
//
// Promises: nothing is ever written to standard output; what was explored does not depend on it.
// Threads: one. Cost: a look at the clock each time.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include <oncelab/core/lab/cli/environment.hpp>

namespace oncelab::cli {

class Flags;
struct Session;

enum class ProgressStyle : std::uint8_t { none, plain, bar };

/// What --progress means here: auto is a bar if standard error is a terminal that can show one.
[[nodiscard]] ProgressStyle progress_style(const std::string& given,
                                           const Environment& environment);

/// --progress, of every verb that explores.
class ProgressFlag {
 public:
  void declare(Flags& flags);
  void apply(Session& session) const;

 private:
  std::string given_ = "auto";
};

/// Monotonic seconds.
[[nodiscard]] double now_seconds();

struct ProgressOptions {
  ProgressStyle style = ProgressStyle::none;
  std::string what;  // "inbox atomic"; foreign text may be in it
  std::optional<std::uint64_t> schedules_max;
  std::function<double()> now = now_seconds;
};

class Progress {
 public:
  Progress(std::ostream& err, ProgressOptions options);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
  void show(std::uint64_t schedules);
  /// show(), and: false once the user has interrupted.
  [[nodiscard]] bool go_on(std::uint64_t schedules);

 private:
  [[nodiscard]] std::string count(std::uint64_t schedules, double now) const;
  [[nodiscard]] std::string bar(std::uint64_t schedules) const;

  std::ostream& err_;
  ProgressOptions options_;
  bool shown_ = false;
  double started_, next_;
};

}  // namespace oncelab::cli
