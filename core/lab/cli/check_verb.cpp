// check: every scenario and variant against its expected verdict.
#include <fnmatch.h>

#include <boost/json/array.hpp>
#include <limits>
#include <ostream>
#include <utility>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/cli/examine.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/lookup.hpp>
#include <oncelab/core/lab/cli/reports.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/cli/workers.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

struct Totals {
  unsigned examined = 0, as_expected = 0, inconclusive = 0;  // the last: though not expected
  std::uint64_t schedules = 0;
};

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
    reports_.declare(flags);
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
    const Interrupt interrupt;
    std::ostream& out = reports_.text_stream(session);
    json::array results;
    for (const scenario::Scenario* s : chosen->scenarios) {
      for (const scenario::Variant& v : s->variants()) {
        if (chosen->variant && v.name != *chosen->variant) {
          continue;
        }
        if (stopped_) {
          reports_.add(not_run(*s, v, options_));
        } else {
          examine_and_print(session, out, *s, v, results);
        }
      }
    }
    if (totals_.examined == 0) {
      session.note("check: nothing ran: no scenario and variant match; `list variants` names them");
      return ExitCode::nothing_ran;
    }
    print_totals(out);
    auto object = json_head(name());
    object["results"] = std::move(results);
    object["checked"] = totals_.examined;
    object["as_expected"] = totals_.as_expected;
    object["inconclusive"] = totals_.inconclusive;
    object["schedules"] = totals_.schedules;
    object["seed"] = options_.seed;
    object["interrupted"] = stopped_;
    return reports_.write(session, {.verb = std::string(name()), .seed = options_.seed}, object,
                          exit_code());
  }

 private:
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

  void examine_and_print(Session& session, std::ostream& out, const scenario::Scenario& s,
                         const scenario::Variant& v, json::array& results) {
    Examined e = examine(session, s, v, options_);
    count(e);
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
    stopped_ |= Interrupt::asked();
    results.emplace_back(value_of(e));
    reports_.add(judgement_of(e));
  }

  void count(const Examined& e) {
    ++totals_.examined;
    totals_.schedules += e.schedules;
    totals_.as_expected += e.as_expected() ? 1U : 0U;
    const bool undecided = !e.as_expected() && e.verdict == check::Verdict::inconclusive;
    totals_.inconclusive += undecided ? 1U : 0U;
  }

  void print_totals(std::ostream& out) const {
    if (explained_ && totals_.examined > 1) {  // the verdicts once more, below the counterexamples
      out << "summary\n" << summary_;
    }
    out << count_text(totals_.examined, "verdict") << ": " << totals_.as_expected << " as expected";
    if (const unsigned other = totals_.examined - totals_.as_expected; other > 0) {
      out << ", " << other << " NOT, of which " << totals_.inconclusive << " inconclusive";
    }
    out << "; " << count_text(totals_.schedules, "schedule")
        << (stopped_ ? "; interrupted, the rest did not run" : "") << '\n'
        << "seed " << options_.seed << '\n';
  }

  [[nodiscard]] ExitCode exit_code() const {
    const unsigned other = totals_.examined - totals_.as_expected;
    if (other > totals_.inconclusive) {
      return ExitCode::unexpected;
    }
    return other > 0 || stopped_ ? ExitCode::inconclusive : ExitCode::as_expected;
  }

  std::optional<std::string> name_, variant_, corpus_;
  std::string programs_ = "all";
  CheckOptions options_;
  Reports reports_;
  ProgressFlag progress_;
  WorkersFlag workers_;
  bool stopped_ = false;
  bool explained_ = false;  // a counterexample was printed
  std::string summary_;
  Totals totals_;
};

}  // namespace

std::unique_ptr<Verb> check_verb() { return std::make_unique<Check>(); }

}  // namespace oncelab::cli
