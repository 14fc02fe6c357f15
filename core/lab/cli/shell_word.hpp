// Words of a command that can be pasted into a shell, whatever they hold. Printable ASCII only.
// Internal to core/lab/cli.
#pragma once

#include <string>

namespace oncelab::cli {

/// The text as one word: as it is if a shell leaves it alone, quoted otherwise.
[[nodiscard]] std::string shell_word(const std::string& text);

/// The start of printed commands: ONCELAB_COMMAND (`given`, may be null) may be several words, and
/// stays as it is unless it holds control characters; the program's own name is one word.
[[nodiscard]] std::string shell_command(const char* given, const char* program);

}  // namespace oncelab::cli
