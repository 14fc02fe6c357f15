# The mutants of the explorer, by file. Each must change a count of the table.
#
# Not among them, because no count changes:
# - Races looked for from the earliest conflict on, not from the latest: an event that is not the
#   latest before another is then taken for a race too. What reverses it is a sequence that can be
#   run; it is planned only if nothing covers it. It costs time, not runs.
# - One of: plans not pruned between runs, plans not pruned on the way, reversals planned for those
#   asleep too, going on without a plan while somebody is asleep. Each finds what another missed.
# - A moved step that may not end its operation, that keeps its values, or that a branch with one
#   value covers (dependency.cpp, wakeup_tree.cpp): wrong on paper. Among thousands of random
#   programs none showed it; that there is none is not proven.

# Which uses of a place conflict.
oncelab_mutant(reads_do_not_commute dependency.hpp
  [[return ((a & use_write) != 0 && (b & contents) != 0) ||]]
  [[return (a & b & use_read) != 0 || ((a & use_write) != 0 && (b & contents) != 0) ||]])
oncelab_mutant(reads_and_writes_commute dependency.hpp
  [[contents = use_read | use_write | use_share;]]
  [[contents = use_write | use_share;]])
oncelab_mutant(writes_commute dependency.hpp
  [[contents = use_read | use_write | use_share;]]
  [[contents = use_read | use_share;]])
oncelab_mutant(readers_sections_do_not_commute dependency.hpp
  [[return ((a & use_write) != 0 && (b & contents) != 0) ||]]
  [[return (a & b & use_share) != 0 || ((a & use_write) != 0 && (b & contents) != 0) ||]])
oncelab_mutant(failed_attempts_and_readers_commute dependency.hpp
  [[((a & use_read) != 0 && (b & use_share) != 0) ||
         ((a & use_share) != 0 && (b & use_read) != 0) ||]]
  [[]])
oncelab_mutant(queue_uses_commute dependency.hpp
  [[ || (a & b & use_queue) != 0 ||]]
  [[ ||]])
oncelab_mutant(marks_commute dependency.hpp
  [[ ||
         ((a & use_begin) != 0 && (b & use_end) != 0) ||
         ((a & use_end) != 0 && (b & use_begin) != 0);]]
  [[;]])
oncelab_mutant(begins_do_not_commute dependency.hpp
  [[((a & use_begin) != 0 && (b & use_end) != 0) ||]]
  [[((a & use_begin) != 0 && (b & (use_begin | use_end)) != 0) ||]])

# What a step may do when its outcome is not known.
oncelab_mutant(attempts_end_as_they_did dependency.cpp
  [[any.accesses[0].use |= use_write;]]
  [[any.accesses[0].use |= 0;]])
oncelab_mutant(waits_end_as_they_did dependency.cpp
  [[any.accesses[0].use |= use_read | use_queue;]]
  [[any.accesses[0].use |= 0;]])
oncelab_mutant(attempts_do_not_fail_for_no_cause dependency.cpp
  [[any.depends_on_all |= spurious;]]
  [[any.depends_on_all |= spurious && event.depends_on_all;]])
oncelab_mutant(all_places_are_one dependency.cpp
  [[x.place == y.place && conflict]]
  [[conflict]])

# Labels of steps.
oncelab_mutant(failed_compare_exchange_writes labeller.cpp
  [[return {failed ? use_read : use_write};]]
  [[return {use_write};]])
oncelab_mutant(failed_try_lock_writes labeller.cpp
  [[return failed ? Label{use_read} : Label{use_write, Blocking::tries};]]
  [[return failed ? Label{use_write} : Label{use_write, Blocking::tries};]])
oncelab_mutant(readers_lock_as_writers labeller.cpp
  [[return failed ? Label{use_read} : Label{use_share, acquires};]]
  [[return failed ? Label{use_read} : Label{use_write, acquires};]])
oncelab_mutant(waits_keep_the_mutex labeller.cpp
  [[e.accesses[1] = {place_of_object(trace, s.second), use_write};]]
  [[e.accesses[1] = {place_of_object(trace, s.second), 0};]])
oncelab_mutant(one_partition_for_all labeller.cpp
  [[partition_ ? partition_(client, s.operation - 1) : 0;]]
  [[partition_ ? 0 * partition_(client, s.operation - 1) : 0;]])
oncelab_mutant(waiting_does_not_read labeller.cpp
  [[failed ? use_read : use_read | use_queue)}]]
  [[failed ? use_read : use_queue)}]])
oncelab_mutant(once_done_enters_the_queue labeller.cpp
  [[: Label{use_read, Blocking::passes};]]
  [[: Label{use_queue, Blocking::passes};]])

