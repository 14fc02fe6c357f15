#include <oncelab/core/lab/schedule/reversal.hpp>

#include <algorithm>

namespace oncelab::schedule {

namespace {

bool follows(const std::vector<std::uint32_t>& heads, std::uint32_t i, const EventOrder& order) {
  return std::ranges::any_of(heads, [&](std::uint32_t h) { return h <= i && order.before(h, i); });
}

// Acquisitions of what the second event wants that are kept, and whose release is not.
std::vector<std::uint32_t> open_without(const std::vector<std::uint32_t>& heads,
                                        std::uint32_t second, const EventOrder& order) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const Event& e = order[i];
    if (i == second || follows(heads, i, order)) {
      continue;
    }
    if (e.kind == runtime::OpKind::crash) {
      // Whoever of the process held it holds it no more.
      std::erase_if(
          open, [&](std::uint32_t a) { return order[a].accesses[3].place == e.accesses[3].place; });
    }
    if (e.thread == order[second].thread || e.blocking == Blocking::none ||
        e.held().place != order[second].held().place) {
      continue;
    }
    if (e.blocking == Blocking::releases) {
      std::erase_if(open, [&](std::uint32_t a) { return order[a].thread == e.thread; });
    } else {
      open.push_back(i);
    }
  }
  return open;
}

// Would the event, whose deadline had passed, wait again: is something left out that made time
// pass?
bool waits_without(const std::vector<std::uint32_t>& heads, std::uint32_t event,
                   const EventOrder& order) {
  for (std::uint32_t i = 0; i < event; ++i) {
    if (order[i].moves_clock() && order.before(i, event) && follows(heads, i, order)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::uint32_t> left_out_for(const Race& race, const EventOrder& order) {
  std::vector<std::uint32_t> heads = {race.first};
  const Event& second = order[race.second];
  if (second.kind != runtime::OpKind::rwlock_write_lock) {
    return heads;
  }
  const bool late = second.blocking == Blocking::tries || (second.gave_up() && !second.after_all);
  while (!late || waits_without(heads, race.second, order)) {
    const std::vector<std::uint32_t> open = open_without(heads, race.second, order);
    if (open.empty()) {
      break;
    }
    heads.insert(heads.end(), open.begin(), open.end());
  }
  return heads;
}

Continuation without(const std::vector<std::uint32_t>& heads, std::uint32_t moved,
                     const Event& last, const EventOrder& order) {
  Continuation v;
  for (std::uint32_t i = *std::ranges::min_element(heads) + 1; i < order.size(); ++i) {
    if (i != moved && !follows(heads, i, order)) {
      v.push_back({order[i], true});
    }
  }
  v.push_back({last, false});
  return v;
}

}  // namespace oncelab::schedule
