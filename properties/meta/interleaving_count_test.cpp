// Depth-first exploration visits every interleaving exactly once, partial-order reduction every
// class of equivalent ones: their numbers of schedules equal counts by dynamic programming over an
// abstract program.
#include <gtest/gtest.h>

#include <iostream>

#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/properties/meta/abstract_inbox.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_experiment.hpp>

namespace oncelab::meta {
namespace {

struct Size {
  const char* variant;
  AbstractInbox abstract;
  unsigned clients;
  unsigned ops;
};

std::string name_of(const testing::TestParamInfo<Size>& chosen) {
  std::string name = chosen.param.variant;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(chosen.param.clients) + "_clients_" +
         std::to_string(chosen.param.ops) + "_ops";
}

class Count : public testing::TestWithParam<Size> {};

// Counts only: no checker, and effects are not judged (naive would stop at its first failure).
class CountOnly final : public scenario::Experiment {
 public:
  CountOnly(const char* variant, unsigned clients, unsigned ops)
      : inner_(*scenario::find_sut("inbox", variant), program(clients, ops), {}) {}
  static scenario::Program program(unsigned clients, unsigned ops) {
    scenario::Program p;
    p.clients.assign(clients, std::vector<scenario::Operation>(
                                  ops, {std::string(properties::deliver_operation), "m", ""}));
    return p;
  }
  [[nodiscard]] unsigned clients() const override { return inner_.clients(); }
  void set_up() override { inner_.set_up(); }
  void client(ClientId id) override { inner_.client(id); }
  void finish() override { inner_.finish(); }
  [[nodiscard]] bool alike(ClientId a, ClientId b) const override { return inner_.alike(a, b); }
  [[nodiscard]] std::uint32_t partition(ClientId id, std::uint32_t operation) const override {
    return inner_.partition(id, operation);
  }
  void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) override {
    inner_.on_call(id, operation, step);
  }
  [[nodiscard]] const history::History& history() const override { return inner_.history(); }
  [[nodiscard]] std::optional<scenario::Failure> judge() override { return std::nullopt; }
  [[nodiscard]] std::string explain() override { return {}; }

 private:
  properties::InboxExperiment inner_;
};

// Everything that the strategy runs of the inbox, which must be `counted` schedules.
schedule::ExploreResult explore_all(const Size& size, schedule::Strategy& strategy,
                                    std::uint64_t counted) {
  CountOnly experiment(size.variant, size.clients, size.ops);
  auto result = schedule::explore(experiment, strategy, {});
  EXPECT_EQ(result.verdict, check::Verdict::held) << result.stop_text;
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.schedules, counted);
  return result;
}

TEST_P(Count, explored_equals_counted) {
  const Size& size = GetParam();
  schedule::DepthFirst dfs(std::nullopt);
  (void)explore_all(size, dfs, count_interleavings(size.abstract, size.clients, size.ops));
}

using enum AbstractInbox;
INSTANTIATE_TEST_SUITE_P(
    Inboxes, Count,
    testing::Values(Size{"single-lock", single_lock, 1, 3}, Size{"single-lock", single_lock, 2, 1},
                    Size{"single-lock", single_lock, 2, 2}, Size{"single-lock", single_lock, 3, 2},
                    Size{"single-lock", single_lock, 5, 1}, Size{"naive", naive, 2, 1},
                    Size{"naive", naive, 2, 2}, Size{"naive", naive, 3, 1},
                    Size{"claiming", claiming, 2, 1}, Size{"claiming", claiming, 3, 1},
                    Size{"claiming", claiming, 2, 3}, Size{"claiming", claiming, 3, 2},
                    Size{"atomic", atomic, 2, 1}, Size{"atomic", atomic, 2, 2},
                    Size{"atomic", atomic, 3, 1}, Size{"atomic", atomic, 3, 2},
                    Size{"atomic", atomic, 4, 1}, Size{"atomic", atomic, 4, 2}),
    name_of);

class CountOfClasses : public testing::TestWithParam<Size> {};

TEST_P(CountOfClasses, explored_equals_counted) {
  const Size& size = GetParam();
  schedule::Dpor dpor({});
  const auto result =
      explore_all(size, dpor, count_section_orders(size.abstract, size.clients, size.ops));
  EXPECT_EQ(result.blocked, 0U);
  std::cout << result.schedules << " classes\n";
}

INSTANTIATE_TEST_SUITE_P(
    Inboxes, CountOfClasses,
    testing::Values(Size{"single-lock", single_lock, 2, 1}, Size{"single-lock", single_lock, 3, 1},
                    Size{"single-lock", single_lock, 4, 1}, Size{"single-lock", single_lock, 5, 1},
                    Size{"single-lock", single_lock, 6, 1}, Size{"single-lock", single_lock, 7, 1},
                    Size{"single-lock", single_lock, 8, 1}, Size{"single-lock", single_lock, 3, 3},
                    Size{"naive", naive, 2, 1}, Size{"naive", naive, 3, 1},
                    Size{"naive", naive, 4, 1}, Size{"naive", naive, 2, 2},
                    Size{"claiming", claiming, 3, 1}, Size{"claiming", claiming, 3, 2},
                    Size{"claiming", claiming, 4, 1}, Size{"claiming", claiming, 4, 2},
                    Size{"atomic", atomic, 3, 1}, Size{"atomic", atomic, 3, 2},
                    Size{"atomic", atomic, 4, 1}, Size{"atomic", atomic, 4, 2}),
    name_of);

TEST(CountOfClasses, identical_clients_are_interchangeable_if_asked_for) {
  for (unsigned clients = 2; clients <= 8; ++clients) {
    schedule::Dpor dpor({false, true});
    const auto result = explore_all({"single-lock", single_lock, clients, 1}, dpor, 1);
    EXPECT_NE(result.assumed, "");
  }
}

TEST(CountWithBound, passes_add_up_to_the_whole) {
  // Schedules with at most k preemptions, for growing k, never decrease and end at all of them.
  std::uint64_t before = 0;
  for (std::uint32_t k = 0; k < 8; ++k) {
    CountOnly experiment("naive", 2, 2);
    schedule::DepthFirst dfs(k);
    const auto result = schedule::explore(experiment, dfs, {});
    EXPECT_GE(result.schedules, before);
    before = result.schedules;
  }
  EXPECT_EQ(before, count_interleavings(naive, 2, 2));
}

}  // namespace
}  // namespace oncelab::meta
