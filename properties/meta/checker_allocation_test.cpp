// A recorder and a checker that are used again allocate nothing: the explorer judges every
// schedule.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <vector>

#include <oncelab/models/registry.hpp>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace oncelab::meta {
namespace {

using history::History;
using history::OperationIndex;
using history::Outcome;
using history::Timestamp;
using history::Value;

/// Deliveries of two messages, all overlapping; with `wrong`, two of one message succeed.
void record(History& history, bool wrong, unsigned operations) {
  history.clear();
  const history::Symbol f = history.intern("handle");
  static std::vector<OperationIndex> buffer;
  buffer.clear();
  for (unsigned i = 0; i < operations; ++i) {
    const Value key = Value::symbol(history.intern(i % 2 == 0 ? "m0" : "m1"));
    buffer.push_back(history.call(ClientId{i}, f, key, {}, Timestamp{i}));
    history.effect(ClientId{i}, history.intern("notified"), key, Timestamp{i});
  }
  for (unsigned i = 0; i < operations; ++i) {
    const bool delivered = wrong || i < 2;
    history.returned(buffer[i], i + 1 == operations ? Outcome::unknown : Outcome::ok,
                     Value::symbol(history.intern(delivered ? "delivered" : "duplicate")),
                     Timestamp{i});
  }
}

TEST(CheckerAllocation, there_is_none_after_the_largest_history) {
  for (const char* const model : {"inbox", "inbox-claiming"}) {
    const auto checker = *models::make(model, {});
    History history;
    for (int round = 0; round < 3; ++round) {
      const std::size_t before = allocations;
      for (unsigned operations = 12; operations > 0; --operations) {
        for (const bool wrong : {false, true}) {
          record(history, wrong, operations);
          (void)checker->check(history);
        }
      }
      EXPECT_TRUE(round == 0 || allocations == before) << model << ", round " << round;
    }
  }
}

}  // namespace
}  // namespace oncelab::meta
