#include <oncelab/models/claim_state.hpp>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::models {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

std::uint64_t mixed(std::uint64_t hash, const std::optional<std::int64_t>& number) {
  return mixed(mixed(hash, number.has_value() ? 1 : 0),
               static_cast<std::uint64_t>(number.value_or(0)));
}

std::string print_text(const history::History& history, history::Symbol fingerprint) {
  return " for " + to_text(history, history::Value::symbol(fingerprint));
}

}  // namespace

bool read_terms(const history::History& history, const history::Value& input, ClaimTerms& terms) {
  const Parts parts = parts_of(history, input);
  if (parts.size < 1 || parts.size > 2 || !parts.items[0].is_symbol() ||
      !read_optional(parts, 1, terms.lease_ms)) {
    return false;
  }
  terms.fingerprint = history::Symbol{parts.items[0].index};
  terms.at_ms.reset();
  return terms.lease_ms.value_or(0) >= 0;
}

std::uint64_t hash(const ClaimState& state) {
  const auto flags = static_cast<std::uint64_t>(state.phase) |
                     (static_cast<std::uint64_t>(state.lease) << 2U) |
                     (state.holder_is_last ? 16U : 0U) | (state.response_is_known ? 32U : 0U);
  std::uint64_t sum = mixed(flags, raw(state.fingerprint));
  sum = mixed(sum, static_cast<std::uint64_t>(state.lease_end_ms));
  return mixed(mixed(sum, state.last_owner), hash(state.response));
}

std::uint64_t hash(const ClaimTerms& terms) {
  return mixed(mixed(raw(terms.fingerprint), terms.lease_ms), terms.at_ms);
}

std::string claim_text(const history::History& history, const ClaimState& state,
                       std::string_view holder) {
  if (state.phase == ClaimState::Phase::free) {
    return "free";
  }
  if (state.phase == ClaimState::Phase::completed) {
    return "completed with " +
           (state.response_is_known ? to_text(history, state.response) : "an unknown response") +
           print_text(history, state.fingerprint);
  }
  std::string text = "claimed by ";
  text += state.holder_is_last ? holder : "an unknown owner";
  text += print_text(history, state.fingerprint);
  switch (state.lease) {
    case ClaimState::Lease::endless:
      break;
    case ClaimState::Lease::ends:
      text += " until " + std::to_string(state.lease_end_ms) + " ms";
      break;
    case ClaimState::Lease::ends_some_time:
      text += " until an unknown time";
      break;
  }
  return text;
}

std::string at_text(const ClaimTerms& terms) {
  return terms.at_ms ? " at " + std::to_string(*terms.at_ms) + " ms" : "";
}

}  // namespace oncelab::models
