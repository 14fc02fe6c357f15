#include <oncelab/core/lab/cli/verify_page.hpp>

#include <algorithm>
#include <vector>

#include <oncelab/core/lab/report/history_page.hpp>

namespace oncelab::cli {

namespace {

// An order is an extra of the page: it may cost a moment.
constexpr std::size_t ordered_operations_max = 10'000;
constexpr std::uint64_t ordering_steps_max = 1'000'000;

std::vector<check::LinearPoint> cheap_order(const VerifyPage& page, check::Checker& checker) {
  if (page.result.verdict != check::Verdict::held ||
      page.history.operations().size() > ordered_operations_max) {
    return {};
  }
  if (!page.order.empty()) {
    return {page.order.begin(), page.order.end()};
  }
  check::Budget budget = checker.budget();
  budget.steps_max =
      budget.steps_max == 0 ? ordering_steps_max : std::min(budget.steps_max, ordering_steps_max);
  checker.set_budget(budget);
  return checker.linearization(page.history).value_or(std::vector<check::LinearPoint>{});
}

}  // namespace

std::string verify_page(const VerifyPage& page, check::Checker& checker) {
  const std::vector<check::LinearPoint> order = cheap_order(page, checker);
  report::PageHead head;
  head.title = "oncelab verify: " + page.file;
  head.lines = {{"Checked", page.summary}, {"Command", page.command, true}};
  if (!page.text.empty()) {
    head.blocks = {{"The explanation as text", page.text}};
  }
  return report::history_page({.history = page.history,
                               .result = page.result,
                               .explanation = page.explanation,
                               .order = order,
                               .head = std::move(head)});
}

}  // namespace oncelab::cli
