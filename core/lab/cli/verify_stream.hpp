// verify --stream: the verdict of a history that is not kept. Internal to core/lab/cli.
#pragma once

#include <optional>
#include <string>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/stream.hpp>
#include <oncelab/core/lab/cli/history_input.hpp>

namespace oncelab::cli {

struct Streamed {
  check::StreamResult result;
  std::optional<history::Format> format;  // nothing: not all was read in time
  std::string why_not_all;                // was read, in one line; empty: it was
  std::string key_text;                   // of result.partition; empty if it is nil
};

/// Reads all of the input, or until the verdict is sure. Errors: those of the reader, an operation
/// that the model does not know, a format that cannot be streamed.
[[nodiscard]] Result<Streamed> verify_stream(const HistoryInput& input,
                                             const history::Deadline& deadline,
                                             check::Stream& stream);

/// The lines after the verdict, each ending in a newline.
[[nodiscard]] std::string details_of(const Streamed& streamed);

}  // namespace oncelab::cli
