#include <oncelab/core/lab/cli/page_head.hpp>

namespace oncelab::cli {

report::PageHead page_head(std::string_view verb, ExitCode code) {
  using Tone = report::PageHead::Tone;
  report::PageHead head;
  head.title = "oncelab " + std::string(verb);
  head.tone = code == ExitCode::as_expected  ? Tone::held
              : code == ExitCode::unexpected ? Tone::violated
                                             : Tone::inconclusive;
  return head;
}

void add_origin(report::PageHead& head, const Session& session, std::optional<std::uint64_t> seed) {
  if (seed) {
    head.lines.push_back({"Seed", std::to_string(*seed)});
  }
  head.lines.push_back({"Command", session.command, true});
}

void add_lines(report::PageHead& head, const std::string& label, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) {
      head.lines.push_back({label, std::string(text.substr(0, end))});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace oncelab::cli
