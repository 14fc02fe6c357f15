#include <oncelab/stress/bench/race_scenario.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include <oncelab/stress/bench/race_experiment.hpp>

namespace oncelab::bench {

RaceScenario::RaceScenario(const RaceProgram& race)
    : race_(race), variants_{{"wrong", check::Verdict::violated, "it has the race"}} {}

std::string_view RaceScenario::default_variant() const { return variants_.front().name; }

scenario::Program RaceScenario::program(unsigned, unsigned) const {
  scenario::Program whole;
  for (unsigned client = 0; client < race_.clients; ++client) {
    whole.clients.push_back({{"run", std::to_string(client), ""}});
  }
  return whole;
}

Result<void> RaceScenario::validate(const scenario::Program& program) const {
  const scenario::Program whole = this->program(0, 0);
  const bool fits = std::ranges::all_of(program.clients, [&](const auto& client) {
    return std::ranges::find(whole.clients, client) != whole.clients.end();
  });
  return fits ? Result<void>()
              : make_error(ErrorKind::does_not_fit, "not a part of this race's program");
}

std::unique_ptr<scenario::Experiment> RaceScenario::bind(const scenario::Setting&,
                                                         const scenario::Program& program) const {
  std::vector<unsigned> parts;
  for (const auto& client : program.clients) {
    unsigned part = 0;
    const std::string& key = client.front().key;
    std::from_chars(key.data(), key.data() + key.size(), part);
    parts.push_back(part);
  }
  return std::make_unique<RaceExperiment>(race_, std::move(parts));
}

}  // namespace oncelab::bench
