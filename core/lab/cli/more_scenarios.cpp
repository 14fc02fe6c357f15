#include <oncelab/core/lab/cli/more_scenarios.hpp>

#include <algorithm>
#include <csignal>
#include <memory>
#include <utility>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>

namespace oncelab::cli {

namespace {

using check::Verdict;
using scenario::Setting;

/// Clients of two steps; fails, if it may, when one is interrupted between them.
class TwoSteps final : public scenario::Experiment {
 public:
  TwoSteps(const scenario::Program& program, bool right)
      : operations_(program.clients.front().size()),
        clients_(static_cast<unsigned>(program.clients.size())),
        right_(right) {}

  [[nodiscard]] unsigned clients() const override { return clients_; }
  void set_up() override {
    history_.clear();
    inside_ = inside_most_ = 0;
  }
  void client(ClientId) override {
    for (std::uint32_t i = 0; i < operations_; ++i) {
      runtime::begin_operation(i);
      runtime::point();
      inside_most_ = std::max(inside_most_, ++inside_);
      runtime::point();
      --inside_;
      runtime::end_operation();
    }
  }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    if (next_signal != 0) {
      (void)std::raise(std::exchange(next_signal, 0));
    }
    return right_ || inside_most_ < 2
               ? std::nullopt
               : std::optional(scenario::Failure{"alone", "two were inside"});
  }
  [[nodiscard]] std::string explain() override { return {}; }

 private:
  std::size_t operations_;
  unsigned clients_;
  bool right_;
  int inside_ = 0, inside_most_ = 0;
  history::History history_;
};

struct Description {
  std::string name;
  std::string contract;
  std::vector<scenario::Variant> variants;
  std::vector<std::string> profiles;
};

class Described final : public scenario::Scenario {
 public:
  explicit Described(Description d) : d_(std::move(d)) {
    for (const scenario::Sut* sut : scenario::suts_of(d_.contract)) {
      d_.variants.push_back(
          {sut->name, sut->holds ? Verdict::held : Verdict::violated, sut->summary});
    }
  }
  [[nodiscard]] std::string_view name() const override { return d_.name; }
  [[nodiscard]] std::string_view summary() const override { return "for tests"; }
  [[nodiscard]] std::string_view contract() const override { return d_.contract; }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const override {
    return d_.variants;
  }
  [[nodiscard]] std::string_view default_variant() const override {
    return d_.variants.empty() ? std::string_view() : d_.variants.front().name;
  }
  [[nodiscard]] std::vector<std::string> profiles() const override { return d_.profiles; }
  [[nodiscard]] std::string profile_text(std::string_view profile) const override {
    return profile == "careless" ? "lets others in" : "";
  }
  [[nodiscard]] scenario::Program program(unsigned clients, unsigned ops) const override {
    scenario::Program p;
    p.clients.assign(clients, std::vector<scenario::Operation>(ops, {"do", "", ""}));
    return p;
  }
  [[nodiscard]] Result<void> validate(const scenario::Program& program) const override {
    if (program.clients.empty()) {
      return make_error(ErrorKind::does_not_fit, "no clients");
    }
    return {};
  }
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const Setting& setting, const scenario::Program& program) const override {
    return std::make_unique<TwoSteps>(program,
                                      setting.variant != "wrong" && setting.profile != "careless");
  }

 private:
  Description d_;
};

}  // namespace

int next_signal = 0;

void register_more_scenarios() {
  const auto add = [](Description d) {
    scenario::register_scenario(std::make_unique<Described>(std::move(d)));
  };
  const auto make = [](void*) -> void* { return nullptr; };
  scenario::register_sut({"counter", "right", "does it alone", "", true, make});
  scenario::register_sut({"counter", "wrong", "lets others in", "", false, make});
  add({"profiled", "", {{"only", Verdict::held, ""}}, {"careful", "careless"}});
  add({"counter-b", "counter", {}, {}});
  add({"counter-a", "counter", {}, {}});
  add({"vacant", "nothing", {}, {}});
}

}  // namespace oncelab::cli
