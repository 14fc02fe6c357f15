// Streams of long histories, read without being kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/check/stream.hpp>
#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

class ToStream final : public history::EventSink {
 public:
  explicit ToStream(check::Stream& stream) : stream_(stream) {}
  bool take(const history::History& history, std::size_t from) override {
    kept_most = std::max(kept_most, history.events().size());
    return stream_.take(history, from);
  }
  [[nodiscard]] bool needs(history::OperationIndex operation) const override {
    return stream_.needs(operation);
  }
  void forgotten(std::span<const history::OperationIndex> kept) override {
    ++times_forgotten;
    stream_.forgotten(kept);
  }

  std::size_t kept_most = 0;
  int times_forgotten = 0;

 private:
  check::Stream& stream_;
};

struct Shape {
  std::uint32_t operations = 30'000;
  std::uint32_t clients = 4;
  std::uint32_t lost = 0;            // unknown outcomes, each a client that is replaced
  std::uint32_t wrong = 0xFFFFFFFF;  // from this operation on, the next read is wrong
  bool hangs = false;                // client 1000 calls first, and never returns
};

std::string line(std::uint32_t client, const char* type, const char* f, const std::string& value) {
  return "{\"process\":" + std::to_string(client) + ",\"type\":\"" + type + "\",\"f\":\"" + f +
         "\",\"value\":" + value + "}\n";
}

/// Reads and writes of one register, each taking effect as it returns.
std::string recorded(const Shape& shape) {
  struct Client {
    std::uint32_t name = 0;
    std::optional<std::int64_t> writes;
    bool is_open = false;
  };
  Prng random(Seed{7});
  std::string text;
  std::vector<Client> clients(shape.clients);
  for (std::uint32_t i = 0; i < shape.clients; ++i) {
    clients[i].name = i;
  }
  if (shape.hangs) {
    text += line(1000, "invoke", "write", "77");
  }
  std::int64_t holds = 0;
  std::uint32_t lost = 0;
  bool is_wrong = false;
  for (std::uint32_t calls = 0; calls < shape.operations;) {
    Client& client = clients[random.below(clients.size())];
    if (!client.is_open) {
      client.writes.reset();
      if (random.chance(1, 2)) {
        client.writes = static_cast<std::int64_t>(random.below(5));
      }
      client.is_open = true;
      ++calls;
      text += line(client.name, "invoke", client.writes ? "write" : "read",
                   client.writes ? std::to_string(*client.writes) : "null");
      continue;
    }
    client.is_open = false;
    if (client.writes && lost < shape.lost && random.chance(1, 10)) {
      ++lost;
      text += line(client.name, "info", "write", std::to_string(*client.writes));
      client.name += 10;
      continue;
    }
    holds = client.writes.value_or(holds);
    const bool lies = !client.writes && calls >= shape.wrong && !is_wrong;
    is_wrong |= lies;
    text += line(client.name, "ok", client.writes ? "write" : "read",
                 std::to_string(lies ? 99 : holds));
  }
  return text;
}

struct Outcome {
  check::StreamResult result;
  std::size_t kept_most = 0;
  int times_forgotten = 0;
};

Outcome streamed(const std::string& text, const check::Budget& budget = {}) {
  const auto checker = make("register", {});
  (*checker)->set_budget(budget);
  const auto stream = (*checker)->stream();
  ToStream sink(*stream);
  const auto left = history::read_text(text, "stream", {.format = {}, .limits = {}, .sink = &sink});
  EXPECT_TRUE(left) << left.error().text;
  if (left && stream->result().verdict == check::Verdict::held) {
    stream->finish(left->history);
  }
  return {stream->result(), sink.kept_most, sink.times_forgotten};
}

