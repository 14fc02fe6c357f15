// OrderExperiment: payments against orders of one repository, recorded and judged.
//
// Judges, beside linearizability: an order is paid at most once, a reference pays at most one
// order, and in the end every order has the one payment that was answered with `applied`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/contract_experiment.hpp>
#include <oncelab/properties/scenarios/domain/order_sut.hpp>

namespace oncelab::properties {

/// The words of order programs: `pay`, key ORDER, input "REFERENCE AMOUNT" in cents. Every order of
/// a program is reserved before the clients start, with a total of total_cents.
inline constexpr std::string_view pay_operation = "pay";
inline constexpr std::int64_t total_cents = 1000;
/// The most different orders in one program.
inline constexpr std::size_t orders_max = 8;

struct PaymentWords {
  std::string reference;
  std::int64_t amount_cents = 0;
};
/// Nothing if the input is not of this form.
[[nodiscard]] std::optional<PaymentWords> payment_words(std::string_view input);

class OrderExperiment final : public ContractExperiment {
 public:
  OrderExperiment(const scenario::Sut& sut, std::string profile, const scenario::Program& program,
                  std::unique_ptr<check::Checker> checker);

 private:
  struct Pay {  // one operation of the program, prepared
    std::string order_id;
    PaymentWords words;
    history::Value order, reference, input;
  };
  struct OrderOfProgram {
    std::string id;
    history::Value key;
  };

  void make() override;
  void destroy() override;
  bool perform(ClientId id, std::size_t operation) override;
  [[nodiscard]] bool connection_is_faulty() const override { return true; }
  [[nodiscard]] std::optional<scenario::Failure> judge_effects() override;
  // A reference pays one order only.
  [[nodiscard]] bool keys_are_partitions() const override { return false; }
  void note_goals() override;
  void add_goals();
  [[nodiscard]] history::Value value_of(const OrderSeen& seen);

  const scenario::Sut& sut_;
  detail::EnvPorts ports_;
  std::string profile_;
  std::vector<std::vector<Pay>> program_;
  std::vector<OrderOfProgram> orders_;
  history::Symbol reserve_, mark_paid_, read_, paid_, used_;
  history::Value applied_, already_applied_;
  void* repository_ = nullptr;
  std::string wrong_end_;                      // of this run, if any
  std::size_t overlapped_ = 0, repeated_ = 0;  // goals
};

}  // namespace oncelab::properties
