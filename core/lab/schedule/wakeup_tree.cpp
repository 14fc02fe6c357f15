#include <oncelab/core/lab/schedule/wakeup_tree.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/schedule/sleep_set.hpp>

namespace oncelab::schedule {

namespace {

Continuation::const_iterator first_of(std::uint8_t thread, const Continuation& v) {
  return std::ranges::find_if(v, [thread](const Planned& p) { return p.event.thread == thread; });
}

bool independent_of(const Event& event, Continuation::const_iterator begin,
                    Continuation::const_iterator end) {
  return std::none_of(begin, end, [&event](const Planned& p) { return dependent(event, p.event); });
}

// A branch with one of the values that a step may choose says nothing of the others.
bool covers(const Planned& first, const Continuation& v) {
  if (first.outcome_known && first.event.values != 0) {
    const auto own = first_of(first.event.thread, v);
    if (own != v.end() && !own->outcome_known) {
      return false;
    }
  }
  return weakly_initial(first.event, v);
}

// One sequence of a branch, from its root to a leaf, at a time.
bool prune_below(WakeupBranch& branch, Continuation& path, const SleepSet& asleep) {
  path.push_back(branch.first);
  bool live = branch.leaf && !asleep.makes_redundant(path);
  if (!live) {
    branch.leaf = false;
    std::erase_if(branch.then,
                  [&](WakeupBranch& next) { return !prune_below(next, path, asleep); });
    live = !branch.then.empty();
  }
  path.pop_back();
  return live;
}

}  // namespace

bool weakly_initial(const Event& event, const Continuation& v) {
  const auto own = first_of(event.thread, v);
  if (own == v.end()) {
    // What need not happen to the world at all does not come after v for certain.
    return !event.is_of_world() && independent_of(event, v.begin(), v.end());
  }
  // Going on for no cause and going on because of another are not the same event.
  const Event& known = own->outcome_known ? own->event : event;
  return known.values == event.values && known.depends_on_all == event.depends_on_all &&
         independent_of(known, v.begin(), own);
}

void insert(WakeupTree& tree, Continuation v) {
  WakeupTree* level = &tree;
  while (!v.empty()) {
    const auto covering =
        std::ranges::find_if(*level, [&v](const WakeupBranch& b) { return covers(b.first, v); });
    if (covering == level->end()) {
      WakeupTree chain;
      for (; !v.empty(); v.pop_back()) {
        const bool leaf = chain.empty();
        WakeupBranch link{v.back(), std::exchange(chain, {}), leaf};
        chain.push_back(std::move(link));
      }
      level->push_back(std::move(chain.front()));
      return;
    }
    if (const auto own = first_of(covering->first.event.thread, v); own != v.end()) {
      v.erase(own);
    }
    level = &covering->then;
  }
}

void prune(WakeupTree& tree, const SleepSet& asleep) {
  Continuation path;
  std::erase_if(tree, [&](WakeupBranch& b) { return !prune_below(b, path, asleep); });
}

}  // namespace oncelab::schedule
