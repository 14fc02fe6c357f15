#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <oncelab/core/lab/schedule/world_code.hpp>
#include <oncelab/core/lab/schedule/world_program.hpp>

namespace oncelab::worlds {

namespace {

// Every section has a begin and an end.
bool balanced(const Code& code) {
  constexpr std::array sections = {std::pair(Do::lock, Do::unlock),
                                   std::pair(Do::share, Do::unshare),
                                   std::pair(Do::own, Do::disown)};
  std::array<std::array<int, memory_objects>, sections.size()> held{};
  for (const Instruction& i : code) {
    for (std::size_t kind = 0; kind < sections.size(); ++kind) {
      const auto [begin, end] = sections[kind];
      if (i.what == begin || i.what == end) {
        int& of = held[kind][i.object];
        of += i.what == begin ? 1 : -1;
        if (of < 0 || of > 1) {
          return false;
        }
      }
    }
  }
  return held == decltype(held){};
}

using Shows = std::function<bool(const Program&)>;

class Smaller {
 public:
  Smaller(Program program, const Shows& shows) : program_(std::move(program)), shows_(shows) {}

  // Leaves one thing out; false: there is none that can be.
  bool one_smaller() {
    for (std::size_t c = 0; c < program_.clients.size() && program_.clients.size() > 1; ++c) {
      if (with([c](Program& p) { p.clients.erase(p.clients.begin() + static_cast<long>(c)); })) {
        return true;
      }
    }
    for (std::size_t c = 0; c < program_.clients.size(); ++c) {
      if (shorter([c](Program& p) -> Code& { return p.clients[c].code; })) {
        return true;
      }
    }
    return shorter([](Program& p) -> Code& { return p.recovery; }) || simpler();
  }

  [[nodiscard]] const Program& program() const { return program_; }

 private:
  template <class Change>
  bool with(Change change) {
    Program p = program_;
    change(p);
    const bool sound = balanced(p.recovery) && std::ranges::all_of(p.clients, [](const Client& c) {
                         return balanced(c.code);
                       });
    if (!sound || !shows_(p)) {
      return false;
    }
    program_ = std::move(p);
    return true;
  }

  // One instruction of this code, or two.
  template <class Of>
  bool shorter(Of code_of) {
    const std::size_t size = code_of(program_).size();
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i; j < size; ++j) {
        if (with([&](Program& p) {
              Code& code = code_of(p);
              code.erase(code.begin() + static_cast<long>(j));
              if (i != j) {
                code.erase(code.begin() + static_cast<long>(i));
              }
            })) {
          return true;
        }
      }
    }
    return false;
  }

  bool simpler() {
    const auto lower = [this](auto Program::* number, auto least) {
      return program_.*number > least && with([=](Program& p) { --(p.*number); });
    };
    const auto leave = [this](auto Program::* member, auto least) {
      return program_.*member != least && with([=](Program& p) { p.*member = least; });
    };
    if (lower(&Program::crashes, 0U) || lower(&Program::clock_steps, 0U) ||
        lower(&Program::faults, 0U) || lower(&Program::amounts, 1U) ||
        lower(&Program::aftermaths, 1U) || leave(&Program::calls, Calls::none) ||
        leave(&Program::static_memory, false) || leave(&Program::answer_counts, false)) {
      return true;
    }
    for (std::size_t c = 0; c < program_.clients.size(); ++c) {
      if (program_.clients[c].process > 0 && !program_.static_memory &&
          with([c](Program& p) { --p.clients[c].process; })) {
        return true;
      }
    }
    return false;
  }

  Program program_;
  const Shows& shows_;
};

}  // namespace

Program smallest(Program program, const Shows& shows) {
  Smaller smaller(std::move(program), shows);
  while (smaller.one_smaller()) {
  }
  return smaller.program();
}

}  // namespace oncelab::worlds
