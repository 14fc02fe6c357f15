#include <gtest/gtest.h>

#include <algorithm>

#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

using check::Verdict;

history::History read(std::string_view lines) {
  auto loaded = history::read_text(lines, "x");
  EXPECT_TRUE(loaded) << loaded.error().text;
  return std::move(loaded->history);
}

Verdict verdict(std::string_view model, const Options& options, const history::History& history) {
  auto checker = make(model, options);
  EXPECT_TRUE(checker) << checker.error().text;
  EXPECT_TRUE((*checker)->accepts(history)) << (*checker)->accepts(history).error().text;
  return (*checker)->check(history).verdict;
}

const char* const reads_nil =
    "{\"process\":0,\"type\":\"invoke\",\"f\":\"read\"}\n"
    "{\"process\":0,\"type\":\"ok\",\"f\":\"read\",\"value\":null}\n";
const char* const reads_word =
    "{\"process\":0,\"type\":\"invoke\",\"f\":\"read\"}\n"
    "{\"process\":0,\"type\":\"ok\",\"f\":\"read\",\"value\":\"word\"}\n";

TEST(Registry, is_sorted_and_every_model_has_a_line) {
  EXPECT_TRUE(std::ranges::is_sorted(all(), {}, &ModelInfo::name));
  for (const ModelInfo& model : all()) {
    EXPECT_EQ(find(model.name), &model);
    EXPECT_FALSE(model.description.empty());
    const auto checker = make(model.name, {});
    ASSERT_TRUE(checker);
    EXPECT_EQ((*checker)->model_name(), model.name);
  }
}

TEST(Registry, errors_say_what_there_is) {
  const auto unknown = make("regsiter", {});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::unknown_name);
  EXPECT_EQ(
      unknown.error().text,
      "there is no model 'regsiter'; there are api-request, cas-register, claim-store, "
      "counter, inbox, inbox-claiming, kv, multi-register, mutex, order, priority-queue, queue, "
      "register, set, set-with-reads, stack");
  const auto option = make("register", {{"ini", "3"}});
  ASSERT_FALSE(option);
  EXPECT_EQ(option.error().kind, ErrorKind::usage);
  EXPECT_EQ(option.error().text, "model register has no option 'ini'; it has init, nil");
  EXPECT_EQ(make("inbox", {{"init", "3"}}).error().text,
            "model inbox has no option 'init'; it has none");
  EXPECT_EQ(make("cas-register", {{"nil", "maybe"}}).error().text,
            "option nil of a register model is unknown or absent, not 'maybe'");
  EXPECT_EQ(make("order", {{"profile", "lax"}}).error().text,
            "option profile of model order is strict or seed, not 'lax'");
}

TEST(Registry, an_etcd_log_implies_options) {
  EXPECT_EQ(implied_options(history::Format::etcd_log, "cas-register"),
            (Options{{"init", "nil"}, {"nil", "absent"}}));
  EXPECT_TRUE(implied_options(history::Format::etcd_log, "inbox").empty());
  EXPECT_TRUE(implied_options(history::Format::neutral_json_lines, "cas-register").empty());
}

TEST(Register, options) {
  EXPECT_EQ(verdict("register", {}, read(reads_nil)), Verdict::held);
  EXPECT_EQ(verdict("register", {{"nil", "absent"}}, read(reads_nil)), Verdict::violated);
  EXPECT_EQ(verdict("register", {{"nil", "absent"}, {"init", "nil"}}, read(reads_nil)),
            Verdict::held);
  EXPECT_EQ(verdict("register", {{"init", "word"}}, read(reads_word)), Verdict::held);
  EXPECT_EQ(verdict("register", {{"init", "other"}}, read(reads_word)), Verdict::violated);
  EXPECT_EQ(verdict("register", {{"init", "-5"}}, read(reads_word)), Verdict::violated);
}

TEST(Register, a_foreign_initial_text_can_be_shown) {
  const history::History history = read(reads_word);
  auto checker = *make("register", {{"init", "other"}});
  EXPECT_EQ(checker->explain(history).objections.at(0).reason,
            "read word, but the register held other");
}

TEST(Register, a_plain_register_knows_no_cas) {
  const history::History history =
      read("{\"process\":0,\"type\":\"invoke\",\"f\":\"cas\",\"value\":[1,2]}\n");
  auto checker = *make("register", {});
  EXPECT_EQ(
      checker->accepts(history).error().text,
      "operation #0 client 0: cas [1,2] -> ? (line 1, column 1) is not one of register's; it knows "
      "read; write VALUE");
}

TEST(Registry, an_unknown_operation_is_told_by_where_it_was_called) {
  const auto error = [](const char* text) {
    return (*make("register", {}))->accepts(read(text)).error().text;
  };
  EXPECT_NE(error("{:process 0 :type :invoke :f :read}\n  {:process 1 :type :invoke :f :take}")
                .find(" (line 2, column 3) is not one of register's; "),
            std::string::npos);
  EXPECT_NE(error("{\"oncelab-history\":1}\n{\"call\":0,\"client\":0,\"f\":\"take\"}\n")
                .find(" (line 2, column 1) is not one of register's; "),
            std::string::npos);
}

TEST(Register, a_write_that_changes_nothing_now_is_not_used_up) {
  // write 1 and cas [1,2] overlap a read of 1 that comes last: the write must wait for the cas.
  const history::History history = read(
      "{\"process\":0,\"type\":\"invoke\",\"f\":\"write\",\"value\":1}\n"
      "{\"process\":1,\"type\":\"invoke\",\"f\":\"cas\",\"value\":[1,2]}\n"
      "{\"process\":1,\"type\":\"ok\",\"f\":\"cas\",\"value\":[1,2]}\n"
      "{\"process\":1,\"type\":\"invoke\",\"f\":\"read\"}\n"
      "{\"process\":1,\"type\":\"ok\",\"f\":\"read\",\"value\":1}\n"
      "{\"process\":0,\"type\":\"ok\",\"f\":\"write\",\"value\":1}\n");
  EXPECT_EQ(verdict("cas-register", {{"init", "1"}}, history), Verdict::held);
  EXPECT_EQ(verdict("cas-register", {{"init", "2"}}, history), Verdict::violated);
}

TEST(Register, learning_that_a_write_failed_can_be_what_is_wrong) {
  const history::History history = read(
      "{\"process\":0,\"type\":\"invoke\",\"f\":\"write\",\"value\":3}\n"
      "{\"process\":1,\"type\":\"invoke\",\"f\":\"read\"}\n"
      "{\"process\":1,\"type\":\"ok\",\"f\":\"read\",\"value\":3}\n"
      "{\"process\":0,\"type\":\"fail\",\"f\":\"write\",\"value\":3}\n");
  auto checker = *make("register", {});
  EXPECT_EQ(to_text(checker->explain(history), history), R"(violated: register
The first 4 events cannot be explained; fewer can. Event 4 is the return of
  #0 client 0: write 3 -> did not happen
The longest order that explains a part of it:
    at first                                         the register holds 0
What cannot follow:
    #1 client 1: read -> 3
      read 3, but the register held 0
These 2 answers contradict each other, whatever all other operations did:
    #0 client 0: write 3 -> did not happen
    #1 client 1: read -> 3
)");
}

}  // namespace
}  // namespace oncelab::models
