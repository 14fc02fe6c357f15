#include <oncelab/properties/concurrent/seen_answers.hpp>

#include <utility>

#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/schedule/dfs.hpp>

namespace oncelab::properties {

namespace {

class Collecting final : public scenario::Experiment {
 public:
  Collecting(std::unique_ptr<scenario::Experiment> inner, std::set<std::string>& answers)
      : inner_(std::move(inner)), answers_(answers) {}

  [[nodiscard]] unsigned clients() const override { return inner_->clients(); }
  void set_up() override { inner_->set_up(); }
  void client(ClientId id) override { inner_->client(id); }
  void finish() override { inner_->finish(); }
  void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) override {
    inner_->on_call(id, operation, step);
  }
  [[nodiscard]] const history::History& history() const override { return inner_->history(); }
  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    for (const history::Operation& o : history().operations()) {
      if (o.returned()) {
        answers_.insert(std::string(history().text(o.f)) + " -> " + first_word(o.output));
      }
    }
    return inner_->judge();
  }
  [[nodiscard]] std::optional<std::string> undecided() const override {
    return inner_->undecided();
  }
  [[nodiscard]] std::string explain() override { return inner_->explain(); }

 private:
  [[nodiscard]] std::string first_word(const history::Value& value) const {
    const history::Value word = value.is_list() ? history().items(value).front() : value;
    return history::to_text(history(), word);
  }

  std::unique_ptr<scenario::Experiment> inner_;
  std::set<std::string>& answers_;
};

}  // namespace

Seen explore_all(const scenario::Scenario& scenario, const scenario::Setting& setting,
                 const scenario::Program& program, Depth depth) {
  Seen seen;
  Collecting experiment(scenario.bind(setting, program), seen.answers);
  schedule::DepthFirst dfs(depth.preemptions_max);
  schedule::ExploreOptions options;
  options.schedules_max = depth.schedules_max;
  seen.result = schedule::explore(experiment, dfs, options);
  return seen;
}

}  // namespace oncelab::properties
