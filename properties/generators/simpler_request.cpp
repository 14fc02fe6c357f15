#include <oncelab/properties/generators/simpler_request.hpp>

#include <optional>
#include <string>

#include <oncelab/properties/generators/handler_modes.hpp>
#include <oncelab/properties/generators/words.hpp>

namespace oncelab::properties {

namespace {

using scenario::Operation;

constexpr std::string_view separator = ", ";

std::string body_of(const std::string& input) { return input.substr(0, input.find(separator)); }

std::string mode_of(const std::string& input) {
  const auto at = input.find(separator);
  return at == std::string::npos ? std::string() : input.substr(at + separator.size());
}

std::string input_of(const std::string& body, const std::string& mode) {
  return mode.empty() ? body : body + std::string(separator) + mode;
}

Part body_part() {
  Part part;
  part.ladder = numbered("b", 3);
  part.get = [](const Operation& o) {
    return o.input.empty() ? std::nullopt : std::optional(body_of(o.input));
  };
  part.with = [](const Operation& o, const std::string& body) {
    return Operation{o.f, o.key, input_of(body, mode_of(o.input))};
  };
  return part;
}

Part mode_part() {
  Part part;
  part.ladder = {handler_modes.begin(), handler_modes.end()};
  part.get = [](const Operation& o) {
    return o.input.empty() ? std::nullopt : std::optional(mode_of(o.input));
  };
  part.with = [](const Operation& o, const std::string& mode) {
    return Operation{o.f, o.key, input_of(body_of(o.input), mode)};
  };
  return part;
}

}  // namespace

const std::vector<Part>& request_parts() {
  static const std::vector<Part> parts = {key_part(numbered("k", 3)), mode_part(), body_part()};
  return parts;
}

std::vector<scenario::Program> simpler_request_programs(const scenario::Program& program) {
  return simpler_programs(program, request_parts());
}

}  // namespace oncelab::properties
