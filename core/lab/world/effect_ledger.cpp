#include <oncelab/core/lab/world/effect_ledger.hpp>

#include <algorithm>

namespace oncelab::world {

void EffectLedger::record(const Effect& effect) {
  entries_.push_back(effect);
  history_.effect(effect.by, effect.label, effect.of, effect.at);
}

std::uint32_t EffectLedger::count(history::Symbol label, const history::Value& of) const {
  return static_cast<std::uint32_t>(std::ranges::count_if(
      entries_, [&](const Effect& e) { return e.label == label && e.of == of; }));
}

}  // namespace oncelab::world
