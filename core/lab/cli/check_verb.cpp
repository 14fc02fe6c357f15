// check: every scenario and variant against its expected verdict.
//
// For each of them: all schedules of the smallest program (two clients, one operation each), then
// random and pct schedules of a larger one with what is left of the budget.
#include <fnmatch.h>

#include <boost/json/array.hpp>
#include <limits>
#include <ostream>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/lookup.hpp>
#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

struct Shape {
  unsigned clients = 0;
  unsigned ops = 0;
};
constexpr Shape smallest{2, 1};
constexpr Shape larger{3, 2};

/// The campaigns of one scenario and variant, up to the first that decides.
struct Examined {
  std::vector<Campaign> campaigns;
  check::Verdict verdict = check::Verdict::inconclusive;
  std::uint64_t schedules = 0;
  std::optional<Violation> violation;
};

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
    flags.positional("NAME", name_, "Scenario, or a pattern such as 'in*' (default: all)");
    flags.text("--variant", variant_, "NAME", "Only this variant");
    flags.number("--seed", seed_, {0, u64_max}, "Seed of every random choice (default 1)");
    flags.number("--schedules-max", schedules_max_, {1, u64_max},
                 "Budget in schedules, per scenario and variant (default 1000)");
    flags.set("--require-complete", require_complete_, "A sample is inconclusive");
    flags.text("--corpus", corpus_, "DIR", "Where cases are stored (default ./oncelab-cases)");
    flags.text("--json", json_, "FILE", "Result as JSON; - is standard output");
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    auto scenarios = chosen_scenarios();
    if (!scenarios) {
      return session.fail(scenarios.error());
    }
    const JsonTarget json_target(json_);
    std::ostream& out = json_target.text_stream(session);
    json::array results;
    for (const scenario::Scenario* s : *scenarios) {
      for (const scenario::Variant& v : s->variants()) {
        if ((!variant_ || v.name == *variant_) && !stopped_) {
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
    object["seed"] = seed_;
    return json_target.write(session, object, exit_code());
  }

 private:
  [[nodiscard]] Result<std::vector<const scenario::Scenario*>> chosen_scenarios() const {
    if (!name_) {
      return scenario::scenarios();
    }
    if (name_->find_first_of("*?[") == std::string::npos && !name_->empty()) {
      auto found = find_scenario(*name_);
      if (!found) {
        return found.error();
      }
      return std::vector{*found};
    }
    std::vector<const scenario::Scenario*> matching;
    for (const scenario::Scenario* s : scenario::scenarios()) {
      if (fnmatch(name_->c_str(), std::string(s->name()).c_str(), 0) == 0) {
        matching.push_back(s);
      }
    }
    return matching;
  }

  /// Runs one more campaign if the budget allows; true if it decided the verdict.
  bool add_campaign_of(Session& session, Examined& e, cases::Subject subject, Shape shape,
                       const std::string& strategy, std::uint64_t schedules_max) const {
    if (schedules_max == 0) {
      return false;
    }
    subject.program = subject.scenario->program(shape.clients, shape.ops);
    if (!subject.scenario->validate(subject.program)) {
      return false;  // the scenario has no program of this shape
    }
    CampaignOptions options;
    options.strategy = strategy;
    options.seed = seed_;
    options.schedules_max = schedules_max;
    e.campaigns.push_back(cli::explore(session, subject, options));
    const schedule::ExploreResult& result = e.campaigns.back().result;
    e.schedules += result.schedules;
    e.verdict = verdict_of(result, false);
    return e.verdict != check::Verdict::held;
  }

  [[nodiscard]] Examined examine(Session& session, const scenario::Scenario& s,
                                 const scenario::Variant& v) const {
    cases::Subject subject;
    subject.scenario = &s;
    subject.variant = v.name;
    subject.bound.steps_max = runtime::RunOptions{}.steps_max;
    Examined e;
    if (add_campaign_of(session, e, subject, smallest, "dfs", schedules_max_)) {
      return e;
    }
    const std::uint64_t left = schedules_max_ - e.schedules;
    if (add_campaign_of(session, e, subject, larger, "random", left / 2) ||
        add_campaign_of(session, e, subject, larger, "pct", left - left / 2)) {
      return e;
    }
    if (require_complete_ && !e.campaigns.empty() && !e.campaigns.front().result.complete) {
      e.verdict = check::Verdict::inconclusive;
    }
    return e;
  }

  void examine_and_print(Session& session, std::ostream& out, const scenario::Scenario& s,
                         const scenario::Variant& v, json::array& results) {
    Examined e = examine(session, s, v);
    const bool as_expected = e.verdict == v.expected;
    ++totals_.examined;
    totals_.schedules += e.schedules;
    totals_.as_expected += as_expected ? 1U : 0U;
    const bool undecided = !as_expected && e.verdict == check::Verdict::inconclusive;
    totals_.inconclusive += undecided ? 1U : 0U;
    std::string line = std::string(s.name()) + ' ' + v.name + ": " +
                       std::string(check::text(e.verdict)) +
                       (as_expected ? ", as expected\n"
                                    : ", EXPECTED " + std::string(check::text(v.expected)) + '\n') +
                       "  " + coverage(e, "\n  ") + '\n';
    out << line << std::flush;
    summary_ += line;
    if (!e.campaigns.empty() && e.campaigns.back().result.found) {
      e.violation = handle(session, e.campaigns.back(), corpus_.value_or(cases::default_corpus));
      if (e.violation->file) {
        out << "case: " << e.violation->file->string() << '\n';
      }
      out << "minimised: " << e.violation->minimality << '\n' << '\n' << e.violation->text << '\n';
      explained_ = true;
    }
    for (const Campaign& c : e.campaigns) {
      stopped_ |= c.result.stop == schedule::StopReason::interrupted;
    }
    results.emplace_back(result_value(s, v, e, as_expected));
  }

  static std::string coverage(const Examined& e, std::string_view separator) {
    std::string text;
    for (const Campaign& c : e.campaigns) {
      text += text.empty() ? std::string_view() : separator;
      text += shape_text(c.subject.program) + ", " + c.options.strategy + ": ";
      if (c.result.found) {
        text += c.result.found->failure.property + " after " +
                count_text(c.result.schedules, "schedule");
      } else {
        text += c.result.stop_text + (c.result.stop_text.empty() ? "" : "; ") +
                schedule::coverage_text(c.result, c.subject.bound);
      }
    }
    return text.empty() ? "no program to run" : text;
  }

  [[nodiscard]] json::value result_value(const scenario::Scenario& s, const scenario::Variant& v,
                                         const Examined& e, bool as_expected) const {
    json::object result{{"scenario", s.name()},
                        {"variant", v.name},
                        {"verdict", check::text(e.verdict)},
                        {"expected", check::text(v.expected)},
                        {"as_expected", as_expected},
                        {"coverage", coverage(e, "; ")},
                        {"schedules", e.schedules}};
    json::array campaigns;
    for (const Campaign& c : e.campaigns) {
      json::object campaign;
      add_campaign(campaign, c, c.result.found ? e.violation : std::nullopt, false);
      campaigns.emplace_back(std::move(campaign));
    }
    result["campaigns"] = std::move(campaigns);
    return result;
  }

  void print_totals(std::ostream& out) const {
    if (explained_) {  // the verdicts once more, below the counterexamples
      out << "summary\n" << summary_;
    }
    out << count_text(totals_.examined, "verdict") << ": " << totals_.as_expected << " as expected";
    if (const unsigned other = totals_.examined - totals_.as_expected; other > 0) {
      out << ", " << other << " NOT, of which " << totals_.inconclusive << " inconclusive";
    }
    out << "; " << count_text(totals_.schedules, "schedule")
        << (stopped_ ? "; interrupted, the rest did not run" : "") << '\n'
        << "seed " << seed_ << '\n';
  }

  [[nodiscard]] ExitCode exit_code() const {
    const unsigned other = totals_.examined - totals_.as_expected;
    if (other > totals_.inconclusive) {
      return ExitCode::unexpected;
    }
    return other > 0 || stopped_ ? ExitCode::inconclusive : ExitCode::as_expected;
  }

  std::optional<std::string> name_, variant_, corpus_, json_;
  std::uint64_t seed_ = 1;
  std::uint64_t schedules_max_ = 1000;
  bool require_complete_ = false;
  bool stopped_ = false;
  bool explained_ = false;  // a counterexample was printed
  std::string summary_;
  Totals totals_;
};

}  // namespace

std::unique_ptr<Verb> check_verb() { return std::make_unique<Check>(); }

}  // namespace oncelab::cli
