#include <oncelab/core/lab/cli/progress.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>
#include <utility>

#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::cli {

namespace {

constexpr double bar_after_seconds = 1;
constexpr double bar_every_seconds = 0.5;
constexpr double plain_every_seconds = 10;
constexpr std::size_t columns_max = 79;  // a longer line would wrap and could not be written over
constexpr const char* clear_line = "\r\x1b[K";

}  // namespace

ProgressStyle progress_style(const std::string& given, const Environment& environment) {
  if (given == "auto") {
    return environment.err_is_terminal && !environment.dumb_terminal ? ProgressStyle::bar
                                                                     : ProgressStyle::none;
  }
  return given == "bar"     ? ProgressStyle::bar
         : given == "plain" ? ProgressStyle::plain
                            : ProgressStyle::none;
}

void ProgressFlag::declare(Flags& flags) {
  flags.choice("--progress", given_, {"auto", "bar", "plain", "none"},
               "How far it is, on standard error (default auto: a bar on a terminal)");
}

void ProgressFlag::apply(Session& session) const {
  session.progress = progress_style(given_, session.environment);
}

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Progress::Progress(std::ostream& err, ProgressOptions options)
    : err_(err), options_(std::move(options)), started_(options_.now()) {
  options_.what = history::printable(options_.what);
  next_ =
      started_ + (options_.style == ProgressStyle::bar ? bar_after_seconds : plain_every_seconds);
}

Progress::~Progress() {
  if (shown_) {
    err_ << clear_line << std::flush;
  }
}

void Progress::show(std::uint64_t schedules) {
  if (options_.style == ProgressStyle::none) {
    return;
  }
  const double now = options_.now();
  if (now < next_) {
    return;
  }
  if (options_.style == ProgressStyle::plain) {
    err_ << "oncelab: " << options_.what << ": " << count(schedules, now) << std::endl;
    next_ = now + plain_every_seconds;
    return;
  }
  std::string line = options_.what + bar(schedules) + " " + count(schedules, now);
  line.resize(std::min(line.size(), columns_max));
  err_ << clear_line << line << std::flush;
  shown_ = true;
  next_ = now + bar_every_seconds;
}

bool Progress::go_on(std::uint64_t schedules) {
  show(schedules);
  return !Interrupt::asked();
}

std::string Progress::count(std::uint64_t schedules, double now) const {
  return std::to_string(schedules) +
         (options_.schedules_max ? " of " + std::to_string(*options_.schedules_max)
                                 : std::string()) +
         " schedules, " + std::to_string(std::llround(now - started_)) + " s";
}

std::string Progress::bar(std::uint64_t schedules) const {
  if (!options_.schedules_max) {
    return ":";
  }
  constexpr std::size_t width = 20;
  const double share = static_cast<double>(schedules) /
                       static_cast<double>(std::max<std::uint64_t>(*options_.schedules_max, 1));
  const auto done = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width);
  std::string text(done, '=');
  text += done < width ? ">" : "";
  return " [" + text + std::string(width - text.size(), ' ') + "]";
}

}  // namespace oncelab::cli
