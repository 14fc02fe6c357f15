// Events, plans and wakeup trees as numbers (archive.hpp). Internal to the partial-order reduction.
#pragma once

#include <vector>

#include <oncelab/core/lab/schedule/archive.hpp>
#include <oncelab/core/lab/schedule/wakeup_tree.hpp>

namespace oncelab::schedule {

void exchange(Archive& archive, Event& event);
void exchange(Archive& archive, std::vector<Event>& events);
void exchange(Archive& archive, Continuation& continuation);
void exchange(Archive& archive, WakeupTree& tree);

}  // namespace oncelab::schedule
