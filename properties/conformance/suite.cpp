#include <oncelab/properties/conformance/suite.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/cli/campaign.hpp>
#include <oncelab/core/lab/cli/flags.hpp>
#include <oncelab/core/lab/cli/generated.hpp>
#include <oncelab/core/lab/cli/violation.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/properties/conformance/programs.hpp>

namespace oncelab::conformance {

namespace {

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

/// What can crash is there to crash: its tests are about that.
bool crashes(const scenario::Scenario& scenario) {
  return scenario.happenings().crashes.has_value();
}

/// The campaigns of one test against one system, until one of them decides.
class Examination {
 public:
  Examination(const scenario::Scenario& scenario, std::string variant, const Options& options)
      : options_(options),
        session_{.program = options.program,
                 .streams = {results_, std::cerr},
                 .environment = environment_,
                 .symbolizer = report::Symbolizer(),
                 .command = options.program} {
    subject_.scenario = &scenario;
    subject_.variant = std::move(variant);
    subject_.bound.steps_max = runtime::RunOptions{}.steps_max;
    if (crashes(scenario)) {
      subject_.bound.crashes_max = *scenario.happenings().crashes;
      subject_.bound.faults_max = scenario.happenings().faults.value_or(0);
    }
  }

  /// Explores one program if nothing was decided yet. True if every schedule of it was run.
  bool explore(const scenario::Program& program, const std::string& strategy,
               std::uint64_t schedules_max) {
    if (outcome_.kind == Outcome::Kind::failed || schedules_max == 0) {
      return false;
    }
    if (const auto valid = subject_.scenario->validate(program); !valid) {
      fail(valid.error().text);
      return false;
    }
    subject_.program = program;
    auto campaign = cli::explore(session_, subject_, campaign_options(strategy, schedules_max));
    look_at(campaign);
    return campaign.result.complete;
  }

  void explore_generated() {
    auto campaign =
        cli::explore_generated(session_, subject_, campaign_options({}, options_.schedules_max));
    look_at(campaign);
  }

  [[nodiscard]] Outcome outcome() { return std::move(outcome_); }

 private:
  [[nodiscard]] cli::CampaignOptions campaign_options(const std::string& strategy,
                                                      std::uint64_t schedules_max) const {
    cli::CampaignOptions campaign;
    campaign.strategy = strategy;
    campaign.seed = options_.seed;
    campaign.schedules_max = schedules_max;
    return campaign;
  }

  void look_at(cli::Campaign& campaign) {
    const schedule::ExploreResult& result = campaign.result;
    const std::string searched = cli::what_text(campaign) + ", " + campaign.options.strategy +
                                 ", seed " + std::to_string(options_.seed) + ": ";
    if (result.found) {
      const std::string after = result.found->failure.property + " after " +
                                cli::count_text(result.schedules, "schedule");
      const cli::Violation violation = cli::handle(session_, campaign, options_.corpus);
      fail(searched + after + "\nminimised: " + violation.minimality + "\n\n" + violation.text);
    } else if (result.verdict != check::Verdict::held) {
      fail("inconclusive: " + searched + result.stop_text + "; " +
           schedule::coverage_text(result, subject_.bound));
    } else {
      outcome_.text += (outcome_.text.empty() ? "" : "\n") + searched +
                       schedule::coverage_text(result, subject_.bound);
    }
  }

  void fail(std::string text) { outcome_ = {Outcome::Kind::failed, std::move(text)}; }

