#include <oncelab/core/lab/cli/going_on.hpp>

#include <filesystem>
#include <utility>

#include <oncelab/core/lab/cli/progress.hpp>
#include <oncelab/core/lab/report/write_file.hpp>
#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::cli {

namespace {
constexpr double seconds_between = 10;
}  // namespace

Result<GoingOn> GoingOn::open(const std::string& file, const std::string& identity,
                              schedule::Strategy& strategy) {
  GoingOn going(file, identity, strategy);
  going.written_ = now_seconds();
  std::error_code none;
  const auto status = std::filesystem::symlink_status(file, none);
  if (status.type() == std::filesystem::file_type::not_found) {
    // An exploration of hours must not end with a file that cannot be written.
    if (auto written = going.write({}); !written) {
      return make_error(written.error().kind, "--checkpoint: " + written.error().text);
    }
    return going;
  }
  if (status.type() != std::filesystem::file_type::regular) {  // it would be removed at the end
    return make_error(ErrorKind::bad_input, "--checkpoint: " + report::shown(file) +
                                                ": is no regular file; name one, or none yet");
  }
  const auto text = report::read_file(file, cases::checkpoint_bytes_max);
  if (!text) {
    return make_error(text.error().kind, "--checkpoint: " + text.error().text);
  }
  auto checkpoint =
      cases::parse_checkpoint(*text, identity, "--checkpoint: " + report::shown(file));
  if (!checkpoint) {
    return checkpoint.error();
  }
  schedule::Archive archive(std::move(checkpoint->state));
  strategy.exchange(archive);
  if (!archive.good()) {
    return make_error(ErrorKind::bad_input,
                      "--checkpoint: " + report::shown(file) + ": holds no state to go on from");
  }
  going.before_ = std::move(checkpoint->so_far);
  return going;
}

Result<void> GoingOn::write(const schedule::ExploreResult& so_far) {
  schedule::Archive archive;
  strategy_->exchange(archive);
  written_ = now_seconds();
  return report::write_file(file_, cases::to_text({so_far, archive.numbers()}, identity_));
}

void GoingOn::keep(const schedule::ExploreResult& so_far) {
  if (now_seconds() - written_ >= seconds_between) {
    (void)write(so_far);  // close() tells
  }
}

Result<void> GoingOn::close(const schedule::ExploreResult& result) {
  using schedule::StopReason;
  const bool can_go_on = result.stop == StopReason::schedules ||
                         result.stop == StopReason::seconds ||
                         result.stop == StopReason::interrupted;
  if (can_go_on && !result.found) {
    return write(result);
  }
  std::error_code error;
  std::filesystem::remove(file_, error);
  if (error) {
    return make_error(ErrorKind::bad_input,
                      "cannot remove " + report::shown(file_) + ": " + error.message());
  }
  return {};
}

}  // namespace oncelab::cli
