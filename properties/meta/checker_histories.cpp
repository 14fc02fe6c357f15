#include <oncelab/properties/meta/checker_histories.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace oncelab::meta {
namespace {

/// A right implementation of every subject, one atomic point at a time.
class World {
 public:
  World(Subject subject, Prng& random) : subject_(subject), random_(random) {}

  /// Performs the next point; true when that was the last, and the operation has its answer.
  bool step(DraftOperation& operation, std::uint32_t self, unsigned point) {
    return subject_ == Subject::inbox || subject_ == Subject::inbox_claiming
               ? handle(operation, self, point)
               : access(operation);
  }

 private:
  bool access(DraftOperation& operation) {
    const std::string initially = subject_ == Subject::cas_register ? "0" : "";
    std::string& cell = cells_.try_emplace(operation.key, initially).first->second;
    if (operation.f == "read") {
      operation.output = cell;
    } else if (operation.f == "write") {
      cell = std::to_string(operation.input[0]);
    } else {
      const bool matches = cell == std::to_string(operation.input[0]);
      cell = matches ? std::to_string(operation.input[1]) : cell;
      operation.output = matches ? "true" : "false";
    }
    return true;
  }

  bool handle(DraftOperation& operation, std::uint32_t self, unsigned point) {
    std::string& mark = cells_[operation.key];  // empty, handled, or the claim's holder
    const bool succeeds = random_.chance(2, 3);
    const std::string answer = succeeds ? "delivered" : "failed";
    if (point == 1) {
      mark = succeeds ? "handled" : "";
      operation.output = answer;
      return true;
    }
    if (mark == "handled") {
      operation.output = "duplicate";
      return true;
    }
    if (subject_ == Subject::inbox) {
      mark = succeeds ? "handled" : "";
      operation.output = answer;
      return true;
    }
    if (!mark.empty()) {
      operation.output = "in_flight";
      return true;
    }
    mark = std::to_string(self);
    return false;
  }

  Subject subject_;
  Prng& random_;
  std::map<std::string, std::string> cells_;
};

DraftOperation random_call(Subject subject, const DraftShape& shape, Prng& random) {
  DraftOperation operation;
  operation.key = "k" + std::to_string(random.below(shape.keys));
  const auto value = [&] { return static_cast<std::int64_t>(random.below(shape.values)); };
  if (subject == Subject::inbox || subject == Subject::inbox_claiming) {
    operation.f = "handle";
    return operation;
  }
  switch (random.below(3)) {
    case 0:
      operation.f = "read";
      break;
    case 1:
      operation.f = "write";
      operation.input = {value()};
      break;
    default:
      operation.f = "cas";
      operation.input = {value(), value()};
  }
  return operation;
}

struct Running {
  std::optional<std::size_t> operation;
  unsigned points = 0;
  bool answered = false;
};

history::Value value_of(const std::string& text, history::History& history) {
  if (text.empty()) {
    return history::Value::nil();
  }
  const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return digits ? history::Value::integer(std::stoll(text))
                : history::Value::symbol(history.intern(text));
}

}  // namespace

std::string_view name(Subject subject) {
  static constexpr std::string_view names[] = {"cas-register", "cas-register, nil=absent", "inbox",
                                               "inbox-claiming"};
  return names[static_cast<std::size_t>(subject)];
}

Draft legal_draft(Subject subject, const DraftShape& shape, Prng& random) {
  Draft draft;
  World world(subject, random);
  std::vector<Running> clients(shape.clients);
  std::vector<Running> abandoned;  // their clients have given up; they may still go on
  const auto step = [&](Running& running) {
    const auto index = *running.operation;
    running.answered =
        world.step(draft.operations[index], static_cast<std::uint32_t>(index), running.points++);
  };
  for (;;) {
    const bool more = draft.operations.size() < shape.operations;
    const bool busy = std::ranges::any_of(clients, [](auto& c) { return c.operation.has_value(); });
    if (!more && !busy) {
      return draft;
    }
    if (!abandoned.empty() && random.chance(1, 4)) {
      Running& ghost = abandoned[random.below(abandoned.size())];
      if (!ghost.answered) {
        step(ghost);
      }
      continue;
    }
    const std::uint64_t chosen = random.below(clients.size());
    Running& client = clients[chosen];
    if (!client.operation) {
      if (more) {
        client = {draft.operations.size(), 0, false};
        draft.operations.push_back(random_call(subject, shape, random));
        draft.operations.back().client = static_cast<std::uint32_t>(chosen);
        draft.moments.push_back({*client.operation, false});
      }
      continue;
    }
    DraftOperation& operation = draft.operations[*client.operation];
    if (random.chance(shape.unknown_percent, 300)) {
      if (client.points == 0 && random.chance(1, 3)) {
        operation.outcome = history::Outcome::fail;
      } else {
        abandoned.push_back(client);
      }
      if (operation.outcome == history::Outcome::fail || random.chance(1, 2)) {
        draft.moments.push_back({*client.operation, true});
      }
      client.operation.reset();
    } else if (!client.answered) {
      step(client);
    } else {
      operation.outcome = history::Outcome::ok;
      draft.moments.push_back({*client.operation, true});
      client.operation.reset();
    }
  }
}

void mutate(Draft& draft, Subject subject, const DraftShape& shape, Prng& random) {
  DraftOperation& operation = draft.operations[random.below(draft.operations.size())];
  const bool is_inbox = subject == Subject::inbox || subject == Subject::inbox_claiming;
  switch (random.below(4)) {
    case 0: {  // a return happens earlier, though not before its call
      const std::size_t from = random.below(draft.moments.size());
      const Draft::Moment moved = draft.moments[from];
      std::size_t to = from;
      while (moved.is_return && to > 0 && random.chance(3, 4) &&
             draft.moments[to - 1].operation != moved.operation) {
        --to;
      }
      draft.moments.erase(draft.moments.begin() + static_cast<std::ptrdiff_t>(from));
      draft.moments.insert(draft.moments.begin() + static_cast<std::ptrdiff_t>(to), moved);
      break;
    }
    case 1:
      if (!operation.input.empty()) {
        operation.input[random.below(operation.input.size())] =
            static_cast<std::int64_t>(random.below(shape.values));
        break;
      }
      [[fallthrough]];
    default:
      if (is_inbox) {
        static const std::string answers[] = {"delivered", "duplicate", "failed", "in_flight"};
        operation.output = answers[random.below(4)];
      } else if (operation.f == "read") {
        const std::uint64_t value = random.below(shape.values + 1);
        operation.output = value == shape.values ? "" : std::to_string(value);
      } else if (operation.f == "cas") {
        operation.output = operation.output == "true" ? "false" : "true";
      }
  }
}

history::History to_history(const Draft& draft) {
  history::History history;
  std::vector<history::OperationIndex> indices(draft.operations.size());
  std::uint64_t at = 0;
  for (const Draft::Moment& moment : draft.moments) {
    const DraftOperation& operation = draft.operations[moment.operation];
    const history::Timestamp now{at++};
    if (moment.is_return) {
      history.returned(indices[moment.operation], operation.outcome,
                       value_of(operation.output, history), now);
      continue;
    }
    history::Value input;
    if (operation.input.size() == 1) {
      input = history::Value::integer(operation.input[0]);
    } else if (operation.input.size() == 2) {
      input = history::Value::pair(operation.input[0], operation.input[1]);
    }
    indices[moment.operation] =
        history.call(ClientId{operation.client}, history.intern(operation.f),
                     history::Value::symbol(history.intern(operation.key)), input, now);
  }
  return history;
}

}  // namespace oncelab::meta
