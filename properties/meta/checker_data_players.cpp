// Players of the data models: containers, texts, numbers, locks.
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include <oncelab/properties/meta/checker_players.hpp>

namespace oncelab::meta {
namespace {

class ContainerPlayer final : public Player {
 public:
  ContainerPlayer(Subject subject, const DraftShape& shape, Prng& random)
      : Player(shape, random), subject_(subject) {}

  DraftOperation call() override {
    DraftOperation operation;
    operation.key = any_key();
    operation.f = chance(1, 2) ? "enq" : "deq";
    if (operation.f == "enq") {
      operation.input = {new_value()};
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    std::deque<std::string>& held = held_[operation.key];
    if (operation.f == "enq") {
      held.push_back(operation.input[0]);
      return true;
    }
    if (held.empty()) {
      return true;
    }
    auto next = held.begin();
    if (subject_ == Subject::stack) {
      next = held.end() - 1;
    } else if (subject_ == Subject::priority_queue) {
      next = std::ranges::min_element(held, {}, [](const std::string& s) { return std::stoi(s); });
    }
    operation.output = {*next};
    held.erase(next);
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    return operation.f == "enq" || chance(1, 4) ? Words{} : Words{any_value()};
  }

 private:
  Subject subject_;
  std::map<std::string, std::deque<std::string>> held_;
};

class SetPlayer final : public Player {
 public:
  using Player::Player;

  DraftOperation call() override {
    static const char* const names[] = {"add", "remove", "contains"};
    DraftOperation operation;
    operation.key = any_key();
    operation.f = names[below(3)];
    if (is_unique() && !changed_.insert(operation.key + ' ' + operation.f).second) {
      operation.f = "contains";
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    bool& is_in = is_in_[operation.key];
    operation.output = {(operation.f == "add") != is_in ? "true" : "false"};
    is_in = operation.f == "contains" ? is_in : operation.f == "add";
    return true;
  }

  Words any_answer(const DraftOperation&) override { return {chance(1, 2) ? "true" : "false"}; }

 private:
  std::map<std::string, bool> is_in_;
  std::set<std::string> changed_;  // "KEY add", "KEY remove"
};

class ReadSetPlayer final : public Player {
 public:
  using Player::Player;

  DraftOperation call() override {
    static const char* const names[] = {"add", "remove", "contains", "read"};
    DraftOperation operation;
    operation.key = any_key();
    operation.f = names[below(4)];
    if (operation.f == "read") {
      return operation;
    }
    operation.input = {numbered("m", 3)};
    const std::string change = operation.key + ' ' + operation.input[0] + ' ' + operation.f;
    if (is_unique() && !changed_.insert(change).second) {
      operation.f = "contains";
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    std::set<std::string>& in = in_[operation.key];
    if (operation.f == "read") {
      operation.output = {listed(in)};
      return true;
    }
    const bool was_in = in.contains(operation.input[0]);
    operation.output = {(operation.f == "add") != was_in ? "true" : "false"};
    if (operation.f == "add") {
      in.insert(operation.input[0]);
    } else if (operation.f == "remove") {
      in.erase(operation.input[0]);
    }
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    if (operation.f != "read") {
      return {chance(1, 2) ? "true" : "false"};
    }
    std::set<std::string> some;
    for (std::uint64_t n = below(4); n > 0; --n) {
      some.insert(numbered("m", 3));
    }
    return {listed(some)};
  }

 private:
  static std::string listed(const std::set<std::string>& members) {
    std::string text = "{";
    for (const std::string& member : members) {
      text.append(member).append(" ");
    }
    return text + "}";
  }

  std::map<std::string, std::set<std::string>> in_;
  std::set<std::string> changed_;  // "KEY MEMBER add", "KEY MEMBER remove"
};

class TextPlayer final : public Player {
 public:
  using Player::Player;

