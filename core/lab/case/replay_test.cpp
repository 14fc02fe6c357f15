#include <oncelab/core/lab/case/replay.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/toy_scenario.hpp>

namespace oncelab::cases {
namespace {

namespace fs = std::filesystem;

Subject toy(std::string variant, unsigned clients, unsigned ops) {
  Subject subject;
  subject.scenario = &toy_scenario();
  subject.variant = std::move(variant);
  subject.program = subject.scenario->program(clients, ops);
  subject.bound.steps_max = 1000;
  return subject;
}

report::Symbolizer& symbolizer() {
  static report::Symbolizer one;
  return one;
}

/// The first failing case that dfs finds.
CaseFile found_case(const Subject& subject) {
  const auto experiment = cases::bind(subject);
  auto strategy = schedule::make_strategy("dfs", {});
  schedule::ExploreOptions options;
  options.run = run_options(subject.bound);
  const auto result = schedule::explore(*experiment, *strategy.value(), options);
  EXPECT_TRUE(result.found.has_value());
  return make_case(subject, *result.found, experiment->history(), false, symbolizer());
}

ReplayResult replay_of(const CaseFile& c, const ReplayOptions& options = {}) {
  auto result = replay(c, options, symbolizer());
  EXPECT_TRUE(result) << result.error().text;
  return std::move(*result);
}

TEST(Replay, fails_as_recorded_every_time) {
  const CaseFile written = found_case(toy("torn", 2, 1));
  const auto c = parse(to_text(written), "c.json");
  ASSERT_TRUE(c);
  for (int i = 0; i < 100; ++i) {
    const ReplayResult r = replay_of(*c);
    EXPECT_EQ(r.verdict, ReplayVerdict::failed);
    EXPECT_TRUE(r.followed);
    EXPECT_TRUE(r.as_recorded) << r.note;
    EXPECT_FALSE(r.divergence);
    ASSERT_TRUE(r.found);
    EXPECT_EQ(runtime::trace_hash(r.found->trace), c->trace_hash);
  }
}

TEST(Replay, of_right_code_is_fixed_with_the_count_of_schedules) {
  ReplayOptions options;
  options.variant = "whole";
  const ReplayResult r = replay_of(found_case(toy("torn", 2, 1)), options);
  EXPECT_EQ(r.verdict, ReplayVerdict::fixed);
  ASSERT_TRUE(r.explored);
  EXPECT_EQ(r.explored->schedules, 2U);
  EXPECT_EQ(r.subject.bound.preemptions_max, 2U);
  ASSERT_TRUE(r.divergence);
  EXPECT_EQ(r.divergence->step, 0U);
  EXPECT_NE(to_text(*r.divergence).find("client 0: step [first]"), std::string::npos)
      << to_text(*r.divergence);
}

TEST(Replay, explores_around_a_schedule_that_no_longer_fails) {
  CaseFile c = found_case(toy("torn", 2, 1));
  c.schedule.deviations.clear();  // does not fail
  c.schedule.deviations.push_back({0, schedule::Deviation::Kind::thread, 2, false});
  const ReplayResult r = replay_of(c);
  EXPECT_EQ(r.verdict, ReplayVerdict::failed);
  EXPECT_TRUE(r.followed);
  ASSERT_TRUE(r.found);
  EXPECT_EQ(r.found->schedule.preemptions(), 1U);
}

TEST(Replay, a_schedule_that_cannot_be_followed_is_explored_around) {
  CaseFile c = found_case(toy("torn", 2, 1));
  c.schedule.deviations.push_back({900, schedule::Deviation::Kind::thread, 1, true});
  const ReplayResult r = replay_of(c);
  EXPECT_FALSE(r.followed);
  EXPECT_EQ(r.verdict, ReplayVerdict::failed);
}

TEST(Replay, a_used_up_budget_is_inconclusive) {
  ReplayOptions options;
  options.variant = "whole";
  options.schedules_max = 1;
  const ReplayResult r = replay_of(found_case(toy("torn", 3, 2)), options);
  EXPECT_EQ(r.verdict, ReplayVerdict::inconclusive);
  EXPECT_NE(r.note.find("--schedules-max"), std::string::npos);
}

TEST(Replay, what_differs_from_the_record_is_said) {
  CaseFile c = found_case(toy("torn", 2, 1));
  c.history_hash ^= 1U;
  EXPECT_EQ(replay_of(c).note, "the history is not the recorded one");
  c.trace_hash ^= 1U;
  EXPECT_EQ(replay_of(c).note, "the steps are not the recorded ones");
  c.failure.property = "x";
  const ReplayResult r = replay_of(c);
  EXPECT_EQ(r.note, "another property fails now: no lost update; recorded was x");
  EXPECT_EQ(r.verdict, ReplayVerdict::failed);
}

TEST(Replay, a_program_that_does_not_fit_is_an_error) {
  const CaseFile c = found_case(toy("torn", 2, 1));
  const auto misfit = [](const CaseFile& content, const ReplayOptions& options = {}) {
    const auto result = replay(content, options, symbolizer());
    EXPECT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::does_not_fit);
    return result.error().text;
  };
  CaseFile other = c;
  other.scenario = "nothing";
  EXPECT_EQ(misfit(other), "there is no scenario 'nothing' in this program");
  other = c;
  other.program.clients[0][0].f = "subtract";
  EXPECT_EQ(misfit(other), "scenario toy: unknown operation");
  ReplayOptions options;
  options.variant = "none";
  EXPECT_EQ(misfit(c, options), "scenario toy has no variant 'none'");
}

TEST(CorpusFolder, keeps_each_case_once_and_ignores_other_files) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("oncelab-corpus-" + std::to_string(::getpid()));
  fs::remove_all(folder);
  const CaseFile c = found_case(toy("torn", 2, 1));
  const auto first = store(folder / "sub", c);
  ASSERT_TRUE(first) << first.error().text;
  EXPECT_TRUE(first->is_new);
  EXPECT_EQ(first->file.filename(), file_name(to_text(c)));
  const auto again = store(folder / "sub", c);
  EXPECT_FALSE(again->is_new);
  std::ofstream(folder / "sub" / "README.md") << "x";
  fs::create_directories(folder / "sub" / "d.json");
  const auto listed = list_corpus(folder / "sub");
  ASSERT_TRUE(listed);
  EXPECT_EQ(listed->files, std::vector{first->file});
  EXPECT_EQ(listed->notes.size(), 2U);

  CaseFile smaller = c;
  smaller.minimal = true;
  const auto kept = replace(*again, smaller);  // not new: somebody else's
  EXPECT_TRUE(fs::exists(first->file));
  ASSERT_TRUE(kept && kept->is_new);
  const auto replaced = replace(*kept, c);
  EXPECT_FALSE(fs::exists(kept->file));
  EXPECT_EQ(replaced->file, first->file);

  const auto loaded = load(first->file);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(to_text(*loaded), to_text(c));
  EXPECT_FALSE(load(folder / "none.json"));
  EXPECT_FALSE(list_corpus(folder / "none"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace oncelab::cases
