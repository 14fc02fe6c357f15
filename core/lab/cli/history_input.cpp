#include <oncelab/core/lab/cli/history_input.hpp>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::cli {

void HistoryInput::declare(Flags& flags) {
  flags.positional("FILE", file_,
                   "History: oncelab or process/type JSON lines, Jepsen EDN, an etcd log or a set "
                   "log, also compressed by gzip; - is standard input");
  flags.text("--format", format_, "NAME",
             "What FILE is: " + history::format_names() + " (default auto)");
  flags.choice("--independent", independent_, {"auto", "yes", "no"},
               "Whether values are [KEY VALUE]; of EDN and process/type lines");
}

Result<history::LoadedHistory> HistoryInput::load(const history::Deadline& deadline,
                                                  history::EventSink* sink) const {
  ONCELAB_ASSERT(file_.has_value());
  const auto format = history::format_named(format_.value_or("auto"));
  if (!format) {
    return format.error();
  }
  const history::ReadOptions options{
      .format = *format,
      .limits = {},
      .independent = independent_ == "yes"  ? history::IndependentKeys::yes
                     : independent_ == "no" ? history::IndependentKeys::no
                                            : history::IndependentKeys::detect,
      .sink = sink,
      .deadline = deadline};
  return *file_ == "-" ? history::read_standard_input(options)
                       : history::read_file(*file_, options);
}

}  // namespace oncelab::cli
