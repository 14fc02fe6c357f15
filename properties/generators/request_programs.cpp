#include <oncelab/properties/generators/request_programs.hpp>

#include <rapidcheck.h>

#include <string>

#include <oncelab/properties/generators/handler_modes.hpp>
#include <oncelab/properties/generators/programs.hpp>
#include <oncelab/properties/generators/simpler_request.hpp>
#include <oncelab/properties/generators/weighted.hpp>

namespace oncelab::properties {

namespace {

scenario::Operation request(const RequestProgramOptions& options, const Words& words) {
  const bool waits = *weighted({9, 1}) == 1;
  const bool has_key = *weighted({12, options.no_key_weight}) == 0;
  const auto mode = handler_modes[*weighted({12, 2, 2, 2, options.holder_dies_weight})];
  if (waits) {
    return {"wait", "", ""};
  }
  return {"request", has_key ? words[0] : "",
          words[1] + (mode.empty() ? "" : ", " + std::string(mode))};
}

}  // namespace

rc::Gen<scenario::Program> request_programs(const RequestProgramOptions& options) {
  ProgramChoice choice;
  choice.words = {.parts = {{.names = numbered("k", 3), .change_weight = 2},
                            {.names = numbered("b", 3), .change_weight = 2}},
                  .repeat_weight = 5,
                  .fresh_weight = 1};
  choice.make = [options](const Words& words) { return request(options, words); };
  choice.simpler = simpler_request_programs;
  return programs(choice);
}

scenario::Program draw_request_program(const RequestProgramOptions& options, Seed seed,
                                       unsigned size) {
  return draw_program(request_programs(options), seed, size);
}

}  // namespace oncelab::properties
