// check: every scenario and variant against its expected verdict.
#include <fnmatch.h>

#include <boost/json/array.hpp>
#include <limits>
#include <ostream>
#include <utility>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/identity.hpp>
#include <oncelab/core/lab/cli/examine.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/lookup.hpp>
#include <oncelab/core/lab/cli/page_head.hpp>
#include <oncelab/core/lab/cli/reports.hpp>
#include <oncelab/core/lab/cli/shard.hpp>
#include <oncelab/core/lab/cli/totals.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/cli/workers.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/case_page.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

class Check final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "check"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Check every scenario and variant against its expected verdict (the default)";
  }

  void declare(Flags& flags) override {
    flags.positional("NAME", name_,
                     "Scenario, pattern such as 'in*', or system under test (default: all)");
    flags.text("--variant", variant_, "NAME", "Only this variant");
    flags.text("--profile", options_.profile, "NAME",
               "Profile, where a scenario has it (default: its first)");
    flags.number("--seed", options_.seed, {0, u64_max}, "Seed of every random choice (default 1)");
    flags.number("--schedules-max", options_.schedules_max, {1, u64_max},
                 "Budget in schedules, per scenario and variant (default 1000)");
    flags.choice("--programs", programs_, {"all", "built-in", "generated"},
                 "Which programs: built-in ones, some drawn at random, or both (default all)");
    flags.set("--require-complete", options_.require_complete, "A sample is inconclusive");
    flags.text("--corpus", corpus_, "DIR", "Where cases are stored (default ./oncelab-cases)");
    shard_.declare(flags);
    reports_.declare(flags);
    reports_.declare_page(flags);
    progress_.declare(flags);
    workers_.declare(flags);
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    if (auto distinct = reports_.check_files(session); !distinct) {
      return session.fail(distinct.error());
    }
    auto chosen = target();
    if (!chosen) {
      return session.fail(chosen.error());
    }
    options_.built_in = programs_ != "generated";
    options_.generated = programs_ != "built-in";
    progress_.apply(session);
    workers_.apply(session);
    const auto shard = shard_.shard(session.environment);
    if (!shard) {
      return session.fail(shard.error());
    }
    const std::vector<Row> rows = rows_of(*chosen);
    if (rows.empty()) {
      session.note("check: nothing ran: no scenario and variant match; `list variants` names them");
      return ExitCode::nothing_ran;
    }
    auto object = json_head(name());
    if (shard_.given()) {
      auto work = work_of(rows);
      if (!work) {
        return session.fail(work.error());
      }
      object["shard"] = shard_value(*shard, *work);
      object["shard"].as_object()["rows"] = rows.size();
    }
    const Interrupt interrupt;
    std::ostream& out = reports_.text_stream(session);
    json::array results;
    for (std::size_t i = shard->index; i < rows.size(); i += shard->count) {
      if (totals_.stopped) {
        add(not_run(*rows[i].scenario, *rows[i].variant, options_), std::nullopt);
        continue;
      }
      examine_and_print(session, out, rows[i], results);
      if (shard_.given()) {
        results.back().as_object()["row"] = i;
      }
    }
    const std::string totals = totals_text(*shard, rows.size());
    print_totals(out, totals);
    if (reports_.wants_page()) {
      make_page(session, totals);
    }
    object["results"] = std::move(results);
    totals_.add_to(object);
    object["seed"] = options_.seed;
    return reports_.write(session, {.verb = std::string(name()), .seed = options_.seed}, object,
                          totals_.exit_code());
  }

 private:
  struct Row {
    const scenario::Scenario* scenario = nullptr;
    const scenario::Variant* variant = nullptr;
  };

  [[nodiscard]] static std::vector<Row> rows_of(const Target& target) {
    std::vector<Row> rows;
    for (const scenario::Scenario* s : target.scenarios) {
      for (const scenario::Variant& v : s->variants()) {
        if (!target.variant || v.name == *target.variant) {
          rows.push_back({s, &v});
        }
      }
    }
    return rows;
  }

  /// The same for every shard of this work, and for nothing else.
  [[nodiscard]] Result<std::string> work_of(const std::vector<Row>& rows) const {
    json::array names;
    for (const Row& row : rows) {
      names.emplace_back(std::string(row.scenario->name()) + " " + row.variant->name);
    }
    return cases::identity_of(json::object{{"rows", std::move(names)},
                                           {"seed", options_.seed},
                                           {"schedules_max", options_.schedules_max},
                                           {"programs", programs_},
                                           {"profile", options_.profile.value_or("")},
                                           {"require_complete", options_.require_complete}});
  }

  /// What NAME says; --variant and --profile are looked at too.
  [[nodiscard]] Result<Target> target() const {
    Target chosen;
    if (!name_ || name_->find_first_of("*?[") != std::string::npos) {
      for (const scenario::Scenario* s : runnable_scenarios()) {
        if (!name_ || fnmatch(name_->c_str(), std::string(s->name()).c_str(), 0) == 0) {
          chosen.scenarios.push_back(s);
        }
      }
    } else if (auto found = find_target(*name_); found) {
      chosen = std::move(*found);
    } else {
      return found.error();
    }
    if (chosen.variant && variant_) {
      return make_error(ErrorKind::usage, "check: " + *name_ +
                                              " is a system under test, which is the variant; "
                                              "give a scenario with --variant");
    }
    if (!chosen.variant) {
      chosen.variant = variant_;
    }
    if (options_.profile && !chosen.scenarios.empty()) {
      if (auto known = check_profile(name(), *options_.profile, chosen.scenarios); !known) {
        return known.error();
      }
    }
    return chosen;
  }

  void examine_and_print(Session& session, std::ostream& out, const Row& row,
                         json::array& results) {
    Examined e = examine(session, *row.scenario, *row.variant, options_);
    totals_.count(e.verdict, e.expected, e.schedules);
    const std::string verdict = text_of(e, Paint(session, out));
    out << verdict << std::flush;
    summary_ += verdict;
    if (e.found()) {
      const double started = now_seconds();
      e.violation = handle(session, e.campaigns.back(), corpus_.value_or(cases::default_corpus));
      e.seconds += now_seconds() - started;
      out << text_of(*e.violation) << '\n';
      explained_ = true;
    }
    totals_.stopped |= Interrupt::asked();
    results.emplace_back(value_of(e));
    add(judgement_of(e), e.violation);
  }

  void add(report::Judgement judgement, const std::optional<Violation>& violation) {
    if (reports_.wants_page()) {
      judged_.push_back({judgement, violation ? std::optional(violation->table) : std::nullopt});
    }
    reports_.add(std::move(judgement));
  }

  void make_page(const Session& session, const std::string& totals) {
    report::CasePage page{page_head(name(), totals_.exit_code()), std::move(judged_)};
    if (page.judged.size() != 1) {
      page.head.verdict = totals;
    }
    add_origin(page.head, session, options_.seed);
    reports_.set_page(report::case_page(page));
  }

  [[nodiscard]] std::string totals_text(const schedule::Shard& shard, std::size_t rows) const {
    std::string text = totals_.text();
    if (shard_.given()) {
      text += "; " + shard_text(shard) + " of " + count_text(rows, "verdict");
    }
    return text + (totals_.stopped ? "; interrupted, the rest did not run" : "");
  }

  void print_totals(std::ostream& out, const std::string& totals) const {
    if (explained_ && totals_.examined > 1) {  // the verdicts once more, below the counterexamples
      out << "summary\n" << summary_;
    }
    out << totals << "\nseed " << options_.seed << '\n';
  }

  std::optional<std::string> name_, variant_, corpus_;
  std::string programs_ = "all";
  CheckOptions options_;
  Reports reports_;
  ProgressFlag progress_;
  WorkersFlag workers_;
  ShardFlag shard_;
  bool explained_ = false;  // a counterexample was printed
  std::string summary_;
  std::vector<report::JudgedCase> judged_;  // for the page
  Totals totals_;
};

}  // namespace

std::unique_ptr<Verb> check_verb() { return std::make_unique<Check>(); }

}  // namespace oncelab::cli
