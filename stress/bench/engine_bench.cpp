// What a step and a schedule cost.
//
//   bare_context_switch      one Boost.Context switch, nothing else
//   step_with_switch         one step of an instrumented program, every step on another thread
//   step_without_switch      one step, the same thread going on
//   schedule_single_lock     one complete schedule: 2 clients deliver 1 message, single-lock inbox
//   schedule_no_races        the same without race detection
//   schedule_and_check       with race detection, and its history checked, equal ones once
//   schedule_and_no_memo     with race detection, and every history checked
//   schedule_check_no_races  without race detection, and its history checked, equal ones once
//
// Repetitions are interleaved at random; compare medians. The last lines are the ratios.
#include <benchmark/benchmark.h>

#include <bit>
#include <boost/context/detail/fcontext.hpp>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <oncelab/core/lab/check/memo.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_experiment.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>
#include <oncelab/stress/bench/engine_program.hpp>

namespace {

using namespace oncelab;

constexpr unsigned steps_per_client = 5'000;

class Alternate final : public runtime::Chooser {  // never the same thread twice in a row
 public:
  unsigned choose_thread(const runtime::DecisionView& view) override {
    const std::uint64_t others =
        view.current < 0 ? view.options : view.options & ~(std::uint64_t{1} << view.current);
    return static_cast<unsigned>(std::countr_zero(others));
  }
  unsigned choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned) override {
    return 0;
  }
};

class Stores final : public runtime::Subject {
 public:
  explicit Stores(unsigned clients) : counters_(clients) {}
  [[nodiscard]] unsigned clients() const override {
    return static_cast<unsigned>(counters_.size());
  }
  void set_up() override {
    for (auto& c : counters_) {
      c = bench::new_counter();
    }
  }
  void client(ClientId id) override { bench::store_steps(counters_[raw(id)], steps_per_client); }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}

 private:
  std::vector<void*> counters_;
};

void step(benchmark::State& state, unsigned clients) {
  Stores subject(clients);
  Alternate chooser;
  runtime::RunTrace trace;
  runtime::RunOptions options;
  options.steps_max = 1'000'000;
  std::int64_t steps = 0;
  for (auto _ : state) {
    steps += runtime::run(subject, chooser, options, trace).steps;
  }
  state.counters["per"] = benchmark::Counter(
      static_cast<double>(steps), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

void bounce(transfer_t from) {
  while (true) {
    from = jump_fcontext(from.fctx, nullptr);
  }
}

void bare_context_switch(benchmark::State& state) {
  static std::vector<char> stack(1U << 16U);
  auto context = make_fcontext(stack.data() + stack.size(), stack.size(), bounce);
  std::int64_t switches = 0;
  for (auto _ : state) {
    for (int i = 0; i < 1'000; ++i) {
      context = jump_fcontext(context, nullptr).fctx;
    }
    switches += 2'000;  // there and back
  }
  state.counters["per"] = benchmark::Counter(
      static_cast<double>(switches), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// What `oncelab explore inbox --variant single-lock --strategy random` does per schedule.
enum class Check : std::uint8_t { none, memo, all };

void schedules(benchmark::State& state, Check check, bool races) {
  const auto scenario = properties::make_inbox_scenario();
  const auto program = scenario->program(2, 1);
  properties::InboxExperimentOptions options;
  options.deliveries_overlap = false;
  if (check != Check::none) {
    options.checker = models::make("inbox", {}).value();
  }
  if (check == Check::memo) {
    options.checker = check::with_memo(std::move(options.checker));
  }
  properties::InboxExperiment experiment(*scenario::find_sut("inbox", "single-lock"), program,
                                         std::move(options));
  auto random = schedule::make_strategy("random", {}).value();
  schedule::ExploreOptions explore;
  explore.schedules_max = 2'000;
  explore.repeat_percent = 0;
  explore.run.detect_races = races;
  std::int64_t runs = 0;
  for (auto _ : state) {
    runs += static_cast<std::int64_t>(schedule::explore(experiment, *random, explore).runs);
  }
  state.counters["per"] = benchmark::Counter(
      static_cast<double>(runs), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void step_with_switch(benchmark::State& state) { step(state, 2); }
void step_without_switch(benchmark::State& state) { step(state, 1); }
void schedule_single_lock(benchmark::State& state) { schedules(state, Check::none, true); }
void schedule_no_races(benchmark::State& state) { schedules(state, Check::none, false); }
void schedule_and_check(benchmark::State& state) { schedules(state, Check::memo, true); }
void schedule_and_no_memo(benchmark::State& state) { schedules(state, Check::all, true); }
void schedule_check_no_races(benchmark::State& state) { schedules(state, Check::memo, false); }

class Medians final : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.aggregate_name == "median") {
        median_[run.run_name.function_name] = run.counters.at("per").value * 1e9;
      }
    }
  }
  void print_ratios() const {
    const auto at = [this](const char* name) {
      const auto found = median_.find(name);
      return found == median_.end() ? 0.0 : found->second;
    };
    const double bare = at("bare_context_switch");
    if (bare <= 0) {
      return;
    }
    std::printf("\nmedians\n");
    std::printf("bare context switch        %8.2f ns\n", bare);
    std::printf("step, with a switch        %8.2f ns = %.2f x bare\n", at("step_with_switch"),
                at("step_with_switch") / bare);
    std::printf("step, without a switch     %8.2f ns = %.2f x bare\n", at("step_without_switch"),
                at("step_without_switch") / bare);
    std::printf("schedules per second       %8.0f\n", 1e9 / at("schedule_single_lock"));
    std::printf("  no race detection        %8.0f\n", 1e9 / at("schedule_no_races"));
    std::printf("  and history checked      %8.0f\n", 1e9 / at("schedule_and_check"));
    std::printf("    equal ones again       %8.0f\n", 1e9 / at("schedule_and_no_memo"));
    std::printf("    no race detection      %8.0f\n", 1e9 / at("schedule_check_no_races"));
  }

 private:
  std::map<std::string, double> median_;
};

}  // namespace

BENCHMARK(bare_context_switch);
BENCHMARK(step_with_switch);
BENCHMARK(step_without_switch);
BENCHMARK(schedule_single_lock);
BENCHMARK(schedule_no_races);
BENCHMARK(schedule_and_check);
BENCHMARK(schedule_and_no_memo);
BENCHMARK(schedule_check_no_races);

int main(int argc, char** argv) {
  std::vector<std::string> texts(argv, argv + argc);
  texts.insert(texts.begin() + 1, {"--benchmark_repetitions=11", "--benchmark_min_time=0.1",
                                   "--benchmark_enable_random_interleaving=true",
                                   "--benchmark_report_aggregates_only=true"});
  std::vector<char*> arguments;
  for (auto& t : texts) {
    arguments.push_back(t.data());
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) {
    return 64;
  }
  Medians reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_ratios();
  return 0;
}
