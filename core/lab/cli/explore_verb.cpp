// explore: one scenario and variant, one strategy.
#include <limits>
#include <ostream>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/identity.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/lookup.hpp>
#include <oncelab/core/lab/cli/page_head.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/reports.hpp>
#include <oncelab/core/lab/cli/shard.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/cli/workers.hpp>
#include <oncelab/core/lab/cli/world_flags.hpp>
#include <oncelab/core/lab/report/case_page.hpp>

namespace oncelab::cli {

namespace {

constexpr std::uint64_t u32_max = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t steps_max_max = 50'000;  // a case of so many steps can still be read
constexpr std::uint64_t schedules_max_when_sampling = 1000;

class Explore final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "explore"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Explore one scenario with one strategy";
  }

  void declare(Flags& flags) override {
    flags.positional("NAME", name_, "Scenario, or system under test; `list` names them");
    flags.text("--variant", variant_, "NAME",
               "Variant of the scenario; `list variants` names them");
    flags.text("--profile", profile_, "NAME",
               "Profile of the scenario, if it has any; `list profiles` names them");
    options_.strategy.clear();
    flags.choice("--strategy", options_.strategy, strategies(),
                 "Which schedules, in which order (default random; dfs with --preemptions-max)");
    flags.number("--clients", clients_, {1, scenario::clients_max}, "Clients (default 2)");
    flags.number("--ops", ops_, {1, scenario::operations_per_client_max},
                 "Operations of each client (default 1)");
    flags.number("--seed", options_.seed, {0, u64_max}, "Seed of every random choice (default 1)");
    flags.number("--schedules-max", options_.schedules_max, {1, u64_max},
                 "Budget in schedules (default 1000; none with dfs and dpor)");
    flags.seconds("--seconds-max", options_.seconds_max, "Stop after this time: inconclusive");
    flags.number("--preemptions-max", preemptions_max_, {0, u32_max},
                 "Bound on preemptions, with dfs and dpor (default none)");
    flags.set("--symmetry", options_.symmetry,
              "Take clients with the same operations for interchangeable, with dpor");
    flags.number("--timeouts-max", bound_.timeouts_max, {0, u32_max},
                 "Time-outs that may fire while something else could run (default 0)");
    flags.number("--spurious-max", bound_.spurious_max, {0, u32_max},
                 "Spurious wake-ups and failures (default 0)");
    world_.declare(flags);
    flags.choice("--steps", steps_, {"sync", "all"},
                 "Scheduling points: synchronisation, or every access (default sync)");
    bound_.steps_max = runtime::RunOptions{}.steps_max;
    flags.number("--steps-max", bound_.steps_max, {1, steps_max_max},
                 "Steps of one run (default 20000): beyond it, inconclusive");
    flags.set("--require-complete", require_complete_, "A sample is inconclusive");
    flags.number("--pct-depth", pct_depth_, {1, 64}, "Priority changes, with pct (default 3)");
    flags.file("--checkpoint", options_.checkpoint,
               "Go on where this file says, and keep it up to date, with dpor");
    flags.text("--corpus", corpus_, "DIR", "Where cases are stored (default ./oncelab-cases)");
    shard_.declare(flags);
    reports_.declare(flags);
    reports_.declare_page(flags);
    progress_.declare(flags);
    workers_.declare(flags);
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    if (auto distinct = reports_.check_files(session, checkpoint_files()); !distinct) {
      return session.fail(distinct.error());
    }
    if (auto ready = prepare(session.environment); !ready) {
      return session.fail(ready.error());
    }
    if (!note_.empty()) {
      session.note(note_);
    }
    progress_.apply(session);
    workers_.apply(session);
    const Interrupt interrupt;
    std::ostream& out = reports_.text_stream(session);
    auto explored = explore_or_fail(session, subject_, options_);
    if (!explored) {
      return session.fail(explored.error());
    }
    Campaign campaign = std::move(*explored);
    const check::Verdict verdict = verdict_of(campaign.result, require_complete_);
    out << subject_text(subject_) << ", " << shape_text(subject_.program) << ", strategy "
        << options_.strategy << ", seed " << options_.seed
        << (shard_.given() ? ", " + shard_text(options_.shard) : "") << '\n'
        << Paint(session, out)(tone_of(verdict), check::text(verdict))
        << verdict_text(campaign, require_complete_).substr(check::text(verdict).size()) << '\n';
    double seconds = campaign.seconds;
    std::optional<Violation> violation;
    std::string remarks;
    if (campaign.result.found) {
      print_bound(out);
      const double started = now_seconds();
      violation = handle(session, campaign, corpus_.value_or(cases::default_corpus));
      seconds += now_seconds() - started;
      out << text_of(*violation);
    } else {
      if (!campaign.result.complete) {
        print_bound(out);
      }
      remarks = limits_text(campaign.result.goals) + weaker_text(session, campaign.result);
      out << remarks;
      if (campaign.result.stop == schedule::StopReason::step_limit) {
        session.note(
            "explore: --steps-max lets a run be longer; fewer --ops, fewer --clients or --steps "
            "sync make it shorter");
      } else if (campaign.result.stop == schedule::StopReason::resources) {
        session.note(
            "explore: fewer --clients, fewer --ops or a smaller --crashes-max (a restarted process "
            "has its clients anew) make it smaller");
      }
    }
    auto object = json_head(name());
    object["scenario"] = subject_.scenario->name();
    object["variant"] = subject_.variant;
    object["profile"] = profile_value(subject_);
    add_campaign(object, campaign, violation, require_complete_);
    if (work_) {
      object["shard"] = shard_value(options_.shard, *work_);
    }
    report::Judgement judgement = judgement_of(campaign, violation, verdict, seconds);
    if (reports_.wants_page()) {
      reports_.set_page(page_of(session, campaign, violation, judgement, remarks));
    }
    reports_.add(std::move(judgement));
    return reports_.write(session, {.verb = std::string(name()), .seed = options_.seed}, object,
                          exit_code_of(verdict));
  }

