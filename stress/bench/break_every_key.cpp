// break_every_key: a key-value history that is legal becomes one that is illegal in every key: of
// each key one answer of a get, chosen by the seed, forgets an append that had returned before.
//
//   oncelab_break_every_key SEED FILE > NEW.jsonl
//
// The same seed and file give the same history. Keys without such an answer are left as they are;
// how many were changed is said on standard error.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace {

using namespace oncelab;

struct Lost {
  std::uint32_t get = 0;
  std::uint32_t append = 0;
};

/// Every append that a get of the same key must have seen, and saw.
std::map<history::Value, std::vector<Lost>> losses(const history::History& history) {
  const auto is = [&](const history::Operation& operation, std::string_view f) {
    return operation.outcome == history::Outcome::ok && history.text(operation.f) == f;
  };
  std::map<history::Value, std::vector<std::uint32_t>> appends;
  std::map<history::Value, std::vector<Lost>> found;
  const auto operations = history.operations();
  for (const history::Event& event : history.events()) {
    const std::uint32_t i = raw(event.operation);
    if (event.kind == history::EventKind::returned && is(operations[i], "append")) {
      appends[operations[i].key].push_back(i);
    } else if (event.kind == history::EventKind::call && is(operations[i], "get") &&
               operations[i].output.is_symbol()) {
      const std::string_view answer = history.text(history::Symbol{operations[i].output.index});
      for (const std::uint32_t append : appends[operations[i].key]) {
        if (answer.find(history.text(history::Symbol{operations[append].input.index})) !=
            answer.npos) {
          found[operations[i].key].push_back({i, append});
        }
      }
    }
  }
  return found;
}

std::map<std::uint32_t, history::Value> new_answers(history::History& history, Seed seed) {
  Prng random(seed);
  std::map<std::uint32_t, history::Value> answers;  // by operation
  for (const auto& [key, lost] : losses(history)) {
    const Lost& chosen = lost[random.below(lost.size())];
    const auto operations = history.operations();
    std::string answer(history.text(history::Symbol{operations[chosen.get].output.index}));
    const std::string_view text =
        history.text(history::Symbol{operations[chosen.append].input.index});
    answer.erase(answer.find(text), text.size());
    answers[chosen.get] = history::Value::symbol(history.intern(answer));
  }
  return answers;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "break_every_key: SEED FILE\n");
    return 64;
  }
  auto loaded = history::read_file(argv[2]);
  if (!loaded) {
    std::fprintf(stderr, "break_every_key: %s\n", loaded.error().text.c_str());
    return 64;
  }
  history::History& changed = loaded->history;
  const auto answers = new_answers(changed, Seed{std::strtoull(argv[1], nullptr, 10)});
  const history::History original = changed;
  changed.clear();  // keeps the symbols
  for (const history::Event& event : original.events()) {
    const std::uint32_t i = raw(event.operation);
    if (event.kind == history::EventKind::call) {
      const history::Operation& operation = original.operations()[i];
      changed.call(operation.client, operation.f, operation.key, operation.input, event.at);
    } else if (event.kind == history::EventKind::returned) {
      const auto answer = answers.find(i);
      changed.returned(event.operation, event.outcome,
                       answer == answers.end() ? original.operations()[i].output : answer->second,
                       event.at);
    }
  }
  history::write_json_lines(changed, std::cout);
  std::fprintf(stderr, "%zu keys changed\n", answers.size());
  return std::cout.flush() ? 0 : 1;
}
