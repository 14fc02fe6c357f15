// The formats of recorded histories: what they are called, and how one is told from another.
// FORMAT.md specifies each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::history {

enum class Format : std::uint8_t {
  lab_json_lines,      // this lab's own, versioned
  neutral_json_lines,  // process, type, f, value
  jepsen_edn,          // maps of :process, :type, :f, :value
  set_log,             // CLIENT invokes OP MEMBER, CLIENT returns VALUE
  etcd_log,            // Jepsen's log of an etcd register; implies that nil means absent
};

/// For reports: "Jepsen EDN".
[[nodiscard]] std::string_view text(Format format);

/// What a file with this for its first line that is not blank is; nothing if it is none of them.
[[nodiscard]] std::optional<Format> detect(std::string_view first_line);

/// By the name that users give it; nothing: `auto`, the first line decides. Errors: an unknown name
/// is ErrorKind::unknown_name and lists all.
[[nodiscard]] Result<std::optional<Format>> format_named(std::string_view name);
/// "auto, oncelab, ..."
[[nodiscard]] std::string format_names();

}  // namespace oncelab::history
