#include <oncelab/properties/scenarios/api/request_program.hpp>

#include <array>

namespace oncelab::properties {

using history::Value;

namespace {

PreparedRequest prepared(const scenario::Operation& operation, const std::string& who,
                         history::History& history, std::int64_t lease_of_claims_ms) {
  PreparedRequest r;
  r.is_wait = operation.f == wait_operation;
  if (r.is_wait) {
    return r;
  }
  r.key_text = operation.key;
  r.words = request_words(operation.input).value();
  r.key = operation.key.empty() ? Value::nil() : Value::symbol(history.intern(operation.key));
  const std::array<Value, 2> input = {Value::symbol(history.intern(r.words.body)),
                                      Value::integer(lease_of_claims_ms)};
  r.input = lease_of_claims_ms >= 0 ? history.list(input) : input[0];
  r.response_text = "response-" + who;
  return r;
}

}  // namespace

RequestProgram::RequestProgram(const scenario::Program& program, history::History& history,
                               std::int64_t lease_of_claims_ms) {
  is_one_request_ = true;
  for (std::size_t c = 0; c < program.clients.size(); ++c) {
    const auto& client = program.clients[c];
    auto& requests = clients_.emplace_back();
    requests.reserve(client.size());  // first_ points into it
    requesting_clients_ += client.empty() ? 0U : 1U;
    for (std::size_t i = 0; i < client.size(); ++i) {
      requests.push_back(prepared(client[i], std::to_string(c) + "." + std::to_string(i), history,
                                  lease_of_claims_ms));
      look_at(requests.back());
    }
  }
  is_one_request_ = is_one_request_ && requests_ > 1;
}

void RequestProgram::look_at(const PreparedRequest& request) {
  ++requests_;
  first_ = first_ == nullptr ? &request : first_;
  time_passes_ |= request.is_wait || request.words.mode == HandlerMode::is_slow;
  is_one_request_ &= !request.is_wait && !request.key_text.empty() &&
                     request.words.mode == HandlerMode::succeeds &&
                     request.key_text == first_->key_text &&
                     request.words.body == first_->words.body;
}

}  // namespace oncelab::properties
