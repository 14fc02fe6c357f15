// What the benches of the checker share: a command line that names a model and files, CPU time.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::bench {

/// [--repeat N] [--every-partition] MODEL[,OPTION=VALUE...] FILE...
struct AskedFiles {
  unsigned long repeat = 20;
  bool every_partition = false;
  std::string model;
  models::Options options;
  std::span<char*> files;
};
[[nodiscard]] Result<AskedFiles> asked_files(int argc, char** argv);

struct LoadedFile {
  history::History history;
  std::unique_ptr<check::Checker> checker;
};
[[nodiscard]] Result<LoadedFile> load(const AskedFiles& asked, const char* file);

/// Says what is wrong on standard error; the exit code.
int fail(std::string_view program, const Error& error);

/// Of the process, all threads together.
[[nodiscard]] double cpu_microseconds();

/// The least of so many times of CPU.
[[nodiscard]] double least_microseconds(unsigned long repeat, const auto& work) {
  double least = std::numeric_limits<double>::max();
  for (unsigned long i = 0; i < repeat; ++i) {
    const double start = cpu_microseconds();
    work();
    least = std::min(least, cpu_microseconds() - start);
  }
  return least;
}

}  // namespace oncelab::bench
