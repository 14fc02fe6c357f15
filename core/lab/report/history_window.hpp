// HistoryWindow: which part of a history a page shows at once, and which only when asked.
//
// Near are the operations that the failure is about: the core, the culprit, what cannot be placed,
// and those of the failing partition around the culprit (of a history that is not violated, its
// first ones), up to near_max in all. The others are far; `nearest()` gives those of them that are
// nearest to the culprit. Near marks are those of the events that near operations span.
//
// Threads: values only. Cost: linear but for one sort. No errors.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::report {

struct WindowLimits {
  std::size_t near_max = 400;  // operations
  std::size_t near_marks_max = 400;
};

class HistoryWindow {
 public:
  /// `explanation`: of a violated history, or null. `partition`: nil is all of the history.
  HistoryWindow(const history::History& history, const check::Explanation* explanation,
                const history::Value& partition, const WindowLimits& limits = {});

  [[nodiscard]] std::span<const history::OperationIndex> near() const { return near_; }
  [[nodiscard]] std::span<const history::EventIndex> near_marks() const { return near_marks_; }
  [[nodiscard]] bool is_near(history::OperationIndex operation) const {
    return is_near_[raw(operation)];
  }

  struct Far {
    std::vector<history::OperationIndex> operations;
    std::vector<history::EventIndex> marks;
  };
  /// At most so many operations and marks, in order.
  [[nodiscard]] Far nearest(std::size_t count) const;
  [[nodiscard]] std::size_t far_count() const {
    return history_.operations().size() - near_.size();
  }

 private:
  void choose(history::OperationIndex operation);
  void choose_around(std::size_t focus, const history::Value& partition, std::size_t most);
  void choose_marks(std::size_t most);

  const history::History& history_;
  std::size_t focus_ = 0;  // operation around which far ones are near
  std::vector<history::OperationIndex> near_;
  std::vector<history::EventIndex> near_marks_;
  std::vector<bool> is_near_;
};

}  // namespace oncelab::report
