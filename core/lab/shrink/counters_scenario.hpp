// Scenario "counters", for tests of minimising: operations whose arguments matter.
//
// Clients add to counters. Operation "add", key: the counter, input: how much, a number from 1 to
// 99, or nothing for 1, or "careless". Plain code over runtime::point(), as the toy scenario, and
// not registered. An addition reads in one step and writes in the next: it can lose the updates
// between. Known minima, by variant:
//
//   torn      one counter only; an update is lost            2 clients x 1, any arguments,
//                                                            1 preemption
//   keyed     a counter for each key; an update is lost      2 clients x 1, the same key, 1
//   two-keys  the same; updates of two keys are lost         2 clients, two keys each
//   amounts   one counter; 3 or more is lost                 2 clients x 1, one adds 3, 1
//   careful   one counter; an addition that read something   1 and 2 operations, 3 preemptions;
//             old reads once more, unless "careless"; an     1, if the one that is interrupted
//             update is lost, among three operations         is careless
//   crowded   a counter for each key; an update is lost, or  2 clients x 1, the same key, 1;
//             three clients are inside, whatever their keys  3 x 1 if no two keys are the same
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::shrink {

[[nodiscard]] const scenario::Scenario& counters_scenario();

}  // namespace oncelab::shrink
