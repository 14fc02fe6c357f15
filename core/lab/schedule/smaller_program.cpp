#include <oncelab/core/lab/schedule/smaller_program.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace oncelab::small {

namespace {

// Begins and ends come in turn, each end after its begin.
bool balanced(const Thread& thread) {
  std::array<std::array<int, objects>, 3> held{};
  for (const Instruction& i : thread) {
    const auto change = [&](unsigned kind, int by) {
      held[kind][i.object] += by;
      return held[kind][i.object] >= 0 && held[kind][i.object] <= 1;
    };
    if ((i.what == Do::lock && !change(0, 1)) || (i.what == Do::unlock && !change(0, -1)) ||
        (i.what == Do::read_lock && !change(1, 1)) ||
        (i.what == Do::read_unlock && !change(1, -1)) ||
        (i.what == Do::write_lock && !change(2, 1)) ||
        (i.what == Do::write_unlock && !change(2, -1)) ||
        (i.what == Do::wait_held && held[0][i.object] == 0)) {
      return false;
    }
  }
  return std::ranges::all_of(held, [](const auto& of) {
    return std::ranges::all_of(of, [](int count) { return count == 0; });
  });
}

bool can_be_run(const Program& program) {
  std::array<int, threads_max> spawned{};
  for (const Thread& thread : program.threads) {
    if (thread.empty() || !balanced(thread)) {
      return false;
    }
    std::array<int, threads_max> running{};
    for (const Instruction& i : thread) {
      const auto which = static_cast<std::size_t>(i.value);
      if (i.what == Do::spawn) {
        ++spawned[which];
        ++running[which];
      } else if (i.what == Do::join && --running[which] != 0) {
        return false;
      }
    }
    if (std::ranges::any_of(running, [](int count) { return count != 0; })) {
      return false;
    }
  }
  const std::size_t clients = program.clients == 0 ? program.threads.size() : program.clients;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (spawned[t] != (t < clients ? 0 : 1)) {
      return false;
    }
  }
  return clients > 0;
}

Program without_instruction(Program program, std::size_t thread, std::size_t i) {
  Thread& of = program.threads[thread];
  of.erase(of.begin() + static_cast<std::ptrdiff_t>(i));
  return program;
}

Program without_thread(Program program, std::size_t gone) {
  program.threads.erase(program.threads.begin() + static_cast<std::ptrdiff_t>(gone));
  const auto number = static_cast<int>(gone);
  for (Thread& thread : program.threads) {
    std::erase_if(thread, [number](const Instruction& i) {
      return (i.what == Do::spawn || i.what == Do::join) && i.value == number;
    });
    for (Instruction& i : thread) {
      if ((i.what == Do::spawn || i.what == Do::join) && i.value > number) {
        --i.value;
      }
    }
  }
  if (program.clients > gone) {
    --program.clients;
  }
  return program;
}

std::optional<Program> one_smaller(const Program& program,
                                   const std::function<bool(const Program&)>& shows) {
  const auto good = [&shows](const Program& p) { return can_be_run(p) && shows(p); };
  for (std::size_t t = 0; t < program.threads.size() && program.threads.size() > 1; ++t) {
    if (Program p = without_thread(program, t); good(p)) {
      return p;
    }
  }
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
      Program one = without_instruction(program, t, i);
      if (good(one)) {
        return one;
      }
      for (std::size_t j = i; j < one.threads[t].size(); ++j) {
        if (Program two = without_instruction(one, t, j); good(two)) {
          return two;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Program smallest(Program program, const std::function<bool(const Program&)>& shows) {
  while (std::optional<Program> smaller = one_smaller(program, shows)) {
    program = std::move(*smaller);
  }
  return program;
}

}  // namespace oncelab::small
