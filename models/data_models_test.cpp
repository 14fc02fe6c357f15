// What the data models allow, by hand; random histories are in properties/meta.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include <oncelab/models/recording.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

/// Operations one after the other.
class InTurn {
 public:
  InTurn& add(std::string_view f, Words input, Words output, unsigned client = 0,
              std::string_view key = "") {
    recording_.answers(recording_.call(client, f, key, input), output);
    return *this;
  }
  InTurn& lose(std::string_view f, Words input, unsigned client) {
    recording_.gives_up(recording_.call(client, f, "", input));
    return *this;
  }
  [[nodiscard]] std::string verdict(std::string_view model, const Options& options = {}) const {
    return recording_.verdict(*checker(model, options));
  }
  [[nodiscard]] std::string objection(std::string_view model, const Options& options = {}) const {
    return recording_.objection(*checker(model, options));
  }

 private:
  static std::unique_ptr<check::Checker> checker(std::string_view model, const Options& options) {
    auto made = make(model, options);
    EXPECT_TRUE(made) << made.error().text;
    return std::move(*made);
  }
  Recording recording_;
};

TEST(Queue, is_first_in_first_out) {
  InTurn right;
  right.add("enq", {1}, {})
      .add("push", {2}, {})
      .add("deq", {}, {1})
      .add("pop", {}, {2})
      .add("dequeue", {}, {});
  EXPECT_EQ(right.verdict("queue"), "held");
  EXPECT_EQ(right.verdict("stack"), "violated");
  EXPECT_EQ(right.objection("stack"), "took 1, but 2 was next");
  InTurn wrong;
  wrong.add("enq", {1}, {}).add("deq", {}, {});
  EXPECT_EQ(wrong.objection("queue"), "found nothing, but 1 was next");
  InTurn foreign;
  foreign.add("enq", {1}, {}).add("deq", {}, {3});
  EXPECT_EQ(foreign.objection("queue"), "took 3, which was not in it; 1 was next");
}

TEST(Queue, a_take_out_without_answer_took_the_first_or_nothing) {
  InTurn first;
  first.add("enq", {1}, {}).add("enq", {2}, {}).lose("deq", {}, 1).add("deq", {}, {2});
  EXPECT_EQ(first.verdict("queue"), "held");
  EXPECT_EQ(first.add("deq", {}, {1}).verdict("queue"), "violated");
}

TEST(Stack, is_last_in_first_out) {
  InTurn right;
  right.add("push", {1}, {}).add("push", {2}, {}).add("pop", {}, {2}).add("pop", {}, {1});
  EXPECT_EQ(right.verdict("stack"), "held");
  EXPECT_EQ(right.verdict("queue"), "violated");
}

TEST(PriorityQueue, takes_the_smallest_or_the_largest_out) {
  InTurn right;
  right.add("insert", {2}, {}).add("insert", {1}, {}).add("insert", {3}, {}).add("remove", {}, {1});
  EXPECT_EQ(right.verdict("priority-queue"), "held");
  EXPECT_EQ(right.verdict("priority-queue", {{"first", "largest"}}), "violated");
  InTurn text;
  text.add("insert", {"word"}, {});
  EXPECT_NE(text.verdict("priority-queue").find("INTEGER"), std::string::npos);
}

TEST(SetModel, answers_whether_it_was_in_it) {
  InTurn right;
  right.add("add", {7}, {"true"})
      .add("add", {7}, {"false"})
      .add("contains", {7}, {"true"})
      .add("remove", {7}, {"true"})
      .add("contains", {8}, {"false"});
  EXPECT_EQ(right.verdict("set"), "held");
  InTurn two_names;
  two_names.add("add", {7}, {"true"}, 0, "s");
  EXPECT_NE(two_names.verdict("set").find("MEMBER"), std::string::npos);
  InTurn wrong;
  wrong.add("add", {7}, {"true"}).add("contains", {7}, {"false"});
  EXPECT_EQ(wrong.objection("set"), "answered false, but 7 was in the set");
}

