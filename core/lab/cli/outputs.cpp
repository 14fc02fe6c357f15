#include <oncelab/core/lab/cli/outputs.hpp>

#include <filesystem>
#include <optional>
#include <system_error>

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

Result<void> distinct_files(const std::vector<NamedFile>& outputs,
                            const std::vector<std::string>& inputs) {
  std::vector<NamedFile> all;
  for (const std::string& input : inputs) {
    all.push_back({"the input", input});
  }
  const std::size_t read_only = all.size();
  all.insert(all.end(), outputs.begin(), outputs.end());
  for (std::size_t i = read_only; i < all.size(); ++i) {
    const auto mine = spelling(all[i].path);
    for (std::size_t j = 0; mine && j < i; ++j) {
      if (mine == spelling(all[j].path)) {
        return make_error(ErrorKind::usage, all[i].name + " would replace " + all[j].name + ": " +
                                                report::shown(all[i].path) +
                                                "; give it a file of its own");
      }
    }
  }
  return {};
}

}  // namespace oncelab::cli
