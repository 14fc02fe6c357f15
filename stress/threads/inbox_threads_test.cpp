// The reference inboxes on real threads: under the tsan presets, ThreadSanitizer watches. No
// variant has a data race, the naive one included: its race is one of logic, between two locks.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include <oncelab/core/stores/memory/memory_inbox.hpp>

namespace oncelab::stores {
namespace {

class Counting final : public messaging::Handler {
 public:
  explicit Counting(std::atomic<int>& count) : count_(count) {}
  messaging::HandlerResult handle() override {
    ++count_;
    return messaging::HandlerResult::success();
  }

 private:
  std::atomic<int>& count_;
};

class EveryInbox : public testing::TestWithParam<InboxVariant> {};

TEST_P(EveryInbox, delivers_from_several_threads_without_a_data_race) {
  constexpr int threads = 4;
  constexpr int rounds = 200;
  const auto inbox = make_memory_inbox(GetParam());
  std::vector<std::atomic<int>> effects(rounds);
  std::latch start(threads);
  std::vector<std::thread> pool;
  for (int t = 0; t < threads; ++t) {
    pool.emplace_back([&] {
      start.arrive_and_wait();
      for (int round = 0; round < rounds; ++round) {
        Counting handler(effects[static_cast<std::size_t>(round)]);
        (void)inbox->handle_once("m" + std::to_string(round), handler);
      }
    });
  }
  for (auto& t : pool) {
    t.join();
  }
  for (const auto& count : effects) {
    EXPECT_GE(count.load(), 1);
    if (GetParam() != InboxVariant::naive) {
      EXPECT_EQ(count.load(), 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Memory, EveryInbox, testing::ValuesIn(inbox_variants),
                         [](const auto& chosen) {
                           std::string name(name_of(chosen.param));
                           return name == "single-lock" ? std::string("single_lock") : name;
                         });

}  // namespace
}  // namespace oncelab::stores
