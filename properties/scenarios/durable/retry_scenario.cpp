#include <oncelab/properties/scenarios/durable/retry_scenario.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>

namespace oncelab::properties {

namespace {

constexpr std::string_view charge_operation = "charge";
constexpr std::string_view plain_variant = "plain";
constexpr std::uint32_t ledger_place = 1;  // in the world
constexpr unsigned service = 1;            // the process

class RetryExperiment final : public ContractExperiment {
 public:
  explicit RetryExperiment(const scenario::Program& program)
      : ContractExperiment(program, nullptr, "requests"),
        charge_(recorder().intern("charge")),
        effect_(recorder().intern("effect")),
        done_(symbol("done")) {
    for (const auto& client : program.clients) {
      auto& requests = program_.emplace_back();
      for (const auto& operation : client) {
        requests.push_back(symbol(operation.key));
      }
    }
  }

  [[nodiscard]] unsigned processes() const override { return 1; }
  [[nodiscard]] unsigned process_of(ClientId) const override { return service; }

 private:
  void make() override {}
  void destroy() override {}
  [[nodiscard]] bool connection_is_faulty() const override { return true; }
  [[nodiscard]] bool connection_repeats() const override { return false; }

  bool perform(ClientId id, std::size_t operation) override {
    const history::Value request = program_[client_of(id)][operation];
    if (!begin(id, {charge_, request, history::Value::nil()})) {
      return false;
    }
    runtime::world_step(runtime::OpKind::effect, ledger_place);
    effect(id, effect_, request);
    return end(id, done_);
  }

  std::optional<scenario::Failure> judge_effects() override {
    for (const world::Effect& e : ledger().entries()) {
      if (const std::uint32_t times = ledger().count(effect_, e.of); times > 1) {
        return scenario::Failure{"one effect per request",
                                 "request " +
                                     std::string(history().text(history::Symbol{e.of.index})) +
                                     " had its effect " + std::to_string(times) + " times"};
      }
    }
    return std::nullopt;
  }

  history::Symbol charge_, effect_;
  history::Value done_;
  std::vector<std::vector<history::Value>> program_;  // the key of each request
};

class RetryScenario final : public scenario::Scenario {
 public:
  [[nodiscard]] std::string_view name() const override { return "retry-unprotected"; }
  [[nodiscard]] std::string_view summary() const override {
    return "one durable effect and a client that retries, with nothing between";
  }
  [[nodiscard]] const std::vector<scenario::Variant>& variants() const override {
    static const std::vector<scenario::Variant> all = {
        {std::string(plain_variant), check::Verdict::violated,
         "the handler makes its effect each time it is asked"}};
    return all;
  }
  [[nodiscard]] std::string_view default_variant() const override { return plain_variant; }
  [[nodiscard]] scenario::Happenings happenings() const override {
    return {.crashes = 1, .clock_steps = std::nullopt, .faults = 1};
  }

  /// Every request of the built-in programs is one of its own.
  [[nodiscard]] scenario::Program program(unsigned clients, unsigned ops) const override {
    scenario::Program program;
    for (unsigned c = 0; c < clients; ++c) {
      auto& requests = program.clients.emplace_back();
      for (unsigned o = 0; o < ops; ++o) {
        requests.push_back(
            {std::string(charge_operation), "r" + std::to_string(c * ops + o + 1), ""});
      }
    }
    return program;
  }

  [[nodiscard]] std::optional<scenario::Program> generate(Seed seed, unsigned size) const override {
    Prng random(seed);
    const auto clients = static_cast<unsigned>(1 + random.below(1 + size / 30));
    return program(clients, static_cast<unsigned>(1 + random.below(1 + size / 20)));
  }

  [[nodiscard]] Result<void> validate(const scenario::Program& program) const override {
    const auto error = [](const std::string& text) {
      return make_error(ErrorKind::does_not_fit, "scenario retry-unprotected: " + text);
    };
    if (program.clients.empty() || program.clients.size() > scenario::clients_max) {
      return error("a program has 1 to " + std::to_string(scenario::clients_max) + " clients");
    }
    std::vector<std::string> keys;
    for (const auto& client : program.clients) {
      if (client.size() > scenario::operations_per_client_max) {
        return error("a client has at most " + std::to_string(scenario::operations_per_client_max) +
                     " operations");
      }
      for (const scenario::Operation& operation : client) {
        if (operation.f != charge_operation || !operation.input.empty()) {
          return error("unknown operation (known: charge, without input)");
        }
        keys.push_back(operation.key);
      }
    }
    std::ranges::sort(keys);
    if (std::ranges::adjacent_find(keys) != keys.end()) {
      return error("two requests have the same key: an effect for each would be right");
    }
    return {};
  }

  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting&, const scenario::Program& program) const override {
    return std::make_unique<RetryExperiment>(program);
  }
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_retry_scenario() {
  return std::make_unique<RetryScenario>();
}

}  // namespace oncelab::properties
