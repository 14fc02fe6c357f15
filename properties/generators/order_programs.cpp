#include <oncelab/properties/generators/order_programs.hpp>

#include <rapidcheck.h>

#include <oncelab/properties/generators/programs.hpp>
#include <oncelab/properties/generators/simpler_order.hpp>

namespace oncelab::properties {

namespace {

scenario::Operation payment(const Words& words) {
  return {"pay", words[0], words[1] + " " + words[2]};
}

}  // namespace

rc::Gen<scenario::Program> order_programs() {
  ProgramChoice choice;
  choice.words = {.parts = {{.names = numbered("o", 2), .change_weight = 2},
                            {.names = numbered("r", 3), .change_weight = 2},
                            {.names = {"1000", "999", "0"}, .change_weight = 1}},
                  .repeat_weight = 4,
                  .fresh_weight = 0};
  choice.make = payment;
  choice.simpler = simpler_order_programs;
  return programs(choice);
}

scenario::Program draw_order_program(Seed seed, unsigned size) {
  return draw_program(order_programs(), seed, size);
}

}  // namespace oncelab::properties
