// Work that is divided among machines, and put together again.
#include <boost/json/array.hpp>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/schedule/shard.hpp>

namespace oncelab::cli {
namespace {

class CliShards : public Cli {
 protected:
  /// Runs the verb once for each shard; the files it wrote.
  std::vector<std::string> run_all(const std::vector<std::string>& arguments, unsigned shards,
                                   std::vector<Ran>* ran = nullptr) {
    std::vector<std::string> files;
    for (unsigned i = 1; i <= shards; ++i) {
      std::vector<std::string> all = arguments;
      files.push_back((folder / ("shard-" + std::to_string(i) + ".json")).string());
      all.insert(all.end(), {"--shard", std::to_string(i) + "/" + std::to_string(shards),
                             "--corpus", corpus, "--json", files.back()});
      const Ran one = run_it(all);
      if (ran != nullptr) {
        ran->push_back(one);
      }
    }
    return files;
  }
  static Ran merge(std::vector<std::string> files, const std::vector<std::string>& more = {}) {
    files.insert(files.begin(), "merge");
    files.insert(files.end(), more.begin(), more.end());
    return run_it(files);
  }
  /// Without what differs from one machine to the next.
  static json::value timeless(const std::string& text) {
    json::value value = json::parse(text);
    const std::function<void(json::value&)> forget = [&](json::value& v) {
      if (v.is_object()) {
        v.get_object().erase("seconds");
        for (auto& member : v.get_object()) {
          forget(member.value());
        }
      } else if (v.is_array()) {
        for (json::value& item : v.get_array()) {
          forget(item);
        }
      }
    };
    forget(value);
    return value;
  }
};

TEST_F(CliShards, of_a_check_come_to_what_one_machine_writes) {
  const Ran whole = run_it({"check", "toy", "--corpus", corpus, "--json", "-"});
  for (const unsigned shards : {1U, 2U, 5U, 9U}) {  // more than there are verdicts, too
    const Ran merged = merge(run_all({"check", "toy"}, shards), {"--json", "-"});
    EXPECT_EQ(merged.code, whole.code);
    EXPECT_EQ(timeless(merged.out), timeless(whole.out)) << shards;
  }
}

TEST_F(CliShards, of_a_check_say_so) {
  std::vector<Ran> ran;
  (void)run_all({"check", "toy", "--variant", "whole"}, 2, &ran);
  EXPECT_NE(
      ran[0].out.find("1 verdict: 1 as expected; 1000 schedules; shard 1 of 2 of 1 verdict\n"),
      std::string::npos)
      << ran[0].out;
  EXPECT_EQ(ran[1].code, ExitCode::as_expected);
  EXPECT_EQ(ran[1].out,
            "0 verdicts: 0 as expected; 0 schedules; shard 2 of 2 of 1 verdict\nseed 1\n");
}

TEST_F(CliShards, that_are_missing_leave_it_inconclusive) {
  const auto files = run_all({"check", "toy", "--variant", "whole"}, 2);
  const Ran part = merge({files[1]});
  EXPECT_EQ(part.code, ExitCode::inconclusive);
  EXPECT_EQ(part.err, "oncelab: merge: missing: shard 1 of 2\n");
  EXPECT_NE(part.out.find("1 of 1 verdicts are missing"), std::string::npos) << part.out;
  // The one that is missing had nothing to do.
  EXPECT_EQ(merge({files[0]}).code, ExitCode::as_expected);
}

TEST_F(CliShards, of_an_exploration_add_up) {
  const std::vector<std::string> explore = {"explore",    "toy",    "--variant", "whole",
                                            "--strategy", "random", "--clients", "3"};
  std::vector<Ran> ran;
  const auto files = run_all(explore, 3, &ran);
  EXPECT_NE(ran[1].out.find("seed 1, shard 2 of 3\n"), std::string::npos) << ran[1].out;
  const Ran merged = merge(files, {"--json", "-"});
  EXPECT_EQ(merged.code, ExitCode::as_expected);
  const auto all = json::parse(merged.out).as_object();
  EXPECT_EQ(all.at("schedules"), 1000);
  EXPECT_EQ(all.at("coverage"), "sampled 1000 schedules");
  EXPECT_NE(merged.err.find("held: sampled 1000 schedules; none failed"), std::string::npos);
  // A strategy that learns nothing runs exactly what it would run on one machine.
  std::vector<std::string> alone = explore;
  alone.insert(alone.end(), {"--json", "-"});
  EXPECT_EQ(all.at("steps"), json::parse(run_it(alone).out).at("steps"));
  const Ran part = merge({files[0], files[2]});
  EXPECT_EQ(part.code, ExitCode::inconclusive);
  EXPECT_NE(part.out.find("inconclusive: missing: shard 2 of 3; "), std::string::npos) << part.out;
}

TEST_F(CliShards, of_an_exploration_that_fails_keep_the_case) {
  const Ran merged = merge(run_all({"explore", "toy"}, 2));
  EXPECT_EQ(merged.code, ExitCode::unexpected);
  EXPECT_NE(merged.out.find("violated: "), std::string::npos) << merged.out;
  EXPECT_NE(merged.out.find("case: " + stored().front().string()), std::string::npos) << merged.out;
}

TEST_F(CliShards, are_merged_only_if_they_belong_together) {
  const auto files = run_all({"check", "toy"}, 2);
  const std::string copy = write("copy.json", "");
  fs::copy_file(files[0], copy, fs::copy_options::overwrite_existing);
  expect_error({"merge", files[0], copy}, ExitCode::usage,
               "merge: " + copy + ": is of shard 1, and so is " + files[0]);
  (void)run_it(
      {"check", "toy", "--seed", "2", "--corpus", corpus, "--shard", "2/2", "--json", copy});
  expect_error({"merge", files[0], copy}, ExitCode::usage,
               "merge: " + copy + ": is of other work than " + files[0] +
                   " (work): other flags, another division, or another build of the program");
  (void)run_it({"check", "toy", "--corpus", corpus, "--json", copy});
  expect_error({"merge", copy}, ExitCode::usage,
               "merge: " + copy + ": is of the whole, not of a shard (--shard)");
  const std::string bad = write("bad.json", R"({"schema": 1, "verb": "check"})");
  EXPECT_EQ(merge({bad}).code, ExitCode::usage);
  expect_error({"merge", write("list.json", "[]")}, ExitCode::usage,
               "merge: " + (folder / "list.json").string() +
                   ": was not written by check or explore with --json");
  expect_error({"merge"}, ExitCode::usage, "merge: give the files of all shards");
}

TEST_F(CliShards, that_were_changed_by_hand_are_refused) {
  const auto read = [](const std::string& file) {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const auto refused = [&](const std::vector<std::string>& files, const std::string& from,
                           const std::string& to) {
    std::string text = read(files[1]);
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " in " << text;
    text.replace(at, from.size(), to);
    const Ran ran = merge({files[0], write("changed.json", text)});
    EXPECT_EQ(ran.code, ExitCode::usage) << from << " -> " << to << ": " << ran.out << ran.err;
    EXPECT_EQ(ran.out, "");
  };
  const auto explored = run_all({"explore", "toy", "--variant", "whole"}, 2);
  const std::string large = "18446744073709551615";
  refused(explored, R"("verdict": "held")", R"("verdict": "violated")");
  refused(explored, R"("schedules": 498)", R"("schedules": )" + large);
  refused(explored, R"("steps_longest": )", R"("steps_longest": 42949672960)");
  refused(explored, R"("strategy": "random")", R"("strategy": "pos")");
  refused(explored, R"("goals": [)", R"("goals": [{"text": "x", "runs": 1, "required": false},)");
  EXPECT_EQ(merge(explored).code, ExitCode::as_expected);
  const auto checked = run_all({"check", "toy"}, 2);
  refused(checked, R"("row": 1)", R"("row": 0)");
  refused(checked, R"("row": 1)", R"("row": 3)");
  refused(checked, R"("row": 1)", R"("row": )" + large);
  refused(checked, R"("rows": )", R"("rows": 1)");
  refused(checked, R"("as_expected": true)", R"("as_expected": false)");
  expect_error({"merge", explored[0], explored[1], "--json", explored[0]}, ExitCode::usage,
               "--json would replace the input: " + explored[0] + "; give it a file of its own");
}

TEST_F(CliShards, are_named_on_the_command_line_or_by_the_environment) {
  const std::string form =
      "--shard takes I/N, from 1/N to N/N, or auto, or auto/N (N at most 10000), not '";
  for (const char* wrong : {"0/2", "3/2", "2", "/", "auto/", "auto/0", "1/10001", "x/2", "1/2/3"}) {
    expect_error({"check", "toy", "--shard", wrong}, ExitCode::usage, form + wrong + "'");
  }
  const auto shard_of = [](const std::string& given, const Environment& environment) {
    const Ran ran = run_it({"explore", "toy", "--variant", "whole", "--shard", given}, environment);
    const auto at = ran.out.find("shard ");
    return at == std::string::npos ? ran.err : ran.out.substr(at, ran.out.find('\n', at) - at);
  };
  Environment gtest;
  gtest.gtest_shard_index = "1";
  gtest.gtest_total_shards = "4";
  EXPECT_EQ(shard_of("auto", gtest), "shard 2 of 4");
  EXPECT_EQ(shard_of("auto/4", gtest), "shard 2 of 4");
  EXPECT_EQ(shard_of("auto/5", gtest),
            "oncelab: --shard auto/5, but the environment says 4 shards\n");
  gtest.gtest_shard_index = "4";
  EXPECT_EQ(shard_of("auto", gtest),
            "oncelab: --shard auto: GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS say shard 5 of 4; "
            "there can be 1 to 10000\n");
  Environment slurm;
  slurm.slurm_task_id = "30";
  slurm.slurm_task_min = "10";
  slurm.slurm_task_max = "40";
  slurm.slurm_task_count = "4";
  EXPECT_EQ(shard_of("auto", slurm), "shard 3 of 4");
  slurm.slurm_task_count = "3";  // 10, 30 and 40, say
  EXPECT_NE(shard_of("auto", slurm).find("not evenly spaced; give I/N"), std::string::npos);
  slurm.slurm_task_count = "x\n";
  EXPECT_EQ(
      shard_of("auto", slurm),
      "oncelab: --shard auto: SLURM_ARRAY_TASK_COUNT is no whole number from 0 to 4294967295: "
      "'x\\n'\n");
  Environment kubernetes;
  kubernetes.job_completion_index = "0";
  EXPECT_EQ(shard_of("auto/2", kubernetes), "shard 1 of 2");
  EXPECT_EQ(shard_of("auto", kubernetes),
            "oncelab: --shard auto: JOB_COMPLETION_INDEX does not say of how many; give auto/N\n");
  EXPECT_NE(shard_of("auto", {}).find("in the environment; give I/N"), std::string::npos);
  // Nothing is left out unasked.
  EXPECT_EQ(run_it({"explore", "toy", "--variant", "whole"}, gtest).out.find("shard"),
            std::string::npos);
}

TEST_F(CliShards, need_something_that_can_be_divided) {
  expect_error({"explore", "toy", "--strategy", "dfs", "--shard", "1/2"}, ExitCode::usage,
               "explore: --shard divides schedules that are sampled; one search of all of them, "
               "with dfs, stays on one machine, where --workers divides it");
  expect_error({"explore", "toy", "--shard", "2/2", "--schedules-max", "6"}, ExitCode::usage,
               "explore: --schedules-max 6 leaves none for shard 2 of 2: use fewer shards, or more "
               "schedules");
}

TEST(Shard, every_schedule_belongs_to_one) {
  for (const std::uint32_t count : {1U, 2U, 3U, 7U}) {
    for (const std::uint64_t schedules : {0U, 1U, 5U, 6U, 7U, 100U, 1000U}) {
      std::set<std::uint64_t> numbers;
      std::uint64_t sum = 0;
      for (std::uint32_t index = 0; index < count; ++index) {
        const schedule::Shard shard{index, count};
        sum += shard.of(schedules);
        for (std::uint64_t own = 0; own < shard.of(schedules); ++own) {
          numbers.insert(shard.number(own));
        }
      }
      EXPECT_EQ(sum, schedules);
      EXPECT_EQ(numbers.size(), schedules);
      EXPECT_TRUE(numbers.empty() || *numbers.rbegin() == schedules - 1);
    }
  }
}

}  // namespace
}  // namespace oncelab::cli
