// For tests of minimising: what is examined, and a run of it that fails.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::shrink {

inline cases::Subject subject_of(const scenario::Scenario& scenario, std::string variant,
                                 scenario::Program program) {
  cases::Subject subject;
  subject.scenario = &scenario;
  subject.variant = std::move(variant);
  subject.program = std::move(program);
  subject.bound.steps_max = 5000;
  return subject;
}

/// A failing run that a random search finds, of the given property (or of any).
inline schedule::Found found_at_random(const cases::Subject& subject, std::uint64_t seed,
                                       std::string_view property = {}) {
  const auto experiment = cases::bind(subject);
  schedule::StrategyOptions options;
  options.seed = Seed{seed};
  const auto strategy = schedule::make_strategy("random", options);
  schedule::Record record(*strategy.value());
  for (int i = 0; i < 10'000; ++i) {
    schedule::Found found;
    (void)(*strategy)->begin_run();
    record.restart();
    found.outcome =
        runtime::run(*experiment, record, cases::run_options(subject.bound), found.trace);
    (void)(*strategy)->end_run(found.trace, found.outcome);
    auto failure = schedule::judge(*experiment, found.outcome);
    if (failure && (property.empty() || failure->property == property)) {
      found.schedule = record.schedule();
      found.failure = *failure;
      return found;
    }
  }
  ADD_FAILURE() << "nothing fails";
  return {};
}

inline std::vector<std::size_t> shape(const scenario::Program& program) {
  std::vector<std::size_t> sizes;
  for (const auto& client : program.clients) {
    sizes.push_back(client.size());
  }
  std::ranges::sort(sizes);
  return sizes;
}

}  // namespace oncelab::shrink
