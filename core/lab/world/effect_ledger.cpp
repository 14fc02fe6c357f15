#include <oncelab/core/lab/world/effect_ledger.hpp>

#include <algorithm>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::world {

EffectIndex EffectLedger::record(const Effect& effect) {
  entries_.push_back(effect);
  history_.effect(effect.by, effect.label, effect.of, effect.at);
  return static_cast<EffectIndex>(entries_.size() - 1);
}

void EffectLedger::lose(EffectIndex effect) {
  const auto index = static_cast<std::size_t>(effect);
  ONCELAB_ASSERT(index < entries_.size() && !entries_[index].lost);
  entries_[index].lost = true;
}

std::uint32_t EffectLedger::count(history::Symbol label, const history::Value& of) const {
  return static_cast<std::uint32_t>(std::ranges::count_if(
      entries_, [&](const Effect& e) { return e.label == label && e.of == of && !e.lost; }));
}

}  // namespace oncelab::world
