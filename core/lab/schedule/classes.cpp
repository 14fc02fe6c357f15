#include <oncelab/core/lab/schedule/classes.hpp>

#include <oncelab/core/lab/schedule/order_matters.hpp>

namespace oncelab::schedule {

using runtime::RunTrace;

namespace {

class SmallExperiment final : public scenario::Experiment {
 public:
  SmallExperiment(const small::Program& program, const SmallOptions& options)
      : program_(program), options_(options) {}
  [[nodiscard]] unsigned clients() const override {
    return program_.clients != 0 ? program_.clients
                                 : static_cast<unsigned>(program_.threads.size());
  }
  void set_up() override { world_ = small::new_world(); }
  void client(ClientId id) override {
    const std::size_t size = program_.threads[raw(id)].size();
    if (!options_.each_instruction_an_operation) {
      small::run_thread(*world_, program_, raw(id), 0, size);
      return;
    }
    for (std::size_t i = 0; i < size; ++i) {
      runtime::begin_operation(static_cast<std::uint32_t>(i));
      small::run_thread(*world_, program_, raw(id), i, i + 1);
      runtime::end_operation();
    }
  }
  void finish() override {
    ended_ = {};
    small::read_out(*world_, ended_);
  }
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override { return std::nullopt; }
  [[nodiscard]] std::string explain() override { return {}; }
  [[nodiscard]] std::uint32_t partition(ClientId client, std::uint32_t) const override {
    return options_.one_partition_each ? raw(client) : 0;
  }
  [[nodiscard]] const small::Ended& ended() const { return ended_; }

 private:
  const small::Program& program_;
  const SmallOptions& options_;
  small::World* world_ = nullptr;
  small::Ended ended_;
  history::History history_;
};

}  // namespace

std::set<std::string> Classes::names() const {
  std::set<std::string> names;
  for (const auto& [name, runs_of_it] : of) {
    names.insert(name);
  }
  return names;
}

std::unique_ptr<scenario::Experiment> experiment_of(const small::Program& program,
                                                    const SmallOptions& options) {
  return std::make_unique<SmallExperiment>(program, options);
}

Classes run_all(const small::Program& program, Strategy& strategy, const SmallOptions& options) {
  SmallExperiment experiment(program, options);
  Classes result;
  RunTrace trace;
  strategy.begin(experiment);
  while (result.runs < options.runs_max && strategy.begin_run()) {
    const auto outcome = runtime::run(experiment, strategy, options.run, trace);
    if (!strategy.end_run(trace, outcome)) {
      continue;
    }
    ++result.runs;
    ++result.of[class_of(trace, experiment)];
    if (outcome.kind == runtime::OutcomeKind::finished) {
      result.ends.insert(experiment.ended());
    }
    result.failed |= outcome.kind != runtime::OutcomeKind::finished;
    result.assumed_fairness |= outcome.assumed_fairness;
  }
  result.blocked = strategy.blocked();
  result.complete = strategy.complete();
  return result;
}

}  // namespace oncelab::schedule