  DraftOperation call() override {
    static const char* const names[] = {"get", "put", "append"};
    DraftOperation operation;
    operation.key = any_key();
    operation.f = names[below(3)];
    if (operation.f != "get") {
      operation.input = {numbered("x", 3)};
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    std::string& text = texts_[operation.key];
    if (operation.f == "get") {
      operation.output = text.empty() ? Words{} : Words{text};
    } else {
      text = (operation.f == "append" ? text : "") + operation.input[0];
    }
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    return operation.f == "get" ? Words{numbered("x", 3) + (chance(1, 2) ? numbered("x", 3) : "")}
                                : Words{};
  }

 private:
  std::map<std::string, std::string> texts_;
};

class CounterPlayer final : public Player {
 public:
  using Player::Player;

  DraftOperation call() override {
    DraftOperation operation;
    operation.key = any_key();
    operation.f = chance(1, 2) ? "add" : "read";
    if (operation.f == "add" && chance(3, 4)) {
      operation.input = {any_value()};
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    long& sum = sums_[operation.key];
    if (operation.f == "read") {
      operation.output = {std::to_string(sum)};
    } else {
      sum += operation.input.empty() ? 1 : std::stol(operation.input[0]);
    }
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    return operation.f == "read" && chance(3, 4) ? Words{any_value()} : Words{};
  }

 private:
  std::map<std::string, long> sums_;
};

/// Whoever finds the lock held releases it.
class MutexPlayer final : public Player {
 public:
  using Player::Player;

  DraftOperation call() override {
    DraftOperation operation;
    operation.key = any_key();
    operation.f = chance(1, 2) ? "acquire" : "release";
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    bool& is_held = is_held_[operation.key];
    operation.f = is_held ? "release" : "acquire";
    is_held = !is_held;
    return true;
  }

  Words any_answer(const DraftOperation&) override { return {}; }

 private:
  std::map<std::string, bool> is_held_;
};

/// Parts are "read CELL VALUE" and "write CELL VALUE": a list each.
class CellsPlayer final : public Player {
 public:
  using Player::Player;

  DraftOperation call() override {
    DraftOperation operation;
    operation.key = any_key();
    operation.f = "txn";
    for (std::uint64_t n = 2 + below(2); n > 0; --n) {
      operation.input.push_back(chance(1, 2) ? "read " + numbered("c", 2) + " nil"
                                             : "write " + numbered("c", 2) + ' ' + any_value());
    }
    return operation;
  }

  bool step(DraftOperation& operation, std::uint32_t, unsigned) override {
    operation.output = operation.input;
    for (std::string& part : operation.output) {
      const std::string cell = operation.key + ' ' + part.substr(part.find(' ') + 1, 2);
      std::string& value = cells_.try_emplace(cell, "0").first->second;
      const std::size_t last = part.rfind(' ') + 1;
      if (part.starts_with("write")) {
        value = part.substr(last);
      } else {
        part.resize(last);
        part += value;
      }
    }
    return true;
  }

  Words any_answer(const DraftOperation& operation) override {
    Words answer = operation.input;
    for (std::string& part : answer) {
      if (part.starts_with("read") && chance(3, 4)) {
        part = part.substr(0, part.rfind(' ') + 1) + any_value();
      }
    }
    return answer;
  }

 private:
  std::map<std::string, std::string> cells_;
};

}  // namespace

std::unique_ptr<Player> data_player(Subject subject, const DraftShape& shape, Prng& random) {
  switch (subject) {
    case Subject::set:
      return std::make_unique<SetPlayer>(shape, random);
    case Subject::set_with_reads:
      return std::make_unique<ReadSetPlayer>(shape, random);
    case Subject::kv:
      return std::make_unique<TextPlayer>(shape, random);
    case Subject::counter:
      return std::make_unique<CounterPlayer>(shape, random);
    case Subject::mutex:
      return std::make_unique<MutexPlayer>(shape, random);
    case Subject::multi_register:
      return std::make_unique<CellsPlayer>(shape, random);
    default:
      return std::make_unique<ContainerPlayer>(subject, shape, random);
  }
}

}  // namespace oncelab::meta
