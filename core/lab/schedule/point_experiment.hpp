// For tests: clients that make a given number of explicit steps, in operations of a given size.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::schedule {

class PointExperiment final : public scenario::Experiment {
 public:
  /// points[c][k]: steps of client c's k-th operation. `judge` sees the clients in order of steps.
  using Judge = std::function<std::optional<scenario::Failure>(const std::vector<unsigned>&)>;
  explicit PointExperiment(std::vector<std::vector<unsigned>> points, Judge judge = {})
      : points_(std::move(points)), judge_(std::move(judge)), open_(points_.size()) {}

  [[nodiscard]] unsigned clients() const override { return static_cast<unsigned>(points_.size()); }
  void set_up() override {
    history_.clear();
    order_.clear();
  }
  void client(ClientId id) override {
    std::uint32_t operation = 0;
    for (const unsigned n : points_[raw(id)]) {
      runtime::begin_operation(operation++);
      for (unsigned i = 0; i < n; ++i) {
        runtime::point();
        order_.push_back(raw(id));
      }
      runtime::end_operation();
      history_.returned(open_[raw(id)], history::Outcome::ok, {},
                        history::Timestamp{runtime::steps_so_far()});
    }
  }
  void finish() override {}
  void on_call(ClientId id, std::uint32_t, std::uint32_t step) override {
    open_[raw(id)] = history_.call(id, history_.intern("points"), {}, {}, history::Timestamp{step});
  }
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override {
    return judge_ ? judge_(order_) : std::nullopt;
  }
  [[nodiscard]] std::string explain() override { return {}; }

 private:
  std::vector<std::vector<unsigned>> points_;
  Judge judge_;
  std::vector<history::OperationIndex> open_;
  std::vector<unsigned> order_;
  history::History history_;
};

}  // namespace oncelab::schedule