# Order and races.
oncelab_mutant(a_lock_races_with_the_unlock event_order.cpp
  [[? acquired_by(r) : second;]]
  [[? r : second;]])
oncelab_mutant(locks_do_not_race event_order.cpp
  [[if (acquired < second && !covered(]]
  [[if (acquired > second && !covered(]])
oncelab_mutant(earlier_events_end_at_a_read event_order.cpp
  [[contents_done |= (use & use_write) != 0;]]
  [[contents_done |= (use & (use_read | use_write)) != 0;]])
oncelab_mutant(marks_end_the_search event_order.cpp
  [[(marks || !queue_done || !contents_done)]]
  [[((marks && !contents_done) || !queue_done || !contents_done)]])
oncelab_mutant(covered_races_count event_order.cpp
  [[if (!covered(now, *i)) {]]
  [[if (!covered(now, *i) || second != 0) {]])
oncelab_mutant(wakes_are_no_cause event_order.cpp
  [[if (w.thread == event.thread) {]]
  [[if (w.thread == event.thread && index == 0) {]])
oncelab_mutant(creation_is_no_cause observed_run.cpp
  [[causes.after.push_back(created - 1);]]
  [[]])
oncelab_mutant(joining_is_no_cause observed_run.cpp
  [[causes.after.push_back(latest - 1);]]
  [[]])

# Sleep sets, values, wakeup trees.
oncelab_mutant(sleepers_never_wake sleep_set.cpp
  [[s.awake |= dependent(s.event, event);]]
  [[s.awake |= s.event.thread == event.thread;]])
oncelab_mutant(sleepers_all_wake sleep_set.cpp
  [[s.awake |= dependent(s.event, event);]]
  [[s.awake |= dependent(s.event, event) || s.event.thread != event.thread;]])
oncelab_mutant(one_outcome_sleeps_for_all sleep_set.cpp
  [[return of.event.thread != s.event.thread || initial(of);]]
  [[return of.event.thread != s.event.thread || initial(s);]])
oncelab_mutant(sleeping_values_are_chosen dpor.cpp
  [[while (node.asleep.sleeps(]]
  [[while (depth_ == 0 && node.asleep.sleeps(]])
oncelab_mutant(explored_threads_stay_awake dpor.cpp
  [[node.asleep.add(node.taken);]]
  [[]])
oncelab_mutant(only_first_values step_values.cpp
  [[if (last.taken + 1 < last.options) {]]
  [[if (last.taken + 1 > last.options) {]])
oncelab_mutant(open_sections_of_readers_stay reversal.cpp
  [[if (second.kind != runtime::OpKind::rwlock_write_lock) {]]
  [[if (second.kind != runtime::OpKind::none) {]])
oncelab_mutant(planned_after_other_values dpor.cpp
  [[if (then.values == event.values) {]]
  [[if (then.values != event.values) {]])
oncelab_mutant(insertion_never_covers wakeup_tree.cpp
  [[{ return covers(b.first, v); });
    if (covering]]
  [[{ return v.empty() && covers(b.first, v); });
    if (covering]])
oncelab_mutant(insertion_always_covers wakeup_tree.cpp
  [[{ return covers(b.first, v); });
    if (covering]]
  [[{ return !v.empty() || covers(b.first, v); });
    if (covering]])
oncelab_mutant(redundant_leaves_lose_what_they_covered wakeup_tree.cpp
  [[branch.leaf = false;]]
  [[if (branch.leaf) {
      branch.then.clear();
    }]])
oncelab_mutant(redundant_leaves_are_kept wakeup_tree.cpp
  [[bool live = branch.leaf && !]]
  [[bool live = branch.leaf || !]])
oncelab_mutant(initial_whatever_the_values wakeup_tree.cpp
  [[return known.values == event.values && known]]
  [[return known]])
oncelab_mutant(woken_or_for_no_cause_is_the_same wakeup_tree.cpp
  [[known.depends_on_all == event.depends_on_all &&]]
  [[]])
oncelab_mutant(not_initial_if_not_planned wakeup_tree.cpp
  [[return !event.is_of_world() && independent_of(event, v.begin(), v.end());]]
  [[return v.empty() && independent_of(event, v.begin(), v.end());]])
oncelab_mutant(planned_outcomes_are_believed wakeup_tree.cpp
  [[own->outcome_known ? own->event : event;]]
  [[own->event;]])
oncelab_mutant(races_of_earlier_steps_are_forgotten dpor.cpp
  [[for (const Race& race : run_.races()) {]]
  [[for (const Race& race : run_.races()) {
    if (race.second < run_.fresh()) {
      continue;
    }]])
oncelab_mutant(leaves_stay_open_for_sleepers dpor.cpp
  [[if (anything && !somebody_sleeps) {]]
  [[if (anything) {]])
