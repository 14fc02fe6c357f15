// JepsenBuilder: from Jepsen's invoke / ok / fail / info to calls and returns.
//
// A process has at most one operation open; its return names the same f. After info the operation
// stays unknown for ever and the process may invoke again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/client_table.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/history/line_reader.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {

class JepsenBuilder {
 public:
  History history;
  ClientTable clients;

  Result<void> invoke(ClientId client, std::string_view f, Value key, Value input, Timestamp at,
                      const LineReader& lines) {
    if (const auto open = open_.find(client); open != open_.end()) {
      return lines.error(to_text(history, client) + " invokes " + printable(f) +
                         ", but its call in line " + std::to_string(open->second.line) +
                         " has no return yet");
    }
    const OperationIndex operation = history.call(client, history.intern(f), key, input, at);
    open_[client] = {operation, lines.line_number()};
    return {};
  }

  /// The operation that the client has open, if its f is the one named.
  Result<OperationIndex> open(ClientId client, std::string_view f, const LineReader& lines) const {
    const auto open = open_.find(client);
    if (open == open_.end()) {
      return lines.error(to_text(history, client) + " has no open call that could return");
    }
    const std::string_view called = history.text(history.operation(open->second.operation).f);
    if (called != f) {
      return lines.error(to_text(history, client) + " called " + printable(called) + " in line " +
                         std::to_string(open->second.line) + ", but returns from " + printable(f));
    }
    return open->second.operation;
  }

  void close(OperationIndex operation, Outcome outcome, Value output, Timestamp at) {
    history.returned(operation, outcome, output, at);
    open_.erase(history.operation(operation).client);
  }

 private:
  struct Open {
    OperationIndex operation{};
    std::uint64_t line = 0;
  };
  std::map<ClientId, Open> open_;
};

}  // namespace oncelab::history
