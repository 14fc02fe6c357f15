#include <oncelab/properties/generators/programs.hpp>

#include <rapidcheck.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <ostream>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/gen/draw.hpp>
#include <oncelab/core/lab/shrink/programs.hpp>

namespace oncelab::scenario {

void showValue(const Program& program, std::ostream& out) {
  const char* before_client = "{";
  for (const auto& client : program.clients) {
    out << before_client;
    before_client = " | ";
    const char* before = "";
    for (const Operation& o : client) {
      out << before << o.f << (o.key.empty() ? "" : " ") << o.key << (o.input.empty() ? "" : " ")
          << o.input;
      before = "; ";
    }
  }
  out << '}';
}

}  // namespace oncelab::scenario

namespace oncelab::properties {

namespace {

rc::Gen<scenario::Program> drawn(const ProgramChoice& choice) {
  return rc::gen::exec([choice] {
    const std::vector<unsigned> shape = *shapes(choice.shape);
    const std::vector<Words> all =
        *words(choice.words, std::accumulate(shape.begin(), shape.end(), std::size_t{0}));
    scenario::Program program;
    auto next = all.begin();
    for (const unsigned operations : shape) {
      auto& client = program.clients.emplace_back();
      for (unsigned i = 0; i < operations; ++i) {
        client.push_back(choice.make(*next++));
      }
    }
    return program;
  });
}

}  // namespace

rc::Gen<scenario::Program> programs(const ProgramChoice& choice) {
  const auto smaller_ones = [simpler = choice.simpler](const scenario::Program& program) {
    auto smaller = shrink::one_less(program);
    std::ranges::move(simpler(program), std::back_inserter(smaller));
    return rc::seq::fromContainer(std::move(smaller));
  };
  return [drawn = drawn(choice), smaller_ones](const rc::Random& random, int size) {
    return rc::shrinkable::shrinkRecur(drawn(random, size).value(), smaller_ones);
  };
}

scenario::Program draw_program(const rc::Gen<scenario::Program>& generator, Seed seed,
                               unsigned size) {
  auto program = gen::draw(generator, seed, size);
  ONCELAB_ASSERT(program.has_value());
  return std::move(*program);
}

}  // namespace oncelab::properties
