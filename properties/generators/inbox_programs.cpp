#include <oncelab/properties/generators/inbox_programs.hpp>

#include <rapidcheck.h>

#include <oncelab/properties/generators/programs.hpp>
#include <oncelab/properties/generators/simpler_inbox.hpp>
#include <oncelab/properties/generators/weighted.hpp>

namespace oncelab::properties {

namespace {

scenario::Operation delivery(const Words& words) {
  const bool fails = *weighted({4, 1}) == 1;
  return {"deliver", words[0], fails ? "handler fails" : ""};
}

}  // namespace

rc::Gen<scenario::Program> inbox_programs() {
  ProgramChoice choice;
  choice.words = {.parts = {{.names = numbered("m", 3)}}, .repeat_weight = 3, .fresh_weight = 1};
  choice.make = delivery;
  choice.simpler = simpler_inbox_programs;
  return programs(choice);
}

scenario::Program draw_inbox_program(Seed seed, unsigned size) {
  return draw_program(inbox_programs(), seed, size);
}

}  // namespace oncelab::properties
