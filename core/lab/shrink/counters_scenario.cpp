#include <oncelab/core/lab/shrink/counters_scenario.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace oncelab::shrink {

namespace {

using check::Verdict;
using scenario::Operation;
using scenario::Program;

constexpr std::string_view careless = "careless";
constexpr std::string_view first_key = "a";
constexpr int amount_max = 99;

/// 0 if the input is no amount.
int amount_of(const std::string& input) {
  int amount = 0;
  const char* const end = input.data() + input.size();
  const auto [read, error] = std::from_chars(input.data(), end, amount);
  const bool is_number = error == std::errc() && read == end && amount <= amount_max;
  return is_number ? std::max(amount, 0) : static_cast<int>(input.empty() || input == careless);
}

class CountersExperiment final : public scenario::Experiment {
 public:
  CountersExperiment(std::string_view variant, Program program)
      : variant_(variant), program_(std::move(program)) {}

  [[nodiscard]] unsigned clients() const override {
    return static_cast<unsigned>(program_.clients.size());
  }
  void set_up() override {
    counters_.clear();
    lost_of_key_.clear();
    inside_ = inside_most_ = 0;
  }
  void client(ClientId id) override {
    std::uint32_t index = 0;
    for (const Operation& operation : program_.clients[raw(id)]) {
      runtime::begin_operation(index++);
      add(operation);
      runtime::end_operation();
    }
  }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::string explain() override { return {}; }

  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    int lost = 0;
    for (const auto& [key, lost_of_key] : lost_of_key_) {
      lost += lost_of_key;
    }
    const bool fails = variant_ == "two-keys"  ? lost_of_key_.size() >= 2
                       : variant_ == "amounts" ? lost >= 3
                       : variant_ == "careful" ? lost > 0 && program_.operations() >= 3
                       : variant_ == "crowded" ? lost > 0 || inside_most_ >= 3
                                               : lost > 0;
    return fails ? std::optional(scenario::Failure{"no lost update", "an update is lost"})
                 : std::nullopt;
  }

 private:
  void add(const Operation& operation) {
    const bool keyed = variant_ == "keyed" || variant_ == "two-keys" || variant_ == "crowded";
    const std::string& key = keyed ? operation.key : std::string(first_key);
    runtime::point();
    int& counter = counters_[key];
    int read = counter;
    inside_most_ = std::max(inside_most_, ++inside_);
    runtime::point();
    if (variant_ == "careful" && operation.input != careless && counter != read) {
      read = counter;
      runtime::point();
    }
    --inside_;
    if (counter > read) {
      lost_of_key_[key] += counter - read;
    }
    counter = read + amount_of(operation.input);
  }

  std::string variant_;
  Program program_;
  std::map<std::string, int> counters_, lost_of_key_;
  int inside_ = 0, inside_most_ = 0;
  history::History history_;
};

class CountersScenario final : public scenario::Scenario {
 public:
  [[nodiscard]] std::string_view name() const override { return "counters"; }
  [[nodiscard]] std::string_view summary() const override { return "counters by key"; }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const override {
    return variants_;
  }
  [[nodiscard]] std::string_view default_variant() const override { return "torn"; }

  [[nodiscard]] Program program(unsigned clients, unsigned ops) const override {
    Program p;
    p.clients.assign(clients, std::vector<Operation>(ops, {"add", std::string(first_key), ""}));
    return p;
  }

  [[nodiscard]] Result<void> validate(const Program& program) const override {
    for (const auto& client : program.clients) {
      for (const Operation& operation : client) {
        if (operation.f != "add" || operation.key.empty() || amount_of(operation.input) == 0) {
          return make_error(ErrorKind::does_not_fit, "scenario counters: unknown operation");
        }
      }
    }
    return {};
  }

  /// A key becomes a smaller one of the program, or all of its operations get the first of all
  /// keys; an amount becomes 1, or a smaller one.
  [[nodiscard]] std::vector<Program> simpler(const Program& program) const override {
    std::set<std::string> keys;
    for (const auto& client : program.clients) {
      for (const Operation& operation : client) {
        keys.insert(operation.key);
      }
    }
    std::vector<Program> made;
    if (!keys.contains(std::string(first_key))) {
      const std::string smallest = *keys.begin();
      Program renamed = program;
      for (auto& client : renamed.clients) {
        for (Operation& operation : client) {
          operation.key = operation.key == smallest ? std::string(first_key) : operation.key;
        }
      }
      made.push_back(std::move(renamed));
    }
    for (std::size_t i = 0; i < program.clients.size(); ++i) {
      for (std::size_t k = 0; k < program.clients[i].size(); ++k) {
        add_simpler(program, i, k, keys, made);
      }
    }
    return made;
  }

  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(const scenario::Setting& setting,
                                                           const Program& program) const override {
    return std::make_unique<CountersExperiment>(setting.variant, program);
  }

 private:
  static void add_simpler(const Program& program, std::size_t i, std::size_t k,
                          const std::set<std::string>& keys, std::vector<Program>& made) {
    const Operation& old = program.clients[i][k];
    const auto add = [&](Operation operation) {
      made.push_back(program);
      made.back().clients[i][k] = std::move(operation);
    };
    for (auto key = keys.begin(); *key != old.key; ++key) {
      add({old.f, *key, old.input});
    }
    if (!old.input.empty()) {
      add({old.f, old.key, ""});
      for (const int amount : {2, amount_of(old.input) / 2, amount_of(old.input) - 1}) {
        if (amount >= 2 && amount < amount_of(old.input)) {
          add({old.f, old.key, std::to_string(amount)});
        }
      }
    }
  }

  std::vector<scenario::Variant> variants_ = {
      {"torn", Verdict::violated, ""},     {"keyed", Verdict::violated, ""},
      {"two-keys", Verdict::violated, ""}, {"amounts", Verdict::violated, ""},
      {"careful", Verdict::violated, ""},  {"crowded", Verdict::violated, ""},
  };
};

}  // namespace

const scenario::Scenario& counters_scenario() {
  static const CountersScenario one;
  return one;
}

}  // namespace oncelab::shrink
