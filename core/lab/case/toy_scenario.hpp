// Scenario "toy", for tests: clients add one to a counter in two steps, and say what they read.
// Plain code over runtime::point(): nothing is instrumented. Known minima, by variant:
//
//   torn       a lost update                          2 clients x 1, 1 preemption
//   whole      adds in one step: held
//   greedy     two updates lost in one run            1 and 2 operations, 1 preemption
//   three      three clients in the middle at once;   3 clients x 1, 2 preemptions
//              lost updates fail too, under another property
//   alone      the second operation of a client       1 client x 2, 0 preemptions
//   stuck      waits for another client forever       1 client x 1, 0 preemptions: the step limit
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::cases {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_toy_scenario();

/// Registers it once and returns it.
const scenario::Scenario& toy_scenario();

}  // namespace oncelab::cases
