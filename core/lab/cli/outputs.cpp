#include <oncelab/core/lab/cli/outputs.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;

namespace {

/// One spelling for each file; nothing for what is not a file that is replaced.
std::optional<fs::path> spelling(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (path.empty() || path == "-" || (fs::exists(status) && !fs::is_regular_file(status))) {
    return std::nullopt;
  }
  fs::path real = fs::weakly_canonical(fs::absolute(report::behind_links(path), error), error);
  return error ? std::nullopt : std::optional(std::move(real));
}

}  // namespace

Result<void> check_outputs(const std::vector<NamedFile>& outputs,
                           const std::vector<std::string>& inputs) {
  std::vector<std::pair<std::string, fs::path>> taken;  // whose, and the file
  for (const std::string& input : inputs) {
    if (auto file = spelling(input)) {
      taken.emplace_back("the input", std::move(*file));
    }
  }
  for (const NamedFile& output : outputs) {
    auto file = spelling(output.path);
    if (!file) {
      continue;
    }
    const auto other = std::ranges::find(taken, *file, &std::pair<std::string, fs::path>::second);
    if (other != taken.end()) {
      return make_error(ErrorKind::usage, output.name + " would replace " + other->first + ": " +
                                              report::shown(output.path) +
                                              "; give it a file of its own");
    }
    taken.emplace_back(output.name, std::move(*file));
  }
  for (const NamedFile& output : outputs) {
    if (output.path.empty() || output.path == "-" || !output.must_be_written) {
      continue;
    }
    if (const auto may = report::may_write(output.path); !may) {
      return make_error(may.error().kind, output.name + ": " + may.error().text);
    }
  }
  return {};
}

}  // namespace oncelab::cli
