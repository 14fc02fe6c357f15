// HistoryInput: the flags that name a recorded history and say how to read it, and the reading.
// Internal to core/lab/cli.
#pragma once

#include <optional>
#include <string>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/cli/flags.hpp>
#include <oncelab/core/lab/history/read.hpp>

namespace oncelab::cli {

class HistoryInput {
 public:
  void declare(Flags& flags);
  /// As it was given: "-" is standard input.
  [[nodiscard]] const std::optional<std::string>& file() const { return file_; }
  /// A file must have been given. The sink may be null.
  [[nodiscard]] Result<history::LoadedHistory> load(const history::Deadline& deadline,
                                                    history::EventSink* sink = nullptr) const;

 private:
  std::optional<std::string> file_, format_;
  std::string independent_ = "auto";
};

}  // namespace oncelab::cli
