#include <oncelab/core/lab/cli/world_flags.hpp>

#include <string>

namespace oncelab::cli {

namespace {

constexpr std::uint64_t events_max = 8;  // in one run: each crash takes threads

using Standard = std::optional<std::uint32_t> scenario::Happenings::*;

std::string scenarios_with(Standard what) {
  std::string names;
  for (const scenario::Scenario* const s : scenario::scenarios()) {
    if (s->happenings().*what) {
      names += (names.empty() ? "" : ", ") + std::string(s->name());
    }
  }
  return names.empty() ? "no scenario here" : names;
}

}  // namespace

void apply_standard(const scenario::Scenario& scenario, schedule::Bound& bound) {
  const scenario::Happenings standard = scenario.happenings();
  bound.crashes_max = standard.crashes.value_or(0);
  bound.clock_steps_max = standard.clock_steps.value_or(0);
  bound.faults_max = standard.faults.value_or(0);
}

void WorldFlags::declare(Flags& flags) {
  flags.number("--crashes-max", crashes_, {0, events_max},
               "Crashes of a process, each with a restart (default: the scenario's)");
  flags.number("--clock-steps-max", clock_steps_, {0, events_max},
               "Steps of the clock while something else could run (default: the scenario's)");
  flags.number("--faults-max", faults_, {0, events_max},
               "Lost answers and requests, errors of handlers and disks, ... (default: the "
               "scenario's)");
}

Result<void> WorldFlags::apply(const scenario::Scenario& scenario, schedule::Bound& bound) const {
  apply_standard(scenario, bound);
  struct Given {
    const std::optional<std::uint64_t>& value;
    const char* flag;
    Standard standard;
    std::uint32_t& max;
  };
  using scenario::Happenings;
  const Given all[] = {
      {crashes_, "--crashes-max", &Happenings::crashes, bound.crashes_max},
      {clock_steps_, "--clock-steps-max", &Happenings::clock_steps, bound.clock_steps_max},
      {faults_, "--faults-max", &Happenings::faults, bound.faults_max}};
  for (const Given& given : all) {
    if (!given.value) {
      continue;
    }
    if (*given.value > 0 && !(scenario.happenings().*given.standard)) {
      return make_error(ErrorKind::usage, std::string(given.flag) + ": nothing of that kind can " +
                                              "happen in scenario " + std::string(scenario.name()) +
                                              "; it can in: " + scenarios_with(given.standard));
    }
    given.max = static_cast<std::uint32_t>(*given.value);
  }
  return {};
}

}  // namespace oncelab::cli
