#include <oncelab/core/lab/cli/lookup.hpp>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::cli {

namespace {

std::string scenario_names() {
  std::string names;
  for (const scenario::Scenario* s : scenario::scenarios()) {
    names += (names.empty() ? "" : ", ") + std::string(s->name());
  }
  return names.empty() ? "none" : names;
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

Result<const scenario::Scenario*> find_scenario(std::string_view name) {
  const scenario::Scenario* found = scenario::find_scenario(name);
  if (found == nullptr) {
    return make_error(ErrorKind::unknown_name, "there is no scenario '" + history::printable(name) +
                                                   "'; there are: " + scenario_names());
  }
  return found;
}

std::string variant_names(const scenario::Scenario& scenario) {
  std::string names;
  for (const scenario::Variant& v : scenario.variants()) {
    names += (names.empty() ? "" : ", ") + v.name;
  }
  return names;
}

Result<cases::Subject> find_subject(std::string_view verb, const std::optional<std::string>& name,
                                    const std::optional<std::string>& variant) {
  if (!name) {
    return make_error(ErrorKind::usage,
                      std::string(verb) + ": give a scenario; there are: " + scenario_names());
  }
  auto found = find_scenario(*name);
  if (!found) {
    return found.error();
  }
  cases::Subject subject;
  subject.scenario = *found;
  subject.variant = variant.value_or(std::string(subject.scenario->default_variant()));
  if (scenario::find_variant(*subject.scenario, subject.variant) == nullptr) {
    return make_error(ErrorKind::unknown_name,
                      "scenario " + *name + " has no variant '" +
                          history::printable(subject.variant) +
                          "'; it has: " + variant_names(*subject.scenario));
  }
  return subject;
}

}  // namespace oncelab::cli
