// What the pages of explore, check and replay have on top, besides what case_page.hpp says itself.
// Internal to core/lab/cli.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/report/page_shell.hpp>

namespace oncelab::cli {

/// Title and tone. The rest is for the verb to add.
[[nodiscard]] report::PageHead page_head(std::string_view verb, ExitCode code);

/// The seed, and the command that made the page.
void add_origin(report::PageHead& head, const Session& session, std::optional<std::uint64_t> seed);

/// One line of the page for each line of the text.
void add_lines(report::PageHead& head, const std::string& label, std::string_view text);

}  // namespace oncelab::cli
