// RequestProgram: a program of requests (request_words.hpp), prepared for running and recording.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/scenario/program.hpp>
#include <oncelab/properties/scenarios/api/claims_sut.hpp>
#include <oncelab/properties/scenarios/api/request_words.hpp>

namespace oncelab::properties {

struct PreparedRequest {
  bool is_wait = false;
  std::string key_text;  // empty: the request has no key
  RequestWords words;
  history::Value key, input;  // as histories have them; the lease is part of the input
  std::string response_text;  // what this execution answers, and no other
};

class RequestProgram {
 public:
  /// The program is valid. A lease below 0 is none.
  RequestProgram(const scenario::Program& program, history::History& history,
                 std::int64_t lease_of_claims_ms);

  [[nodiscard]] const PreparedRequest& at(ClientId client, std::size_t operation) const {
    return clients_[raw(client)][operation];
  }
  /// Some client waits or is slow: leases may end.
  [[nodiscard]] bool time_passes() const { return time_passes_; }
  /// One request and its retries, all of them under its key and with handlers that succeed: some
  /// schedule replays its response.
  [[nodiscard]] bool is_one_request() const { return is_one_request_; }
  /// The same, from more than one client: some schedule finds it in flight.
  [[nodiscard]] bool is_one_request_of_several_clients() const {
    return is_one_request_ && requesting_clients_ > 1;
  }

 private:
  void look_at(const PreparedRequest& request);

  std::vector<std::vector<PreparedRequest>> clients_;
  const PreparedRequest* first_ = nullptr;
  std::size_t requests_ = 0, requesting_clients_ = 0;
  bool time_passes_ = false;
  bool is_one_request_ = false;
};

/// A text for the other side of the boundary; it must outlive the call.
[[nodiscard]] inline Text text_of(const std::string& text) { return {text.data(), text.size()}; }

}  // namespace oncelab::properties
