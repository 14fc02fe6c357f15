#include <oncelab/core/lab/case/toy_scenario.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace oncelab::cases {

namespace {

using check::Verdict;
using history::Timestamp;
using history::Value;

constexpr const char* properties[] = {"no lost update", "few lost updates", "never three inside",
                                      "no second operation"};

class ToyExperiment final : public scenario::Experiment {
 public:
  ToyExperiment(std::string_view variant, const scenario::Program& program)
      : variant_(variant), whole_(variant == "whole"), stuck_(variant == "stuck") {
    add_ = history_.intern("add");
    for (const auto& client : program.clients) {
      auto& keys = keys_.emplace_back();
      for (const auto& operation : client) {
        keys.push_back(Value::symbol(history_.intern(operation.key)));
      }
    }
    open_.resize(keys_.size());
  }

  [[nodiscard]] unsigned clients() const override { return static_cast<unsigned>(keys_.size()); }

  void set_up() override {
    history_.clear();
    counter_ = lost_ = inside_ = inside_most_ = 0;
    second_ = 0;
  }

  void client(ClientId id) override {
    for (std::uint32_t i = 0; i < keys_[raw(id)].size(); ++i) {
      runtime::begin_operation(i);
      const int read = add_one();
      runtime::end_operation();
      second_ += i;
      history_.returned(open_[raw(id)], history::Outcome::ok, Value::integer(read), now());
    }
  }

  void finish() override {}

  void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) override {
    open_[raw(id)] =
        history_.call(id, add_, keys_[raw(id)][operation], Value::nil(), Timestamp{step});
  }

  [[nodiscard]] const history::History& history() const override { return history_; }

  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    if (variant_ == "three" && inside_most_ >= 3) {
      return scenario::Failure{properties[2], "three clients were inside"};
    }
    if (variant_ == "alone") {
      return second_ > 0 ? std::optional(scenario::Failure{properties[3], "there was one"})
                         : std::nullopt;
    }
    if (variant_ == "greedy") {
      return lost_ > 1 ? std::optional(scenario::Failure{properties[1], lost_text()})
                       : std::nullopt;
    }
    return lost_ > 0 ? std::optional(scenario::Failure{properties[0], lost_text()}) : std::nullopt;
  }

  [[nodiscard]] std::string explain() override {
    return "the counter ended at " + std::to_string(counter_) + "\n";
  }

 private:
  static Timestamp now() { return Timestamp{runtime::steps_so_far()}; }

  [[nodiscard]] std::string lost_text() const { return std::to_string(lost_) + " updates lost"; }

  int add_one() {
    runtime::point();
    while (stuck_) {
      runtime::point();
    }
    const int read = counter_;
    if (!whole_) {
      inside_most_ = std::max(inside_most_, ++inside_);
      runtime::point();
      --inside_;
    }
    lost_ += counter_ - read;
    counter_ = read + 1;
    return read;
  }

  std::string variant_;
  bool whole_, stuck_;
  std::vector<std::vector<Value>> keys_;
  std::vector<history::OperationIndex> open_;
  history::History history_;
  history::Symbol add_{};
  int counter_ = 0, lost_ = 0, inside_ = 0, inside_most_ = 0;
  std::uint32_t second_ = 0;
};

class ToyScenario final : public scenario::Scenario {
 public:
  [[nodiscard]] std::string_view name() const override { return "toy"; }
  [[nodiscard]] std::string_view summary() const override { return "a counter"; }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const override {
    return variants_;
  }
  [[nodiscard]] std::string_view default_variant() const override { return "torn"; }

  [[nodiscard]] scenario::Program program(unsigned clients, unsigned ops) const override {
    scenario::Program p;
    p.clients.assign(clients, std::vector<scenario::Operation>(ops, {"add", "k", ""}));
    return p;
  }

  [[nodiscard]] Result<void> validate(const scenario::Program& program) const override {
    for (const auto& client : program.clients) {
      for (const auto& operation : client) {
        if (operation.f != "add") {
          return make_error(ErrorKind::does_not_fit, "scenario toy: unknown operation");
        }
      }
    }
    return {};
  }

  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    return std::make_unique<ToyExperiment>(setting.variant, program);
  }

 private:
  std::vector<scenario::Variant> variants_ = {
      {"torn", Verdict::violated, "reads, then writes"},
      {"whole", Verdict::held, "reads and writes in one step"},
      {"greedy", Verdict::held, "may lose one update"},
      {"three", Verdict::violated, "no three clients inside"},
      {"alone", Verdict::violated, "one operation only"},
      {"stuck", Verdict::inconclusive, "never ends"},
  };
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_toy_scenario() { return std::make_unique<ToyScenario>(); }

const scenario::Scenario& toy_scenario() {
  if (scenario::find_scenario("toy") == nullptr) {
    scenario::register_scenario(make_toy_scenario());
  }
  return *scenario::find_scenario("toy");
}

}  // namespace oncelab::cases
