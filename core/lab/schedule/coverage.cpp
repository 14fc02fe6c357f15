#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::schedule {

namespace {
std::string at_most(std::uint32_t n, const std::string& of_what) {
  return n == 0 ? "no " + of_what : of_what + " <= " + std::to_string(n);
}
}  // namespace

std::string text_of(const Bound& bound) {
  std::string text = bound.preemptions_max.has_value()
                         ? "preemptions <= " + std::to_string(*bound.preemptions_max)
                         : std::string("any number of preemptions");
  text += ", " + at_most(bound.timeouts_max, "early time-outs");
  text += ", " + at_most(bound.spurious_max, "spurious wake-ups");
  if (!happens_at_all(bound)) {
    text += ", no crashes, clock steps or faults";
  } else {
    text += ", " + at_most(bound.crashes_max, "crashes");
    text += ", " + at_most(bound.clock_steps_max, "clock steps");
    text += ", " + at_most(bound.faults_max, "faults");
  }
  text += bound.plain_accesses_are_steps ? ", every memory access a step"
                                         : ", steps at synchronisation";
  return text;
}

std::string coverage_text(const ExploreResult& result, const Bound& bound) {
  std::string count =
      std::to_string(result.schedules) + (result.schedules == 1 ? " schedule" : " schedules");
  if (result.by_classes) {
    count += ", each for all equivalent ones";
    if (result.blocked != 0) {
      count += " (and " + std::to_string(result.blocked) + " run in vain)";
    }
  }
  std::string text;
  if (result.complete) {
    text = "complete";
    if (!result.weaker_accesses.empty()) {
      text += " under sequential consistency (" + std::to_string(result.weaker_accesses.size()) +
              (result.weaker_accesses.size() == 1 ? " weaker access)" : " weaker accesses)");
    }
    Bound stated = bound;
    if (!result.cut_by_preemptions) {
      stated.preemptions_max.reset();  // the bound was never reached
    }
    text += " within " + text_of(stated) + ": " + count;
  } else if (result.verdict == check::Verdict::held) {
    text = "sampled " + count;
  } else {
    text = "stopped after " + count;
  }
  if (result.remaining && !result.found) {
    text += ", of about " + std::to_string(result.schedules + *result.remaining) +
            " (an estimate from the branches seen so far)";
  }
  if (!result.assumed.empty()) {
    text += "; assumed: " + result.assumed;
  }
  if (result.assumed_fairness) {
    text += "; waiting loops were held back while others could run, so this is not every schedule";
  }
  return text;
}

}  // namespace oncelab::schedule
