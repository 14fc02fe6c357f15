#include <oncelab/core/lab/schedule/met.hpp>

#include <algorithm>
#include <bit>

#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

void Met::add(const Met& more) {
  goal_runs.resize(std::max(goal_runs.size(), more.goal_runs.size()));
  for (std::size_t i = 0; i < more.goal_runs.size(); ++i) {
    goal_runs[i] += more.goal_runs[i];
  }
  for (const void* address : more.weaker_accesses) {
    if (std::ranges::find(weaker_accesses, address) == weaker_accesses.end()) {
      weaker_accesses.push_back(address);
    }
  }
}

void Met::exchange(Archive& archive) {
  constexpr std::size_t items_max = 1'000'000;
  archive.list(goal_runs, items_max, [&](std::uint64_t& runs) { archive.number(runs); });
  archive.list(weaker_accesses, items_max, [&](const void*& address) {
    auto number = std::bit_cast<std::uintptr_t>(address);
    archive.number(number);
    address = std::bit_cast<const void*>(number);
  });
}

Met met_here(const scenario::Experiment& experiment) {
  Met met;
  for (const scenario::Goal& goal : experiment.goals()) {
    met.goal_runs.push_back(goal.runs);
  }
  met.weaker_accesses = runtime::weaker_accesses();
  return met;
}

Met met_before(const ExploreResult* before) {
  Met met;
  if (before != nullptr) {
    for (const scenario::Goal& goal : before->goals) {
      met.goal_runs.push_back(goal.runs);
    }
    met.weaker_accesses = before->weaker_accesses;
  }
  return met;
}

Met since(const Met& earlier, Met now) {
  for (std::size_t i = 0; i < earlier.goal_runs.size(); ++i) {
    now.goal_runs[i] -= earlier.goal_runs[i];
  }
  return now;
}

void tell(const scenario::Experiment& experiment, const Met& elsewhere, ExploreResult& result) {
  Met all = met_here(experiment);
  all.add(elsewhere);
  result.goals = experiment.goals();
  for (std::size_t i = 0; i < result.goals.size(); ++i) {
    result.goals[i].runs = all.goal_runs[i];
  }
  result.weaker_accesses = std::move(all.weaker_accesses);
}

}  // namespace oncelab::schedule
