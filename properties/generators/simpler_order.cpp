#include <oncelab/properties/generators/simpler_order.hpp>

#include <optional>
#include <string>

#include <oncelab/properties/generators/words.hpp>

namespace oncelab::properties {

namespace {

using scenario::Operation;

Part reference_part() {
  Part part;
  part.ladder = numbered("r", 3);
  part.get = [](const Operation& o) {
    const auto space = o.input.find(' ');
    return space == std::string::npos ? std::nullopt : std::optional(o.input.substr(0, space));
  };
  part.with = [](const Operation& o, const std::string& reference) {
    return Operation{o.f, o.key, reference + o.input.substr(o.input.find(' '))};
  };
  return part;
}

Part amount_part() {
  Part part;
  part.ladder = {"1000"};
  part.get = [](const Operation& o) {
    const auto space = o.input.find(' ');
    return space == std::string::npos ? std::nullopt : std::optional(o.input.substr(space + 1));
  };
  part.with = [](const Operation& o, const std::string& amount) {
    return Operation{o.f, o.key, o.input.substr(0, o.input.find(' ') + 1) + amount};
  };
  return part;
}

}  // namespace

const std::vector<Part>& order_parts() {
  static const std::vector<Part> parts = {key_part(numbered("o", 2)), reference_part(),
                                          amount_part()};
  return parts;
}

std::vector<scenario::Program> simpler_order_programs(const scenario::Program& program) {
  return simpler_programs(program, order_parts());
}

}  // namespace oncelab::properties