TEST(Kv, appends_to_what_was_put) {
  InTurn right;
  right.add("get", {}, {}, 0, "k")
      .add("append", {"a"}, {}, 0, "k")
      .add("append", {"b"}, {}, 1, "k");
  right.add("get", {}, {"ab"}, 0, "k").add("put", {"c"}, {}, 0, "k").add("get", {}, {"c"}, 1, "k");
  EXPECT_EQ(right.verdict("kv"), "held");
  EXPECT_EQ(right.add("get", {}, {"ab"}, 1, "k").objection("kv"),
            "got \"ab\", but the text was \"c\"");
}

TEST(MutexModel, is_released_by_anybody_or_by_its_owner) {
  InTurn other;
  other.add("acquire", {}, {}, 0).add("release", {}, {}, 1).add("lock", {}, {}, 1);
  EXPECT_EQ(other.verdict("mutex"), "held");
  EXPECT_EQ(other.objection("mutex", {{"owner", "client"}}),
            "released it, but it was held by client 0");
  InTurn tried;
  tried.add("lock", {}, {"true"}, 0).add("lock", {}, {"false"}, 1).add("unlock", {}, {"true"}, 0);
  EXPECT_EQ(tried.verdict("mutex"), "held");
  EXPECT_EQ(tried.add("lock", {}, {"false"}, 1).objection("mutex"), "was refused, but it was free");
  InTurn twice;
  twice.add("acquire", {}, {}, 0).add("acquire", {}, {}, 1);
  EXPECT_EQ(twice.objection("mutex"), "acquired it, but it was held");
}

TEST(CounterModel, adds) {
  InTurn right;
  right.add("add", {5}, {}).add("inc", {}, {}).add("add", {-2}, {}).add("read", {}, {4});
  EXPECT_EQ(right.verdict("counter"), "held");
  EXPECT_EQ(right.objection("counter", {{"init", "10"}}), "read 4, but the sum was 14");
}

TEST(CounterModel, sums_are_exact_beyond_sixty_four_bits) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  InTurn beyond;
  beyond.add("add", {most}, {}).add("add", {most}, {}).add("add", {2}, {}).add("read", {}, {0});
  EXPECT_EQ(beyond.objection("counter"), "read 0, but the sum was 18446744073709551616");
  InTurn back;
  back.add("add", {most}, {}).add("add", {most}, {}).add("add", {-most}, {});
  EXPECT_EQ(back.add("read", {}, {most}).verdict("counter"), "held");
}