TEST(Streams, keep_what_is_open_and_no_more) {
  const Outcome outcome = streamed(recorded({}));
  EXPECT_EQ(outcome.result.verdict, check::Verdict::held);
  EXPECT_EQ(outcome.result.operations, 30'000U);
  EXPECT_GE(outcome.times_forgotten, 5);
  EXPECT_LE(outcome.kept_most, 10'000U);
}

TEST(Streams, find_one_wrong_answer_long_after_the_first_operations_are_forgotten) {
  const Shape shape{.wrong = 29'000};
  const std::string text = recorded(shape);
  const Outcome outcome = streamed(text);
  EXPECT_EQ(outcome.result.verdict, check::Verdict::violated);
  EXPECT_NE(outcome.result.operation_text.find("read -> 99"), std::string::npos)
      << outcome.result.operation_text;
  EXPECT_EQ(outcome.result.objection.find("read 99, but the register held "), 0U);
  // The event's line is the one that lies.
  std::size_t begin = 0;
  for (std::uint64_t i = 0; i < outcome.result.event; ++i) {
    begin = text.find('\n', begin) + 1;
  }
  EXPECT_NE(text.substr(begin, text.find('\n', begin) - begin).find("\"value\":99"),
            std::string::npos);
}

TEST(Streams, go_on_after_unknown_outcomes) {
  const Outcome outcome = streamed(recorded({.lost = 40}));
  EXPECT_EQ(outcome.result.verdict, check::Verdict::held);
  EXPECT_GE(outcome.times_forgotten, 5);
  EXPECT_EQ(streamed(recorded({.lost = 40, .wrong = 29'000})).result.verdict,
            check::Verdict::violated);
}

TEST(Streams, wait_for_a_client_that_hangs) {
  const Outcome outcome = streamed(recorded({.operations = 3'000, .hangs = true}));
  EXPECT_EQ(outcome.result.verdict, check::Verdict::held);
  EXPECT_EQ(streamed(recorded({.operations = 3'000, .wrong = 2'900, .hangs = true})).result.verdict,
            check::Verdict::violated);
}

TEST(Streams, count_unknown_outcomes_of_one_kind_beyond_sixteen_bits) {
  std::string text;
  for (std::uint32_t i = 0; i < 0x1'0000; ++i) {
    text += line(i, "invoke", "write", "7") + line(i, "info", "write", "7");
  }
  text += line(100'000, "invoke", "read", "null") + line(100'000, "ok", "read", "7");
  EXPECT_EQ(streamed(text).result.verdict, check::Verdict::held);
}

/// So many reads, or writes of different values, all called before the first returns.
std::string all_at_once(std::uint32_t clients, const std::string& f) {
  std::string text;
  for (const char* type : {"invoke", "ok"}) {
    for (std::uint32_t i = 0; i < clients; ++i) {
      text += line(i, type, f.c_str(),
                   f == "write"                         ? std::to_string(i)
                   : std::string_view(type) == "invoke" ? "null"
                                                        : "0");
    }
  }
  return text;
}

TEST(Streams, say_so_if_more_operations_overlap_than_they_follow) {
  EXPECT_EQ(streamed(all_at_once(64, "read")).result.verdict, check::Verdict::held);
  const Outcome outcome = streamed(all_at_once(65, "read"));
  EXPECT_EQ(outcome.result.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(outcome.result.reason, check::InconclusiveReason::overlap);
}

TEST(Streams, stay_within_their_memory_while_one_operation_returns) {
  const std::uint64_t bytes_max = std::uint64_t{4} << 20U;
  const Outcome outcome = streamed(all_at_once(24, "write"), {.memory_bytes_max = bytes_max});
  EXPECT_EQ(outcome.result.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(outcome.result.reason, check::InconclusiveReason::memory);
  EXPECT_LE(outcome.result.memory_bytes, bytes_max);
  EXPECT_GE(outcome.result.memory_bytes, bytes_max / 8);
}

double looks_at_the_clock = 0;

TEST(Streams, look_at_the_clock_while_one_operation_returns) {
  looks_at_the_clock = 0;
  const Outcome outcome = streamed(all_at_once(24, "write"),
                                   {.seconds = [] { return ++looks_at_the_clock; }, .stop_at = 40});
  EXPECT_EQ(outcome.result.reason, check::InconclusiveReason::time);
  EXPECT_EQ(looks_at_the_clock, 40);
}

TEST(Streams, say_where_an_unknown_operation_was_called_long_after_the_first_are_forgotten) {
  const std::string before = recorded({});
  const Outcome outcome =
      streamed(before + line(900, "invoke", "take", "1") + line(900, "ok", "take", "1"));
  EXPECT_EQ(outcome.result.reason, check::InconclusiveReason::not_in_model);
  const auto lines = std::ranges::count(before, '\n');
  EXPECT_EQ(outcome.result.objection,
            "operation #30000 client 900: take 1 (line " + std::to_string(lines + 1) +
                ", column 1) is not one of register's; it knows read; write VALUE");
}

TEST(Streams, are_refused_by_models_whose_states_need_the_whole) {
  EXPECT_EQ((*make("queue", {}))->stream(), nullptr);
  EXPECT_EQ((*make("claim-store", {}))->stream(), nullptr);
  EXPECT_EQ((*make("register", {{"partition", "none"}}))->stream(), nullptr);
}

}  // namespace
}  // namespace oncelab::models
