#include <oncelab/core/lab/check/oracle.hpp>

#include <algorithm>
#include <limits>

namespace oncelab::check::oracle {
namespace {

struct Participant {
  std::uint64_t call = 0;
  std::uint64_t ret = 0;  // infinity for an unknown outcome
  bool answered = false;
  std::vector<Way> ways;
  const Way* chosen = nullptr;  // when its first point is placed
  std::size_t done = 0;         // points placed

  [[nodiscard]] bool is_over() const { return chosen != nullptr && done == chosen->size(); }
  [[nodiscard]] bool must_go_on() const { return answered && !is_over(); }
};

struct Trial {
  std::vector<Participant> participants;
  std::vector<std::size_t> order;  // participants, one entry per point placed
  std::uint64_t tries_left = 0;
  bool exhausted = false;
};

bool may_come_last(const Trial& trial, std::size_t candidate) {
  for (const std::size_t earlier : trial.order) {
    if (trial.participants[earlier].call > trial.participants[candidate].ret) {
      return false;
    }
  }
  return true;
}

bool some_order(Trial& trial, const World& world);

/// Places the next point of the chosen way, and whatever may follow.
bool some_order_after_next(Trial& trial, const World& world, std::size_t i) {
  Participant& participant = trial.participants[i];
  if (trial.tries_left == 0) {
    trial.exhausted = true;
    return false;
  }
  --trial.tries_left;
  World after = world;
  if (!(*participant.chosen)[participant.done](after)) {
    return false;
  }
  ++participant.done;
  trial.order.push_back(i);
  const bool found = some_order(trial, after);
  trial.order.pop_back();
  --participant.done;
  return found;
}

/// Of what did not answer, every prefix may have happened.
bool some_order(Trial& trial, const World& world) {
  if (std::ranges::none_of(trial.participants, &Participant::must_go_on)) {
    return true;
  }
  for (std::size_t i = 0; i < trial.participants.size(); ++i) {
    Participant& participant = trial.participants[i];
    if (participant.is_over() || !may_come_last(trial, i)) {
      continue;
    }
    if (participant.chosen != nullptr) {
      if (some_order_after_next(trial, world, i)) {
        return true;
      }
      continue;
    }
    for (const Way& way : participant.ways) {
      participant.chosen = &way;
      const bool found = some_order_after_next(trial, world, i);
      participant.chosen = nullptr;
      if (found) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<bool> explainable(const history::History& history, const Ways& ways,
                                const World& initial, std::uint64_t tries_max) {
  Trial trial;
  trial.tries_left = tries_max;
  for (std::uint32_t i = 0; i < history.operations().size(); ++i) {
    const history::Operation& operation = history.operations()[i];
    if (operation.returned() && operation.outcome == history::Outcome::fail) {
      continue;
    }
    const bool answered = operation.returned() && operation.outcome == history::Outcome::ok;
    trial.participants.push_back({.call = static_cast<std::uint64_t>(operation.call_event),
                                  .ret = answered
                                             ? static_cast<std::uint64_t>(operation.return_event)
                                             : std::numeric_limits<std::uint64_t>::max(),
                                  .answered = answered,
                                  .ways = ways(history, i)});
  }
  const bool found = some_order(trial, initial);
  if (!found && trial.exhausted) {
    return std::nullopt;
  }
  return found;
}

}  // namespace oncelab::check::oracle
