#include <algorithm>
#include <array>
#include <utility>

#include <oncelab/core/lab/schedule/world_program.hpp>

namespace oncelab::worlds {

namespace {

// What a program is mostly about.
enum class Theme : std::uint8_t { disk, queue, time, memory, faults, all };

class Writer {
 public:
  explicit Writer(Prng& random) : random_(random) {}

  Program program() {
    Program p;
    theme_ = static_cast<Theme>(below(6));
    objects_ = 1 + below(2);
    const unsigned clients = 1 + below(chance(1, 4) ? 3 : 2);
    const unsigned processes = below(3);
    unsigned instructions = clients == 1 ? 2 + below(3) : clients == 2 ? 2 + below(3) : 3;
    for (unsigned c = 0; c < clients; ++c) {
      p.clients.push_back({below(processes + 1), phrase()});
    }
    for (unsigned more = std::max(instructions, clients) - clients; more > 0; --more) {
      Code& code = p.clients[below(clients)].code;
      const Code next = phrase();
      code.insert(code.end(), next.begin(), next.end());
    }
    const bool crashes = std::ranges::any_of(p.clients, [](auto& c) { return c.process != 0; });
    p.crashes = crashes ? (chance(1, 5) ? 2 : chance(4, 5) ? 1 : 0) : 0;
    p.clock_steps = is_about(Theme::time) ? 1 + below(2) : chance(1, 8) ? 1 : 0;
    p.faults = is_about(Theme::faults) ? 1 + below(2) : below(2);
    p.amounts = p.clock_steps != 0 && chance(1, 3) ? 2 : 1;
    p.aftermaths = p.crashes != 0 && chance(1, 6) ? 2 : 1;
    if (p.crashes != 0 && chance(1, 3)) {
      p.recovery = phrase();
    }
    p.static_memory =
        chance(1, 2) && std::ranges::all_of(p.clients, [](auto& c) { return c.process == 1; });
    if (chance(1, 3)) {
      p.calls = static_cast<Calls>(1 + below(3));
      p.answer_counts = chance(1, 2);
    }
    return p;
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_.below(bound)); }
  bool chance(unsigned of, unsigned all) { return random_.chance(of, all); }
  unsigned object() { return below(objects_); }
  bool is_about(Theme theme) const { return theme_ == theme || theme_ == Theme::all; }

  Instruction simple() {
    const Theme about =
        theme_ == Theme::all || chance(1, 4) ? static_cast<Theme>(below(5)) : theme_;
    const auto any = [&](auto... what) {
      const std::array kinds = {what...};
      return kinds[below(static_cast<unsigned>(kinds.size()))];
    };
    const int value = 1 + static_cast<int>(below(2));
    switch (about) {
      case Theme::queue:
        return {any(Do::receive, Do::receive, Do::settle, Do::write), object(), value};
      case Theme::time: {
        const Do what = any(Do::clock, Do::clock, Do::sleep, Do::lock_for, Do::share_for,
                            Do::own_for, Do::wait_for, Do::notify, Do::read, Do::write);
        return {what, what == Do::sleep ? 1 + below(3) : object(), 1 + static_cast<int>(below(3))};
      }
      case Theme::memory:
        return {any(Do::add, Do::add, Do::load, Do::write, Do::add_elsewhere), object(), value};
      case Theme::faults:
        return {any(Do::fault, Do::try_read, Do::try_write, Do::twin), object(),
                2 + static_cast<int>(below(2))};
      default:
        return {any(Do::read, Do::write, Do::write, Do::inc), object(), value};
    }
  }

  // One instruction, or a section around one.
  Code phrase() {
    if (!chance(is_about(Theme::memory) || is_about(Theme::time) ? 1 : 0, 3)) {
      return {simple()};
    }
    const unsigned mutex = object();
    constexpr std::array sections = {std::pair(Do::lock, Do::unlock),
                                     std::pair(Do::share, Do::unshare),
                                     std::pair(Do::own, Do::disown)};
    const auto [begin, end] = sections[below(chance(1, 2) ? 1 : 3)];
    const Instruction inner = simple();
    const bool locks =
        inner.what == Do::lock_for || inner.what == Do::share_for || inner.what == Do::own_for;
    if (locks || chance(1, 2)) {
      return {{begin, mutex}, {end, mutex}};
    }
    return {{begin, mutex}, inner, {end, mutex}};
  }

  Prng& random_;
  Theme theme_ = Theme::all;
  unsigned objects_ = 1;
};

}  // namespace

Program random_program(Prng& random) { return Writer(random).program(); }

}  // namespace oncelab::worlds
