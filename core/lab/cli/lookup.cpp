#include <oncelab/core/lab/cli/lookup.hpp>

#include <algorithm>
#include <set>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::cli {

namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

std::string scenario_names() {
  std::vector<std::string> names;
  for (const scenario::Scenario* s : runnable_scenarios()) {
    names.emplace_back(s->name());
  }
  return names.empty() ? "none" : joined(names);
}

/// "; systems under test: a, b"; empty if there are none.
std::string systems_text() {
  std::set<std::string> names;
  for (const scenario::Scenario* s : runnable_scenarios()) {
    if (!s->contract().empty()) {
      for (const scenario::Sut* sut : scenario::suts_of(s->contract())) {
        names.insert(sut->name);
      }
    }
  }
  return names.empty() ? std::string()
                       : "; systems under test: " + joined({names.begin(), names.end()});
}

std::vector<const scenario::Scenario*> scenarios_of_sut(std::string_view name) {
  std::vector<const scenario::Scenario*> found;
  for (const scenario::Scenario* s : runnable_scenarios()) {
    if (!s->contract().empty() && scenario::find_sut(s->contract(), name) != nullptr &&
        scenario::find_variant(*s, name) != nullptr) {
      found.push_back(s);
    }
  }
  return found;
}

std::string names_of(const std::vector<const scenario::Scenario*>& scenarios) {
  std::vector<std::string> names;
  for (const scenario::Scenario* s : scenarios) {
    names.emplace_back(s->name());
  }
  return joined(names);
}

}  // namespace

std::vector<std::string> strategies() {
  std::vector<std::string> names;
  std::string name;
  for (const char c : std::string(schedule::strategy_names()) + ",") {
    if (c != ',' && c != ' ') {
      name += c;
    } else if (!name.empty()) {
      names.push_back(std::move(name));
      name.clear();
    }
  }
  return names;
}

std::vector<const scenario::Scenario*> runnable_scenarios() {
  auto all = scenario::scenarios();
  std::erase_if(all, [](const scenario::Scenario* s) { return s->variants().empty(); });
  return all;
}

std::string variant_names(const scenario::Scenario& scenario) {
  std::vector<std::string> names;
  for (const scenario::Variant& v : scenario.variants()) {
    names.push_back(v.name);
  }
  return joined(names);
}

Result<Target> find_target(std::string_view name) {
  if (const scenario::Scenario* s = scenario::find_scenario(name); s != nullptr) {
    if (s->variants().empty()) {
      return make_error(ErrorKind::unknown_name, "scenario " + std::string(name) +
                                                     " has no variants in this program: it " +
                                                     "needs a system under test of the contract " +
                                                     std::string(s->contract()));
    }
    return Target{{s}, std::nullopt};
  }
  if (auto found = scenarios_of_sut(name); !found.empty()) {
    return Target{std::move(found), std::string(name)};
  }
  return make_error(ErrorKind::unknown_name, "there is no scenario '" + history::printable(name) +
                                                 "'; there are: " + scenario_names() +
                                                 systems_text());
}

Result<Chosen> find_subject(std::string_view verb, const Asked& asked) {
  if (!asked.name) {
    return make_error(ErrorKind::usage, std::string(verb) + ": give a scenario; there are: " +
                                            scenario_names() + systems_text());
  }
  auto target = find_target(*asked.name);
  if (!target) {
    return target.error();
  }
  if (target->variant && asked.variant) {
    return make_error(ErrorKind::usage, std::string(verb) + ": " + *asked.name +
                                            " is a system under test, which is the variant; give " +
                                            "a scenario with --variant");
  }
  const scenario::Scenario& s = *target->scenarios.front();
  Chosen chosen;
  chosen.subject.scenario = &s;
  chosen.subject.variant =
      target->variant.value_or(asked.variant.value_or(std::string(s.default_variant())));
  if (scenario::find_variant(s, chosen.subject.variant) == nullptr) {
    return make_error(ErrorKind::unknown_name, "scenario " + *asked.name + " has no variant '" +
                                                   history::printable(chosen.subject.variant) +
                                                   "'; it has: " + variant_names(s));
  }
  if (asked.profile) {
    if (auto known = check_profile(verb, *asked.profile, {&s}); !known) {
      return known.error();
    }
  }
  chosen.subject.profile = profile_of(s, asked.profile);
  if (target->scenarios.size() > 1) {
    target->scenarios.erase(target->scenarios.begin());
    chosen.note = std::string(verb) + ": " + *asked.name + " in scenario " + std::string(s.name()) +
                  "; it is a variant of these too: " + names_of(target->scenarios);
  }
  return chosen;
}

bool has_profile(const scenario::Scenario& scenario, std::string_view profile) {
  const auto profiles = scenario.profiles();
  return std::ranges::find(profiles, profile) != profiles.end();
}

std::string profile_of(const scenario::Scenario& scenario,
                       const std::optional<std::string>& asked) {
  if (asked && has_profile(scenario, *asked)) {
    return *asked;
  }
  return scenario::default_profile(scenario);
}

Result<void> check_profile(std::string_view verb, std::string_view profile,
                           const std::vector<const scenario::Scenario*>& scenarios) {
  std::vector<std::string> known;
  for (const scenario::Scenario* s : scenarios) {
    for (const std::string& name : s->profiles()) {
      if (name == profile) {
        return {};
      }
      if (std::ranges::find(known, name) == known.end()) {
        known.push_back(name);
      }
    }
  }
  const std::string where = std::string(verb) + ": " + names_of(scenarios);
  return known.empty()
             ? make_error(ErrorKind::usage, where + (scenarios.size() == 1 ? " has" : " have") +
                                                " no profiles: drop --profile")
             : make_error(ErrorKind::unknown_name,
                          where + (scenarios.size() == 1 ? " has" : " have") + " no profile '" +
                              history::printable(profile) + "'; there are: " + joined(known));
}

}  // namespace oncelab::cli