 private:
  void print_bound(std::ostream& out) const {
    out << "bound: " << schedule::text_of(subject_.bound) << '\n' << std::flush;
  }

  [[nodiscard]] std::vector<std::string> checkpoint_files() const {
    return options_.checkpoint ? std::vector{*options_.checkpoint} : std::vector<std::string>();
  }

  [[nodiscard]] report::Judgement judgement_of(const Campaign& campaign,
                                               const std::optional<Violation>& violation,
                                               check::Verdict verdict, double seconds) const {
    report::Judgement j;
    j.suite = subject_.scenario->name();
    j.name = subject_.variant + profile_text(subject_);
    j.kind = kind_of(verdict);
    j.verdict = check::text(verdict);
    j.expected = check::text(check::Verdict::held);
    j.coverage = shape_text(subject_.program) + ", " + options_.strategy + ": " +
                 schedule::coverage_text(campaign.result, subject_.bound);
    j.seconds = seconds;
    if (violation) {
      j.message = report::failure_line(violation->found.failure);
      j.text = violation->text;
      j.place = violation->place;
    } else if (verdict == check::Verdict::inconclusive) {
      j.message = verdict_text(campaign, require_complete_);
      j.text = j.message;
    }
    return j;
  }

  [[nodiscard]] std::string page_of(const Session& session, const Campaign& campaign,
                                    const std::optional<Violation>& violation,
                                    const report::Judgement& judgement,
                                    const std::string& remarks) const {
    const check::Verdict verdict = verdict_of(campaign.result, require_complete_);
    report::CasePage page{page_head(name(), exit_code_of(verdict)), {}};
    page.head.title += ": " + subject_text(subject_);
    page.head.verdict = verdict_text(campaign, require_complete_);
    page.head.lines = {{"Bound", schedule::text_of(subject_.bound)}};
    add_lines(page.head, "Remark", remarks);
    if (violation) {
      page.head.lines.push_back({"Minimised", violation->minimality});
    }
    add_origin(page.head, session, options_.seed);
    page.judged.push_back({judgement, violation ? std::optional(violation->table) : std::nullopt});
    return report::case_page(page);
  }

