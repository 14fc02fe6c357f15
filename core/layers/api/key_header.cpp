#include <algorithm>
#include <oncelab/core/layers/api/key_header.hpp>

namespace oncelab::api {

namespace {

bool is_printable_ascii(char c) { return c >= ' ' && c <= '~'; }

KeyReading judge(std::string_view key) {
  if (key.empty()) {
    return Problem::empty_key;
  }
  if (key.size() > key_bytes_max) {
    return Problem::key_too_long;
  }
  if (!std::ranges::all_of(key, is_printable_ascii)) {
    return Problem::key_malformed;
  }
  return key;
}

}  // namespace

KeyReading read_key(const Request& request, KeyGrammar grammar) {
  const auto key = find_header(request.headers, key_header);
  if (!key.has_value()) {
    return NoKey{};
  }
  if (grammar == KeyGrammar::any_text) {
    return key->empty() ? KeyReading(NoKey{}) : KeyReading(*key);
  }
  if (count_headers(request.headers, key_header) > 1) {
    return Problem::repeated_key;
  }
  return judge(*key);
}

}  // namespace oncelab::api