  const Options& options_;
  std::ostringstream results_;  // nothing: what is found is in the outcome
  cli::Environment environment_;
  cli::Session session_;
  cases::Subject subject_;
  Outcome outcome_;
};

/// Every schedule, or one of each class where crashes make many; what is then left undone is
/// sampled, so that not only the last choices differ.
Outcome run_named(const scenario::Scenario& scenario, const std::string& variant,
                  const scenario::Program& program, const Options& options) {
  Examination e(scenario, variant, options);
  const std::uint64_t first = (options.schedules_max + 1) / 2;
  if (!e.explore(program, crashes(scenario) ? "dpor" : "dfs", first)) {
    e.explore(program, "random", options.schedules_max - first);
  }
  return e.outcome();
}

Outcome run_sampled(const scenario::Scenario& scenario, const std::string& variant,
                    const Options& options) {
  Examination e(scenario, variant, options);
  const scenario::Program program = scenario.program(3, 2);
  e.explore(program, "portfolio", options.schedules_max);
  return e.outcome();
}

Outcome run_generated(const scenario::Scenario& scenario, const std::string& variant,
                      const Options& options) {
  if (!cli::generates(scenario)) {
    return {Outcome::Kind::skipped,
            "scenario " + std::string(scenario.name()) + " generates no programs"};
  }
  Examination e(scenario, variant, options);
  e.explore_generated();
  return e.outcome();
}

std::string word(std::string_view text) {
  std::string w(text);
  std::ranges::replace_if(
      w, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return w;
}

Result<std::uint64_t> number_from_environment(const char* name, std::uint64_t otherwise,
                                              cli::Range range) {
  const char* const text = std::getenv(name);
  if (text == nullptr) {
    return otherwise;
  }
  const auto number = cli::whole_number(text, range);
  if (!number) {
    return make_error(ErrorKind::usage, std::string(name) + " takes a whole number from " +
                                            std::to_string(range.min) + " to " +
                                            std::to_string(range.max) + ", not '" +
                                            history::printable(text) + "'");
  }
  return *number;
}

void add_tests(std::vector<Test>& all, const std::string& suite, const scenario::Scenario& scenario,
               const std::string& variant) {
  for (auto& [name, program] : programs_of(scenario.name())) {
    all.push_back({suite, std::string(name), [&scenario, variant, program](const Options& o) {
                     return run_named(scenario, variant, program, o);
                   }});
  }
  if (programs_of(scenario.name()).empty()) {
    all.push_back({suite, "every_schedule_of_two_clients", [&scenario, variant](const Options& o) {
                     return run_named(scenario, variant, scenario.program(2, 1), o);
                   }});
  }
  all.push_back({suite, "three_clients_sampled", [&scenario, variant](const Options& o) {
                   return run_sampled(scenario, variant, o);
                 }});
  all.push_back({suite, "generated_programs", [&scenario, variant](const Options& o) {
                   return run_generated(scenario, variant, o);
                 }});
}

}  // namespace

Result<Options> options_from_environment(std::string program) {
  Options options;
  options.program = std::move(program);
  auto seed = number_from_environment("ONCELAB_SEED", options.seed, {0, u64_max});
  if (!seed) {
    return seed.error();
  }
  options.seed = *seed;
  auto schedules =
      number_from_environment("ONCELAB_SCHEDULES_MAX", options.schedules_max, {1, u64_max});
  if (!schedules) {
    return schedules.error();
  }
  options.schedules_max = *schedules;
  const char* const corpus = std::getenv("ONCELAB_CORPUS");
  if (corpus != nullptr && *corpus == '\0') {
    return make_error(ErrorKind::usage, "ONCELAB_CORPUS takes a folder, not nothing");
  }
  options.corpus = corpus == nullptr ? cases::default_corpus : corpus;
  return options;
}

std::vector<Test> tests() {
  std::vector<Test> all;
  std::set<std::string> suites;
  for (const scenario::Scenario* scenario : scenario::scenarios()) {
    if (scenario->contract().empty()) {
      continue;
    }
    for (const scenario::Variant& variant : scenario->variants()) {
      const std::string wanted = word(scenario->name()) + "/" + word(variant.name);
      std::string suite = wanted;
      for (unsigned number = 2; !suites.insert(suite).second; ++number) {
        suite = wanted + "_" + std::to_string(number);
      }
      add_tests(all, suite, *scenario, variant.name);
    }
  }
  return all;
}

}  // namespace oncelab::conformance
