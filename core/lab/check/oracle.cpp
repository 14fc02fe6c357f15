#include <oncelab/core/lab/check/oracle.hpp>

#include <limits>

namespace oncelab::check::oracle {
namespace {

struct Participant {
  std::uint64_t call = 0;
  std::uint64_t ret = 0;  // infinity for an unknown outcome
  std::vector<Way> ways;  // all that are to be tried
};

struct Trial {
  std::vector<Participant> participants;
  std::vector<const Way*> chosen;
  std::vector<std::size_t> done;   // points placed, per participant
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

bool some_order(Trial& trial, const World& world) {
  bool all_done = true;
  for (std::size_t i = 0; i < trial.participants.size(); ++i) {
    if (trial.done[i] == trial.chosen[i]->size()) {
      continue;
    }
    all_done = false;
    if (trial.tries_left == 0) {
      trial.exhausted = true;
      return false;
    }
    --trial.tries_left;
    World after = world;
    if (!may_come_last(trial, i) || !(*trial.chosen[i])[trial.done[i]](after)) {
      continue;
    }
    ++trial.done[i];
    trial.order.push_back(i);
    const bool found = some_order(trial, after);
    trial.order.pop_back();
    --trial.done[i];
    if (found) {
      return true;
    }
  }
  return all_done;
}

bool some_choice(Trial& trial, const World& initial, std::size_t next) {
  if (next == trial.participants.size()) {
    return some_order(trial, initial);
  }
  for (const Way& way : trial.participants[next].ways) {
    trial.chosen[next] = &way;
    if (some_choice(trial, initial, next + 1)) {
      return true;
    }
  }
  return false;
}

std::vector<Way> with_prefixes(const std::vector<Way>& ways) {
  std::vector<Way> all{Way{}};
  for (const Way& way : ways) {
    for (std::size_t length = 1; length <= way.size(); ++length) {
      all.emplace_back(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(length));
    }
  }
  return all;
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
    Participant participant;
    participant.call = static_cast<std::uint64_t>(operation.call_event);
    participant.ret = answered ? static_cast<std::uint64_t>(operation.return_event)
                               : std::numeric_limits<std::uint64_t>::max();
    participant.ways = answered ? ways(history, i) : with_prefixes(ways(history, i));
    trial.participants.push_back(std::move(participant));
  }
  trial.chosen.resize(trial.participants.size());
  trial.done.resize(trial.participants.size());
  const bool found = some_choice(trial, initial, 0);
  if (!found && trial.exhausted) {
    return std::nullopt;
  }
  return found;
}

}  // namespace oncelab::check::oracle
