#include <oncelab/properties/meta/checker_histories.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>

#include <oncelab/properties/meta/checker_players.hpp>

namespace oncelab::meta {
namespace {

struct Running {
  std::optional<std::size_t> operation;
  unsigned points = 0;
  bool answered = false;
};

bool is_number(const std::string& word) {
  const std::size_t sign = word.starts_with('-') ? 1 : 0;
  return word.size() > sign && std::all_of(word.begin() + static_cast<std::ptrdiff_t>(sign),
                                           word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

history::Value value_of(const Words& words, history::History& history) {
  std::vector<history::Value> items;
  for (const std::string& word : words) {
    if (word == "nil") {
      items.push_back(history::Value::nil());
      continue;
    }
    if (word.starts_with('{')) {
      std::istringstream parts(word.substr(1, word.size() - 2));
      std::vector<history::Value> listed;
      for (std::string part; parts >> part;) {
        listed.push_back(value_of({part}, history));
      }
      items.push_back(history.list(listed));
      continue;
    }
    if (word.find(' ') != std::string::npos) {
      std::istringstream parts(word);
      items.push_back(value_of({std::istream_iterator<std::string>(parts), {}}, history));
      continue;
    }
    items.push_back(is_number(word) ? history::Value::integer(std::stoll(word))
                                    : history::Value::symbol(history.intern(word)));
  }
  if (items.size() < 2) {
    return items.empty() ? history::Value::nil() : items[0];
  }
  return history.list(items);
}

/// One number a little more or less; false if there is none.
bool nudge(Words& words, Prng& random) {
  std::vector<std::string*> numbers;
  for (std::string& word : words) {
    if (is_number(word)) {
      numbers.push_back(&word);
    }
  }
  if (numbers.empty()) {
    return false;
  }
  std::string& number = *numbers[random.below(numbers.size())];
  const long long step = 1 + static_cast<long long>(random.below(3));
  const long long value = std::stoll(number);
  number = std::to_string(random.chance(1, 2) || value < step ? value + step : value - step);
  return true;
}

/// A return happens earlier, though not before its call.
void move_return(Draft& draft, Prng& random) {
  const std::size_t from = random.below(draft.moments.size());
  const Draft::Moment moved = draft.moments[from];
  std::size_t to = from;
  while (moved.is_return && to > 0 && random.chance(3, 4) &&
         draft.moments[to - 1].operation != moved.operation) {
    --to;
  }
  draft.moments.erase(draft.moments.begin() + static_cast<std::ptrdiff_t>(from));
  draft.moments.insert(draft.moments.begin() + static_cast<std::ptrdiff_t>(to), moved);
}

}  // namespace

std::string_view name(Subject subject) {
  static constexpr std::string_view names[] = {"cas-register",
                                               "cas-register, nil=absent",
                                               "inbox",
                                               "inbox-claiming",
                                               "claim-store",
                                               "api-request",
                                               "order",
                                               "order, profile=seed",
                                               "counter",
                                               "kv",
                                               "multi-register",
                                               "mutex",
                                               "priority-queue",
                                               "queue",
                                               "set",
                                               "set-with-reads",
                                               "stack"};
  return names[static_cast<std::size_t>(subject)];
}

std::string identifier(Subject subject) {
  std::string text(name(subject));
  std::erase(text, ' ');
  std::ranges::replace_if(text, [](char c) { return c < 'a' || c > 'z'; }, '_');
  return text;
}

bool keys_are_independent(Subject subject) {
  return subject != Subject::order_strict && subject != Subject::order_seed;
}

bool has_two_points(Subject subject) {
  return subject == Subject::inbox_claiming || subject == Subject::api_request;
}

Draft legal_draft(Subject subject, const DraftShape& shape, Prng& random) {
  Draft draft;
  const std::unique_ptr<Player> player = player_of(subject, shape, random);
  std::vector<Running> clients(shape.clients);
  std::vector<Running> abandoned;  // their clients have given up; they may still go on
  const auto step = [&](Running& running) {
    const auto index = *running.operation;
    running.answered =
        player->step(draft.operations[index], static_cast<std::uint32_t>(index), running.points++);
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
        draft.operations.push_back(player->call());
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
  DraftShape more = shape;
  more.unique_from = shape.operations;
  const std::unique_ptr<Player> player = player_of(subject, more, random);
  // Of operations that say nothing little can be wrong.
  std::size_t chosen = random.below(draft.operations.size());
  for (int tries = 0; tries < 4 && player->any_answer(draft.operations[chosen]).empty(); ++tries) {
    chosen = random.below(draft.operations.size());
  }
  DraftOperation& operation = draft.operations[chosen];
  switch (random.below(4)) {
    case 0:
      move_return(draft, random);
      return;
    case 1:
      if (const DraftOperation other = player->call(); other.f == operation.f) {
        operation.input = other.input;
        if (subject == Subject::multi_register) {
          operation.output = player->any_answer(operation);  // its answer repeats the question
        }
        return;
      }
      break;
    case 2:
      if (nudge(random.chance(1, 2) ? operation.input : operation.output, random)) {
        return;
      }
      break;
    default:
      break;
  }
  const Words before = operation.output;
  for (int tries = 0; tries < 4 && operation.output == before; ++tries) {
    operation.output = player->any_answer(operation);
  }
  if (subject == Subject::mutex) {
    operation.f = player->call().f;  // all that it says
  }
}

void forget_time(DraftOperation& operation) {
  static const std::map<std::string, std::size_t> words_without_time{
      {"started", 2}, {"in_flight", 1}, {"executed", 2},    {"failed", 1},
      {"threw", 1},   {"lost", 2},      {"lost_failure", 1}};
  const auto found = operation.output.empty() ? words_without_time.end()
                                              : words_without_time.find(operation.output[0]);
  if (found != words_without_time.end() && operation.output.size() > found->second) {
    operation.output.pop_back();
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
    const history::Value key = operation.key.empty()
                                   ? history::Value::nil()
                                   : history::Value::symbol(history.intern(operation.key));
    const history::Value input = value_of(operation.input, history);
    indices[moment.operation] =
        history.call(ClientId{operation.client}, history.intern(operation.f), key, input, now);
  }
  return history;
}

}  // namespace oncelab::meta
