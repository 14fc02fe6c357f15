#include <oncelab/core/lab/gen/checked.hpp>

namespace oncelab::gen {

namespace {

std::string counted(std::uint32_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string to_text(const Counterexample& c) {
  std::string text = c.value + "\n" + c.failure + "\n" + counted(c.shrinks, "shrink");
  text += c.minimal ? "" : ", perhaps not minimal";
  text += c.repeats ? "" : ", FLAKY: it held when run again";
  return text + "; drawn with seed " + std::to_string(raw(c.seed)) + " and size " +
         std::to_string(c.size);
}

}  // namespace

std::string to_text(const Checked& checked) {
  const std::string after = counted(checked.cases, "case");
  switch (checked.ending) {
    case Ending::held:
      return "held, " + after;
    case Ending::falsified:
      return "falsified after " + after + ": " + to_text(*checked.counterexample);
    case Ending::gave_up:
      return "gave up after " + after + ": " + counted(checked.refused, "value") +
             " could not be generated: " + checked.refusal;
    case Ending::stopped:
      return "stopped after " + after + ": the time was over";
  }
  return {};
}

}  // namespace oncelab::gen
