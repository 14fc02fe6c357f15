#include <oncelab/core/lab/schedule/reversal.hpp>

#include <algorithm>

namespace oncelab::schedule {

namespace {

bool follows(const std::vector<std::uint32_t>& heads, std::uint32_t i, const EventOrder& order) {
  return std::ranges::any_of(heads, [&](std::uint32_t h) { return h <= i && order.before(h, i); });
}

}  // namespace

std::vector<std::uint32_t> left_out_for(const Race& race, const EventOrder& order) {
  std::vector<std::uint32_t> heads = {race.first};
  const Event& second = order[race.second];
  if (second.kind != runtime::OpKind::rwlock_write_lock) {
    return heads;
  }
  while (true) {
    std::vector<std::uint32_t> open;  // acquisitions kept, whose release is not
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      const Event& e = order[i];
      if (e.kind == runtime::OpKind::crash && i != race.second && !follows(heads, i, order)) {
        // Whoever of the process held it holds it no more.
        std::erase_if(open, [&](std::uint32_t a) {
          return order[a].accesses[3].place == e.accesses[3].place;
        });
        continue;
      }
      if (i == race.second || e.thread == second.thread || follows(heads, i, order) ||
          e.blocking == Blocking::none || e.held().place != second.held().place) {
        continue;
      }
      if (e.blocking == Blocking::releases) {
        std::erase_if(open, [&](std::uint32_t a) { return order[a].thread == e.thread; });
      } else {
        open.push_back(i);
      }
    }
    if (open.empty()) {
      return heads;
    }
    heads.insert(heads.end(), open.begin(), open.end());
  }
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
