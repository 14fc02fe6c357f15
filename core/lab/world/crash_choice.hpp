// Change: something that was written and may be lost in a crash; and what a crash does to such.
//
// Shared by the bytes of a file (file_image.hpp) and by the directory (directory_image.hpp): both
// are a state that the disk holds for certain and a list of changes since, of which a crash keeps
// some.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <oncelab/core/lab/world/environment.hpp>

namespace oncelab::world {

/// Which crashes there are. With both off, a crash cuts the changes since the last sync at one
/// place.
struct CrashOptions {
  bool torn = true;       // half of a write may reach the disk
  bool reordered = true;  // a change may be kept though an earlier one is lost
};

enum class Safety : std::uint8_t {
  unsynced,
  doubtful,  // a sync failed: counts as clean, so no later sync saves it
  synced,    // still listed only because an earlier change is not
};

enum class Fate : std::uint8_t { kept, lost, torn };

struct Change {
  Safety safety = Safety::unsynced;
  Fate fate = Fate::kept;
  bool can_tear = false;

  [[nodiscard]] bool at_risk() const { return safety != Safety::synced; }
};

/// What became of what was at risk in a crash.
struct Losses {
  unsigned kept = 0;
  unsigned lost = 0;
  unsigned torn = 0;

  Losses& operator+=(const Losses& other) {
    kept += other.kept;
    lost += other.lost;
    torn += other.torn;
    return *this;
  }
};

/// What a sync does to those that are not decided yet.
template <class C>
void mark_synced(std::span<C> changes, bool succeeded) {
  for (C& change : changes) {
    if (change.safety == Safety::unsynced) {
      change.safety = succeeded ? Safety::synced : Safety::doubtful;
    }
  }
}

/// How many at the front are certain, and need not be listed any longer.
template <class C>
[[nodiscard]] std::ptrdiff_t certain_prefix(std::span<const C> changes) {
  return std::ranges::find_if(changes, [](const C& change) { return change.at_risk(); }) -
         changes.begin();
}

template <class C>
[[nodiscard]] Losses count_losses(std::span<const C> changes) {
  Losses losses;
  for (const C& change : changes) {
    losses.kept += change.at_risk() && change.fate == Fate::kept ? 1U : 0U;
    losses.lost += change.fate == Fate::lost ? 1U : 0U;
    losses.torn += change.fate == Fate::torn ? 1U : 0U;
  }
  return losses;
}

/// Sets the fate of each. Reordered: a choice for each change at risk (kept, lost, torn). Otherwise
/// one choice for all: nothing lost, the last torn, the last lost, the last lost and the one before
/// it torn, ...
template <class C>
Losses choose_fates(std::span<C> changes, const CrashOptions& options, Environment& environment) {
  const auto ways_to_fail = [&](const C& change) {
    return options.torn && change.can_tear ? 2U : 1U;
  };
  if (options.reordered) {
    for (C& change : changes) {
      if (change.at_risk()) {
        change.fate = static_cast<Fate>(environment.aftermath(1 + ways_to_fail(change)));
      }
    }
    return count_losses(std::span<const C>(changes));
  }
  unsigned ways = 1;
  for (const C& change : changes) {
    ways += change.at_risk() ? ways_to_fail(change) : 0;
  }
  unsigned cut = ways == 1 ? 0 : environment.aftermath(ways);
  for (auto change = changes.rbegin(); change != changes.rend() && cut != 0; ++change) {
    if (change->at_risk()) {
      const unsigned own = ways_to_fail(*change);
      change->fate = cut < own ? Fate::torn : Fate::lost;
      cut -= std::min(cut, own);
    }
  }
  return count_losses(std::span<const C>(changes));
}

}  // namespace oncelab::world