TEST(MultiRegisterModel, reads_and_writes_together) {
  const auto text = [](const char* y) {
    return std::string(
               R"({"process":0,"type":"invoke","f":"txn","value":[["write","x",1],["w","y",2]]}
{"process":0,"type":"ok","f":"txn","value":[["write","x",1],["w","y",2]]}
{"process":1,"type":"invoke","f":"txn","value":[["read","y",null],["r","x",null],["read","z",null]]}
{"process":1,"type":"ok","f":"txn","value":[["read","y",)") +
           y + R"(],["r","x",1],["read","z",0]]}
)";
  };
  const auto checker = make("multi-register", {});
  ASSERT_TRUE(checker);
  const auto right = history::read_text(text("2"), "right");
  ASSERT_TRUE(right) << right.error().text;
  EXPECT_EQ(check::text((*checker)->check(right->history).verdict), "held");
  const auto wrong = history::read_text(text("3"), "wrong");
  ASSERT_TRUE(wrong);
  const auto explained = (*checker)->explain(wrong->history);
  ASSERT_FALSE(explained.objections.empty());
  EXPECT_EQ(explained.objections[0].reason, "read 3 from y, but it was 2");
}

std::string verdict_of_set(const std::string& edn) {
  const auto read = history::read_text(edn, "set");
  EXPECT_TRUE(read) << read.error().text;
  const auto checker = make("set-with-reads", {});
  const auto accepted = (*checker)->accepts(read->history);
  if (!accepted) {
    return accepted.error().text;
  }
  const check::Explanation why = (*checker)->explain(read->history);
  return std::string(check::text(why.verdict)) +
         (why.objections.empty() ? "" : ": " + why.objections[0].reason);
}

std::string added(int member, const char* type) {
  return "{:process " + std::to_string(member) + ", :type :invoke, :f :add, :value " +
         std::to_string(member) + "}\n{:process " + std::to_string(member) + ", :type :" + type +
         ", :f :add, :value " + std::to_string(member) + "}\n";
}

std::string all_read(const std::string& members) {
  return "{:process 99, :type :invoke, :f :read, :value nil}\n{:process 99, :type :ok, :f :read, "
         ":value " +
         members + "}\n";
}

TEST(SetWithReadsModel, reads_what_was_added_and_not_lost) {
  const std::string adds = added(1, "ok") + added(2, "info") + added(3, "fail") + added(4, "ok");
  EXPECT_EQ(verdict_of_set(adds + all_read("#{4 1}")), "held");
  EXPECT_EQ(verdict_of_set(adds + all_read("[1 4 2]")), "held");
  EXPECT_EQ(verdict_of_set(adds + all_read("#{4 2}")),
            "violated: did not read 1, which was in the set");
  EXPECT_EQ(verdict_of_set(adds + all_read("#{1 3 4}")), "violated: read 3, which was never added");
  EXPECT_EQ(verdict_of_set(adds + all_read("#{1 4 2}") + all_read("#{1 4}")),
            "violated: did not read 2, which was in the set");
  EXPECT_EQ(verdict_of_set(adds + all_read("[1 4 4]")), "violated: read a member twice");
  EXPECT_EQ(verdict_of_set(all_read("#{}")), "held");
  EXPECT_NE(verdict_of_set(adds + all_read("7")).find("read"), std::string::npos);
}

// Each member by itself would be right: one read is before the add of 2, the other before that
// of 1.
TEST(SetWithReadsModel, two_reads_agree_on_what_was_first) {
  const auto call = [](int process, const std::string& what) {
    return "{:process " + std::to_string(process) + ", :type :invoke, " + what + "}\n";
  };
  const auto ok = [](int process, const std::string& what) {
    return "{:process " + std::to_string(process) + ", :type :ok, " + what + "}\n";
  };
  const std::string calls = call(1, ":f :add, :value 1") + call(2, ":f :add, :value 2") +
                            call(3, ":f :read, :value nil") + call(4, ":f :read, :value nil");
  const std::string adds_ok = ok(1, ":f :add, :value 1") + ok(2, ":f :add, :value 2");
  EXPECT_EQ(verdict_of_set(calls + ok(3, ":f :read, :value #{1}") +
                           ok(4, ":f :read, :value #{1 2}") + adds_ok),
            "held");
  EXPECT_EQ(verdict_of_set(calls + ok(3, ":f :read, :value #{1}") + ok(4, ":f :read, :value #{2}") +
                           adds_ok)
                .substr(0, 8),
            "violated");
}

TEST(SetWithReadsModel, decides_long_tests_with_many_lost_adds) {
  std::string text;
  std::string members = "#{";
  for (int i = 0; i < 900; ++i) {
    text += added(i, i % 3 == 0 ? "info" : "ok");
    members += i % 6 == 0 ? "" : std::to_string(i) + " ";
  }
  EXPECT_EQ(verdict_of_set(text + all_read(members + "}")), "held");
  EXPECT_EQ(verdict_of_set(
                text + all_read(members.substr(0, members.rfind(' ', members.size() - 2)) + "}")),
            "violated: did not read 899, which was in the set");
}

// The monitor looks at the members of one key in the reads of that key, and at no others.
TEST(SetWithReadsModel, members_of_other_keys_cost_nothing) {
  constexpr unsigned keys = 30'000;
  constexpr unsigned reads = 700;  // of the last key
  Recording recording;
  for (unsigned key = 0; key < keys; ++key) {
    const std::string name = "k" + std::to_string(key);
    recording.answers(recording.call(0, "add", name, {std::int64_t{key}}), {"true"});
    recording.answers(recording.call(0, "remove", name, {std::int64_t{key}}), {"true"});
  }
  for (const std::int64_t member : {-1, -2}) {
    recording.answers(recording.call(0, "add", "last", {member}), {"true"});
  }
  for (unsigned i = 0; i < reads; ++i) {
    recording.answers(recording.call(0, "read", "last"), {-1, -2});
  }
  const auto checker = make("set-with-reads", {});
  ASSERT_TRUE((*checker)->accepts(recording.history()));
  const check::CheckResult result = (*checker)->check(recording.history());
  EXPECT_EQ(result.verdict, check::Verdict::held);
  EXPECT_EQ(result.partitions, keys + 1);
  EXPECT_EQ(result.steps, 0U);  // no search was needed
}

TEST(DataModels, an_answer_that_says_something_else_is_refused) {
  const auto refused = [](std::string_view model, std::string_view f, const char* input,
                          const char* output) {
    std::string text = R"({"process":0,"type":"invoke","f":"@","value":IN}
{"process":0,"type":"ok","f":"@","value":OUT}
)";
    const auto put = [&text](std::string_view place, std::string_view what) {
      text.replace(text.find(place), place.size(), what);
    };
    put("@", f);
    put("@", f);
    put("IN", input);
    put("OUT", output);
    const auto read = history::read_text(text, "x");
    EXPECT_TRUE(read) << read.error().text;
    return !(*make(model, {}))->accepts(read->history);
  };
  EXPECT_TRUE(refused("set", "contains", "5", "\"yes\""));
  EXPECT_TRUE(refused("set", "contains", "5", "1"));
  EXPECT_FALSE(refused("set", "add", "5", "5"));
  EXPECT_TRUE(refused("cas-register", "cas", "[0,1]", "\"garbage\""));
  EXPECT_FALSE(refused("cas-register", "cas", "[0,1]", "[0,1]"));
  const char* const reads = R"([["read","x",null],["read","y",null]])";
  EXPECT_TRUE(refused("multi-register", "txn", reads, "\"garbage\""));
  EXPECT_TRUE(refused("multi-register", "txn", reads, "[7,8]"));
  EXPECT_TRUE(refused("multi-register", "txn", reads, R"([["read","y",8],["read","x",7]])"));
  EXPECT_TRUE(refused("multi-register", "txn", R"([["write","x",1]])", R"([["write","x",2]])"));
  EXPECT_FALSE(refused("multi-register", "txn", reads, "null"));
}

TEST(DataModels, what_a_model_keeps_counts_as_memory) {
  Recording recording;
  for (int i = 0; i < 12; ++i) {
    (void)recording.call(0, "push", "", {i});  // any order of these is another content
  }
  (void)recording.call(0, "push", "", {0});  // twice: not for the monitor
  recording.answers(recording.call(1, "pop", ""), {99});
  auto checker = make("stack", {});
  ASSERT_TRUE(checker);
  (*checker)->set_budget({.steps_max = 0, .memory_bytes_max = 1U << 20U});
  const check::CheckResult result = (*checker)->check(recording.history());
  EXPECT_EQ(result.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(result.reason, check::InconclusiveReason::memory);
  EXPECT_LT(result.memory_bytes, 2U << 20U);
}

TEST(DataModels, options_are_checked) {
  EXPECT_EQ(make("counter", {{"init", "many"}}).error().text,
            "option init of model counter is a whole number, not 'many'");
  EXPECT_EQ(make("mutex", {{"owner", "me"}}).error().text,
            "option owner of model mutex is any or client, not 'me'");
  EXPECT_EQ(make("priority-queue", {{"first", "2"}}).error().text,
            "option first of model priority-queue is smallest or largest, not '2'");
}

}  // namespace
}  // namespace oncelab::models
