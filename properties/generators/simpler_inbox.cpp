#include <oncelab/properties/generators/simpler_inbox.hpp>

#include <optional>
#include <string>

#include <oncelab/properties/generators/handler_modes.hpp>
#include <oncelab/properties/generators/words.hpp>

namespace oncelab::properties {

namespace {

Part mode_part() {
  Part part;
  part.ladder = {handler_modes.begin(), handler_modes.begin() + 2};
  part.get = [](const scenario::Operation& o) { return std::optional(o.input); };
  part.with = [](const scenario::Operation& o, const std::string& mode) {
    return scenario::Operation{o.f, o.key, mode};
  };
  return part;
}

}  // namespace

const std::vector<Part>& inbox_parts() {
  static const std::vector<Part> parts = {key_part(numbered("m", 3)), mode_part()};
  return parts;
}

std::vector<scenario::Program> simpler_inbox_programs(const scenario::Program& program) {
  return simpler_programs(program, inbox_parts());
}

}  // namespace oncelab::properties
