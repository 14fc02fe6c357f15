// merge: the results of all shards of one check or exploration, put together.
#include <algorithm>
#include <boost/json/array.hpp>
#include <ostream>
#include <utility>

#include <oncelab/core/lab/cli/outputs.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/reports.hpp>
#include <oncelab/core/lab/cli/shard_files.hpp>
#include <oncelab/core/lab/cli/totals.hpp>
#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

check::Verdict verdict_of(const json::object& object, std::string_view member = "verdict") {
  const json::string& text = object.at(member).as_string();
  for (const auto verdict : {check::Verdict::held, check::Verdict::violated}) {
    if (text == check::text(verdict)) {
      return verdict;
    }
  }
  return check::Verdict::inconclusive;
}

std::string text_of(const json::object& object, std::string_view member) {
  const json::value& value = object.at(member);
  return value.is_string() ? without_controls(std::string_view(value.get_string())) : "";
}

std::uint64_t number_of(const json::object& object, std::string_view member) {
  return object.at(member).to_number<std::uint64_t>();
}

std::string subject_text(const json::object& object) {
  const std::string profile = text_of(object, "profile");
  return text_of(object, "scenario") + ' ' + text_of(object, "variant") +
         (profile.empty() ? "" : ", profile " + profile);
}

std::string missing_text(const ShardFiles& files) {
  std::string text;
  constexpr std::size_t named_max = 10;
  for (std::size_t i = 0; i < std::min(files.missing.size(), named_max); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(files.missing[i]);
  }
  text += files.missing.size() > named_max ? ", ..." : "";
  return "missing: " + std::string(files.missing.size() == 1 ? "shard " : "shards ") + text +
         " of " + std::to_string(files.of);
}

/// A shard that reached no goal on its own decides nothing; all of them together may have.
bool only_misses_goals(const json::object& object) {
  return verdict_of(object) == check::Verdict::inconclusive && object.contains("reason") &&
         object.at("reason").as_string().starts_with("never reached: ");
}

