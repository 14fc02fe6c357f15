// Luck is bookkeeping and threads: the bookkeeping is tested with subjects that do as they are
// told, the threads with the right variants, which must hold however the threads fall. That a wrong
// one shows itself is never asserted: on real threads it may not.
//
// Under the tsan presets the naive variants run here too, and ThreadSanitizer is silent about them
// as it is about the right ones: every access they make is under a lock. Their race is one of
// logic, between two holds of that lock, and no detector of data races can see it.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/json.hpp>
#include <functional>
#include <oncelab/stress/threads/luck_report.hpp>
#include <oncelab/stress/threads/rounds.hpp>
#include <oncelab/stress/threads/subject.hpp>
#include <ostream>
#include <string>
#include <utility>

namespace oncelab::stress {

static void PrintTo(const SubjectInfo& subject, std::ostream* out) {
  *out << subject.contract << ' ' << subject.variant;
}

namespace {

/// Counts the rounds it begins and asks who has an effect in them.
class ScriptedSubject final : public Subject {
 public:
  using Script = std::function<bool(std::uint64_t round, unsigned thread)>;

  explicit ScriptedSubject(Script script) : script_(std::move(script)) {}

  void begin_round() override {
    if (rounds_begun > 0) {
      EXPECT_EQ(attempts_, attempts_per_round);
    }
    attempts_ = 0;
    ++rounds_begun;
  }
  bool attempt(unsigned thread) override {
    ++attempts_;
    return script_(rounds_begun, thread);
  }

  std::uint64_t rounds_begun = 0;
  unsigned attempts_per_round = 2;

 private:
  Script script_;
  std::atomic<unsigned> attempts_ = 0;
};

TEST(rounds, each_begins_anew_after_every_thread_has_attempted) {
  ScriptedSubject subject([](std::uint64_t, unsigned thread) { return thread == 0; });
  subject.attempts_per_round = 3;
  const RoundCount count =
      run_rounds(subject, {.rounds = 50, .threads = 3, .spread = std::chrono::nanoseconds(500)});
  EXPECT_EQ(subject.rounds_begun, 50U);
  EXPECT_EQ(count.rounds, 50U);
  EXPECT_EQ(count.duplicated, 0U);
  EXPECT_EQ(count.without_effect, 0U);
  EXPECT_FALSE(count.first_duplicated.has_value());
}

TEST(rounds, count_what_happened_twice_and_what_never_did) {
  // Round 1: nobody; 2 and 4: both; 3 and 5: one of them.
  ScriptedSubject subject([](std::uint64_t round, unsigned thread) {
    return round != 1 && (round % 2 == 0 || thread == 0);
  });
  const RoundCount count = run_rounds(subject, {.rounds = 5, .threads = 2, .spread = {}});
  EXPECT_EQ(count.rounds, 5U);
  EXPECT_EQ(count.duplicated, 2U);
  EXPECT_EQ(count.without_effect, 1U);
  EXPECT_EQ(count.first_duplicated, 2U);
}

TEST(rounds, a_single_round_of_a_single_thread_is_counted) {
  ScriptedSubject subject([](std::uint64_t, unsigned) { return true; });
  subject.attempts_per_round = 1;
  const RoundCount count = run_rounds(subject, {.rounds = 1, .threads = 1, .spread = {}});
  EXPECT_EQ(count.rounds, 1U);
  EXPECT_EQ(count.duplicated, 0U);
  EXPECT_EQ(count.without_effect, 0U);
}

class every_subject : public testing::TestWithParam<SubjectInfo> {};

TEST_P(every_subject, has_its_effect_and_no_more_often_than_it_promises) {
  constexpr unsigned threads = 3;
  const auto subject = GetParam().make({.threads = threads, .handler_time = {}});
  const Trial trial{GetParam(),
                    run_rounds(*subject, {.rounds = 1000, .threads = threads, .spread = {}})};
  EXPECT_EQ(trial.count.without_effect, 0U);
  if (GetParam().promises_once) {
    EXPECT_EQ(trial.count.duplicated, 0U);
  }
  EXPECT_TRUE(trial.kept_promise());
}

TEST_P(every_subject, has_its_effect_once_on_a_single_thread) {
  const auto subject = GetParam().make({.threads = 1, .handler_time = {}});
  const RoundCount count = run_rounds(*subject, {.rounds = 10, .threads = 1, .spread = {}});
  EXPECT_EQ(count.without_effect, 0U);
}

std::string subject_name(const testing::TestParamInfo<SubjectInfo>& tested) {
  std::string name = std::string(tested.param.contract) + "_" + std::string(tested.param.variant);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(luck, every_subject, testing::ValuesIn(subjects()), subject_name);

LuckReport report_of(std::uint64_t duplicated, std::uint64_t without_effect, bool promises_once) {
  SubjectInfo subject = subjects().front();
  subject.promises_once = promises_once;
  RoundCount count{.rounds = 1000,
                   .duplicated = duplicated,
                   .without_effect = without_effect,
                   .first_duplicated = {},
                   .seconds = 0.5};
  if (duplicated > 0) {
    count.first_duplicated = 7;
  }
  return {"inbox", {.rounds = 1000, .threads = 2, .spread = {}}, {}, {{subject, count}}};
}

TEST(luck_report, a_promise_is_broken_by_a_duplicate_and_by_a_round_without_effect) {
  EXPECT_TRUE(report_of(0, 0, true).kept_promises());
  EXPECT_FALSE(report_of(1, 0, true).kept_promises());
  EXPECT_TRUE(report_of(1, 0, false).kept_promises());
  EXPECT_FALSE(report_of(0, 1, true).kept_promises());
  EXPECT_FALSE(report_of(0, 1, false).kept_promises());
}

TEST(luck_report, says_what_was_seen_and_how_much_that_means) {
  EXPECT_EQ(table_of(report_of(100, 0, false)),
            "inbox, 2 threads, 1000 rounds of each variant, handler of 0 ns, started within "
            "0 ns\n\n"
            "variant  twice  never  rate  95 % interval   first  rounds to see one  rounds/s  "
            "judgement\n"
            "naive    100    0      0.1   0.0821 to 0.12  7      29                 2e+03     "
            "promises nothing\n");
  EXPECT_NE(table_of(report_of(0, 0, true)).find("0 to 0.00299"), std::string::npos);
  EXPECT_NE(table_of(report_of(1, 0, true)).find("BROKEN"), std::string::npos);
}

TEST(luck_report, in_json_has_the_same_figures) {
  const auto value = boost::json::parse(json_of(report_of(100, 0, false)));
  EXPECT_EQ(value.at("schema").as_string(), "oncelab-luck/1");
  const auto& variant = value.at("variants").at(0);
  EXPECT_EQ(variant.at("variant").as_string(), "naive");
  EXPECT_EQ(variant.at("duplicated").to_number<int>(), 100);
  EXPECT_EQ(variant.at("first_duplicated").to_number<int>(), 7);
  EXPECT_NEAR(variant.at("rate_lower").to_number<double>(), 0.0821, 0.0001);
  EXPECT_TRUE(variant.at("kept").as_bool());
  const auto clean = boost::json::parse(json_of(report_of(0, 0, true)));
  EXPECT_TRUE(clean.at("variants").at(0).at("first_duplicated").is_null());
}

}  // namespace
}  // namespace oncelab::stress
