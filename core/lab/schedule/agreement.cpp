#include <oncelab/core/lab/schedule/agreement.hpp>

#include <algorithm>
#include <sstream>

#include <oncelab/core/lab/schedule/bounded_dpor.hpp>
#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>

namespace oncelab::schedule {

namespace {

bool timed(const small::Program& program, const SmallOptions& options) {
  return options.run.spurious_max != 0 ||
         std::ranges::any_of(program.threads, [](const small::Thread& thread) {
           return std::ranges::any_of(thread, [](const small::Instruction& i) {
             return i.what == small::Do::wait_for || i.what == small::Do::sleep;
           });
         });
}

std::string text_of(const char* who, const Classes& c) {
  std::ostringstream text;
  text << who << ": " << c.runs << " runs of " << c.of.size() << " classes, " << c.ends.size()
       << " ends, " << c.blocked << " in vain" << (c.complete ? "" : ", not complete")
       << (c.failed ? ", some do not end" : "");
  return text.str();
}

// Nothing is said against a run that waits for time: others may have to be begun to know that.
bool agree(const Classes& all, const Classes& reduced, bool once_each) {
  if (all.failed || reduced.failed) {
    return all.failed == reduced.failed && std::ranges::includes(all.names(), reduced.names());
  }
  return reduced.complete && reduced.ends == all.ends && reduced.names() == all.names() &&
         (!once_each || (reduced.runs == reduced.of.size() && reduced.blocked == 0));
}

}  // namespace

Agreement agreement(const small::Program& program, const SmallOptions& options,
                    std::optional<std::uint32_t> preemptions_max) {
  Agreement result;
  DepthFirst depth_first(preemptions_max);
  const Classes all = run_all(program, depth_first, options);
  result.all = all.runs;
  if (!all.complete || all.assumed_fairness) {
    return result;
  }
  const auto reduce = [&]() -> Classes {
    if (preemptions_max) {
      BoundedDpor bounded(*preemptions_max, {});
      return run_all(program, bounded, options);
    }
    Dpor dpor({});
    return run_all(program, dpor, options);
  };
  const Classes reduced = reduce();
  result.compared = true;
  result.failed = all.failed;
  result.reduced = reduced.runs + reduced.blocked;
  result.classes = all.of.size();
  if (!agree(all, reduced, !preemptions_max && !timed(program, options))) {
    result.difference = text_of("all", all) + "; " + text_of("reduced", reduced);
  }
  return result;
}

}  // namespace oncelab::schedule
