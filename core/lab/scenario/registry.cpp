#include <algorithm>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::scenario {

namespace {
// A function-local static: registrations run before main, in any order.
std::vector<std::unique_ptr<Scenario>>& registry() {
  static std::vector<std::unique_ptr<Scenario>> all;
  return all;
}
}  // namespace

void register_scenario(std::unique_ptr<Scenario> scenario) {
  ONCELAB_ASSERT(find_scenario(scenario->name()) == nullptr);
  registry().push_back(std::move(scenario));
}

std::vector<const Scenario*> scenarios() {
  std::vector<const Scenario*> sorted;
  for (const auto& s : registry()) {
    sorted.push_back(s.get());
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Scenario* a, const Scenario* b) { return a->name() < b->name(); });
  return sorted;
}

const Scenario* find_scenario(std::string_view name) {
  for (const auto& s : registry()) {
    if (s->name() == name) {
      return s.get();
    }
  }
  return nullptr;
}

std::string default_profile(const Scenario& scenario) {
  auto profiles = scenario.profiles();
  return profiles.empty() ? std::string() : std::move(profiles.front());
}

const Variant* find_variant(const Scenario& scenario, std::string_view name) {
  for (const Variant& v : scenario.variants()) {
    if (v.name == name) {
      return &v;
    }
  }
  return nullptr;
}

}  // namespace oncelab::scenario
