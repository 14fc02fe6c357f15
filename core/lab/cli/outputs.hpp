// Files that a verb reads and writes: none of them may replace another one, and what cannot be
// written is said before a long run and not after it. Internal to core/lab/cli.
#pragma once

#include <string>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::cli {

struct NamedFile {
  std::string name;             // "--json", "the input"
  std::string path;             // empty: there is none
  bool must_be_written = true;  // else it is a note, at the end, if it was not
};

/// An error (usage) if an output would go to the file of another output or of an input, however
/// the paths are spelt; an error (bad_input) if it can be seen that it cannot be written. Devices
/// and pipes may be named several times; "-" is not a file.
[[nodiscard]] Result<void> check_outputs(const std::vector<NamedFile>& outputs,
                                         const std::vector<std::string>& inputs);

}  // namespace oncelab::cli
