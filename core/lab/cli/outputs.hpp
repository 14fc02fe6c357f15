// Files that a verb reads and writes: none of them may replace another one. Internal to
// core/lab/cli.
#pragma once

#include <string>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::cli {

struct NamedFile {
  std::string name;  // "--json", "the input"
  std::string path;
};

/// An error (usage) if an output would go to the file of another output or of an input, however
/// the paths are spelt. Devices and pipes may be named several times; "-" is not a file.
[[nodiscard]] Result<void> distinct_files(const std::vector<NamedFile>& outputs,
                                          const std::vector<std::string>& inputs);

}  // namespace oncelab::cli
