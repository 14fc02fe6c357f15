#include <oncelab/properties/scenarios/domain/order_scenario.hpp>

#include <set>
#include <string>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/memo.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/generators/order_programs.hpp>
#include <oncelab/properties/generators/simpler_order.hpp>
#include <oncelab/properties/scenarios/contract_scenario.hpp>
#include <oncelab/properties/scenarios/domain/order_experiment.hpp>

namespace oncelab::properties {

namespace {

constexpr std::size_t order_bytes_max = 128;

class OrderScenario final : public ContractScenario {
 public:
  OrderScenario()
      : ContractScenario({"order",
                          "the same payment takes effect once, and an order is paid once",
                          order_contract,
                          {std::string(pay_operation), "o1", "r1 " + std::to_string(total_cents)},
                          "memory"}) {}

  [[nodiscard]] std::vector<std::string> profiles() const override { return {"strict", "seed"}; }
  [[nodiscard]] std::string profile_text(std::string_view profile) const override {
    const OrderProfileFacts facts = order_profile_facts(std::string(profile).c_str());
    return std::string(facts.checks_input ? "a payment has a reference and a positive amount"
                                          : "any reference and any amount") +
           (facts.checks_amount ? "; the amount is that of the order" : "; the amount is ignored") +
           (facts.tells_conflict_apart ? "; a clash with another payment is a conflict"
                                       : "; every refusal is an invalid state");
  }

  [[nodiscard]] std::optional<scenario::Program> generate(Seed seed, unsigned size) const override {
    return draw_order_program(seed, size);
  }
  [[nodiscard]] std::vector<scenario::Program> simpler(
      const scenario::Program& program) const override {
    return simpler_order_programs(program);
  }

  [[nodiscard]] scenario::Happenings happenings() const override {
    return {.crashes = std::nullopt, .clock_steps = std::nullopt, .faults = 0};
  }
  [[nodiscard]] std::unique_ptr<scenario::Experiment> bind(
      const scenario::Setting& setting, const scenario::Program& program) const override {
    auto checker = models::make("order", {{"profile", setting.profile}});
    ONCELAB_ASSERT(checker.has_value());
    return std::make_unique<OrderExperiment>(sut(setting.variant), setting.profile, program,
                                             check::with_memo(std::move(*checker)));
  }

 protected:
  [[nodiscard]] std::string misfit(const scenario::Operation& operation) const override {
    if (operation.f != pay_operation) {
      return "unknown operation (known: pay)";
    }
    if (operation.key.empty() || operation.key.size() > order_bytes_max ||
        operation.key.find('\0') != std::string::npos) {
      return "an order id has 1 to 128 bytes, none of them zero";
    }
    return payment_words(operation.input) ? ""
                                          : "the input of pay is 'REFERENCE AMOUNT': 1 to 128 "
                                            "printable characters and a whole number of cents";
  }
  [[nodiscard]] std::string misfit_of_program(const scenario::Program& program) const override {
    std::set<std::string> orders;
    for (const auto& client : program.clients) {
      for (const auto& operation : client) {
        orders.insert(operation.key);
      }
    }
    return orders.size() <= orders_max
               ? ""
               : "a program has at most " + std::to_string(orders_max) + " different orders";
  }
};

}  // namespace

std::unique_ptr<scenario::Scenario> make_order_scenario() {
  return std::make_unique<OrderScenario>();
}

}  // namespace oncelab::properties
