// write_file: a file that is either the old one or the whole new one, never half of it.
//
// The text goes to a temporary file in the same folder, is flushed to the disk, and is renamed; an
// existing file's permissions are kept. A symbolic link stays one: its target is written, and made
// if there is none. A device, a pipe or a descriptor of a process (/dev/stdout) is written to.
// Errors (bad_input): one line with the path and the system's reason. Threads: two writers of one
// path leave one of the two texts. Cost: one flush.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::report {

[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view text);

/// An error if it can be seen already that write_file() would give one. Nothing is written.
[[nodiscard]] Result<void> may_write(const std::filesystem::path& path);

/// Where write_file() puts the text: symbolic links at the end of the path are followed.
[[nodiscard]] std::filesystem::path behind_links(std::filesystem::path path);

/// Adds `text` to the end of the file, all of it or nothing; makes the file if there is none.
[[nodiscard]] Result<void> append_file(const std::filesystem::path& path, std::string_view text);

/// The whole file; an error if it is longer than bytes_max.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path,
                                            std::size_t bytes_max);

/// A path in an error or a result: printable, whole if a file can have it, never nothing.
[[nodiscard]] std::string shown(const std::filesystem::path& path);

}  // namespace oncelab::report