class Merge final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "merge"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Put the results of all shards of one check or exploration together";
  }

  void declare(Flags& flags) override {
    flags.positionals("FILE", files_, "What check or explore wrote with --shard and --json");
    flags.text("--json", json_, "FILE|-", "What one machine alone would have written");
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    if (files_.empty()) {
      return session.fail(make_error(ErrorKind::usage, "merge: give the files of all shards"));
    }
    if (auto distinct = check_outputs({{"--json", json_.value_or("")}}, files_); !distinct) {
      return session.fail(distinct.error());
    }
    auto files = read_shards(files_);
    if (!files) {
      return session.fail(files.error());
    }
    const JsonTarget target(json_);
    std::ostream& out = target.text_stream(session);
    if (!files->missing.empty()) {
      session.note("merge: " + missing_text(*files));
    }
    json::object merged;
    const ExitCode code = files->verb == "check" ? merge_checks(session, out, *files, merged)
                                                 : merge_explorations(session, out, *files, merged);
    return target.write(session, merged, code);
  }

 private:
  static ExitCode merge_checks(Session& session, std::ostream& out, ShardFiles& files,
                               json::object& merged) {
    Totals totals;
    std::vector<json::object> rows;
    for (json::object& shard : files.shards) {
      totals.stopped |= shard.at("interrupted").as_bool();
      for (json::value& row : shard.at("results").as_array()) {
        rows.push_back(std::move(row.as_object()));
      }
    }
    std::ranges::sort(rows, {}, [](const json::object& row) { return number_of(row, "row"); });
    json::array results;
    for (json::object& row : rows) {
      const check::Verdict verdict = verdict_of(row);
      const check::Verdict expected = verdict_of(row, "expected");
      totals.count(verdict, expected, number_of(row, "schedules"));
      out << subject_text(row) << ": " << expectation_text(verdict, expected, Paint(session, out))
          << "\n  " << text_of(row, "coverage") << '\n';
      row.erase("row");
      results.emplace_back(std::move(row));
    }
    const std::uint64_t all = number_of(files.shards.front().at("shard").as_object(), "rows");
    totals.stopped |= results.size() != all;
    out << totals.text();
    if (results.size() != all) {
      out << "; " << all - results.size() << " of " << all << " verdicts are missing";
    }
    out << "\nseed " << number_of(files.shards.front(), "seed") << '\n';
    merged = json_head("check");
    merged["results"] = std::move(results);
    totals.add_to(merged);
    merged["seed"] = files.shards.front().at("seed");
    return totals.exit_code();
  }

  static ExitCode merge_explorations(Session& session, std::ostream& out, ShardFiles& files,
                                     json::object& merged) {
    schedule::ExploreResult all;
    all.verdict = check::Verdict::held;
    merged = files.shards.front();
    std::uint64_t weaker = 0;
    double seconds = 0;
    json::array goals = merged.at("goals").as_array();
    for (json::value& goal : goals) {
      goal.as_object()["runs"] = 0;
    }
    for (const json::object& shard : files.shards) {
      add(all, shard);
      weaker = std::max(weaker, number_of(shard, "weaker_accesses"));
      seconds += shard.at("seconds").to_number<double>();
      for (std::size_t i = 0; i < goals.size(); ++i) {
        json::object& goal = goals[i].as_object();
        goal["runs"] = number_of(goal, "runs") +
                       number_of(shard.at("goals").as_array().at(i).as_object(), "runs");
      }
      const check::Verdict verdict = verdict_of(shard);
      if (verdict == check::Verdict::violated && all.verdict != check::Verdict::violated) {
        all.verdict = verdict;
        all.stop_text.clear();
        merged["case"] = shard.at("case");
        merged["trace_hash"] = shard.at("trace_hash");
      } else if (verdict == check::Verdict::inconclusive && !only_misses_goals(shard) &&
                 all.verdict == check::Verdict::held) {
        all.verdict = verdict;
        all.stop_text = shard.contains("reason") ? text_of(shard, "reason") : "see its shards";
      }
    }
    if (all.verdict == check::Verdict::held && !files.missing.empty()) {
      all.verdict = check::Verdict::inconclusive;
      all.stop_text = missing_text(files);
    }
    for (const json::value& goal : goals) {
      const json::object& g = goal.as_object();
      if (all.verdict == check::Verdict::held && g.at("required").as_bool() &&
          number_of(g, "runs") == 0) {
        all.verdict = check::Verdict::inconclusive;
        all.stop_text = "never reached: " + text_of(g, "text");
      }
    }
    merged.erase("shard");
    merged.erase("reason");
    merged["verdict"] = check::text(all.verdict);
    merged["coverage"] = schedule::coverage_text(all, {});
    if (!all.stop_text.empty()) {
      merged["reason"] = all.stop_text;
    }
    add_counts(merged, all);
    merged["assumed_fairness"] = all.assumed_fairness;
    merged["weaker_accesses"] = weaker;
    merged["goals"] = std::move(goals);
    merged["seconds"] = seconds;
    print(session, out, files, all, merged);
    return exit_code_of(all.verdict);
  }

  static void add(schedule::ExploreResult& all, const json::object& shard) {
    schedule::Counts counts;
    counts.schedules = number_of(shard, "schedules");
    counts.runs = number_of(shard, "runs");
    counts.steps = number_of(shard, "steps");
    counts.steps_longest = shard.at("steps_longest").to_number<std::uint32_t>();
    counts.assumed_fairness = shard.at("assumed_fairness").as_bool();
    all.Counts::add(counts);
  }

  static void print(Session& session, std::ostream& out, const ShardFiles& files,
                    const schedule::ExploreResult& all, const json::object& merged) {
    out << subject_text(merged) << ", strategy " << text_of(merged, "strategy") << ", seed "
        << number_of(merged, "seed") << ", " << count_text(files.shards.size(), "shard") << '\n';
    out << Paint(session, out)(tone_of(all.verdict), check::text(all.verdict)) << ": ";
    if (all.verdict == check::Verdict::violated) {
      const json::object& found = merged.at("case").as_object();
      out << text_of(found, "failure") << '\n' << "case: " << text_of(found, "file") << '\n';
      return;
    }
    out << (all.stop_text.empty() ? "" : all.stop_text + "; ") << text_of(merged, "coverage")
        << (all.verdict == check::Verdict::held
                ? "; none failed, but schedules that were not run may"
                : "")
        << '\n';
  }

  std::vector<std::string> files_;
  std::optional<std::string> json_;
};

}  // namespace

std::unique_ptr<Verb> merge_verb() { return std::make_unique<Merge>(); }

}  // namespace oncelab::cli