  Result<void> prepare(const Environment& environment) {
    auto chosen = find_subject("explore", {name_, variant_, profile_});
    if (!chosen) {
      return chosen.error();
    }
    subject_ = std::move(chosen->subject);
    note_ = std::move(chosen->note);
    subject_.program = subject_.scenario->program(clients_, ops_);
    if (auto valid = subject_.scenario->validate(subject_.program); !valid) {
      return make_error(ErrorKind::usage, "explore: " + valid.error().text);
    }
    if (options_.strategy.empty()) {
      options_.strategy = preemptions_max_ ? "dfs" : "random";
    }
    const bool complete_strategy = options_.strategy == "dfs" || options_.strategy == "dpor";
    if (preemptions_max_ && !complete_strategy) {
      return make_error(ErrorKind::usage,
                        "explore: --preemptions-max bounds --strategy dfs and dpor only, not " +
                            options_.strategy);
    }
    if (options_.strategy != "dpor" || preemptions_max_) {
      for (const auto& [given, flag] :
           {std::pair(options_.symmetry, "--symmetry"),
            std::pair(options_.checkpoint.has_value(), "--checkpoint")}) {
        if (given) {
          return make_error(ErrorKind::usage,
                            std::string("explore: ") + flag +
                                " belongs to --strategy dpor without --preemptions-max");
        }
      }
    }
    if (options_.strategy == "dpor" && bound_.timeouts_max > 0) {
      return make_error(ErrorKind::usage,
                        "explore: --strategy dpor does not know early time-outs yet: use dfs, or "
                        "drop --timeouts-max");
    }
    if (options_.strategy == "dpor" && preemptions_max_ && bound_.spurious_max > 0) {
      return make_error(ErrorKind::usage,
                        "explore: --strategy dpor with --preemptions-max does not know spurious "
                        "wake-ups yet: use dfs, or drop one of --preemptions-max and "
                        "--spurious-max");
    }
    if (pct_depth_ && options_.strategy != "pct") {
      return make_error(ErrorKind::usage,
                        "explore: --pct-depth belongs to --strategy pct, not " + options_.strategy);
    }
    options_.pct_depth = static_cast<std::uint32_t>(pct_depth_.value_or(options_.pct_depth));
    if (!options_.schedules_max && !complete_strategy) {
      options_.schedules_max = schedules_max_when_sampling;
    }
    if (preemptions_max_) {
      bound_.preemptions_max = static_cast<std::uint32_t>(*preemptions_max_);
    }
    bound_.plain_accesses_are_steps = steps_ == "all";
    if (auto given = world_.apply(*subject_.scenario, bound_); !given) {
      return make_error(given.error().kind, "explore: " + given.error().text);
    }
    subject_.bound = bound_;
    if (options_.symmetry && schedule::happens_at_all(bound_)) {
      return make_error(ErrorKind::usage,
                        "explore: --symmetry does not go with crashes, clock steps or faults: drop "
                        "it, or set --crashes-max, --clock-steps-max and --faults-max to 0");
    }
    return shard_.given() ? take_share(environment) : Result<void>();
  }

  Result<void> take_share(const Environment& environment) {
    if (options_.strategy == "dfs" || options_.strategy == "dpor") {
      return make_error(ErrorKind::usage,
                        "explore: --shard divides schedules that are sampled; one search of all of "
                        "them, with " +
                            options_.strategy +
                            ", stays on one machine, where --workers divides it");
    }
    auto shard = shard_.shard(environment);
    if (!shard) {
      return shard.error();
    }
    options_.shard = *shard;
    auto work = cases::subject_value(subject_);
    work["strategy"] = options_.strategy;
    work["seed"] = options_.seed;
    work["pct_depth"] = options_.pct_depth;
    work["schedules_max"] = *options_.schedules_max;
    work["require_complete"] = require_complete_;
    auto identity = cases::identity_of(std::move(work));
    if (!identity) {
      return identity.error();
    }
    work_ = std::move(*identity);
    const std::uint64_t all = *options_.schedules_max;
    options_.schedules_max = shard->of(all);
    if (options_.schedules_max == 0) {
      return make_error(ErrorKind::usage, "explore: --schedules-max " + std::to_string(all) +
                                              " leaves none for " + shard_text(*shard) +
                                              ": use fewer shards, or more schedules");
    }
    return {};
  }

  std::optional<std::string> name_, variant_, profile_, corpus_;
  std::string note_;
  Reports reports_;
  ProgressFlag progress_;
  WorkersFlag workers_;
  WorldFlags world_;
  ShardFlag shard_;
  std::optional<std::string> work_;  // of a shard
  std::uint32_t clients_ = 2, ops_ = 1;
  std::optional<std::uint64_t> preemptions_max_, pct_depth_;
  std::string steps_ = "sync";
  bool require_complete_ = false;
  schedule::Bound bound_;
  CampaignOptions options_{.strategy = "random",
                           .checkpoint = std::nullopt,
                           .seed = 1,
                           .shard = {},
                           .pct_depth = 3,
                           .schedules_max = std::nullopt,
                           .seconds_max = std::nullopt};
  cases::Subject subject_;
};

}  // namespace

std::unique_ptr<Verb> explore_verb() { return std::make_unique<Explore>(); }

}  // namespace oncelab::cli
