#include <oncelab/core/lab/schedule/agreement.hpp>

#include <algorithm>
#include <initializer_list>
#include <sstream>

#include <oncelab/core/lab/schedule/bounded_dpor.hpp>
#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>

namespace oncelab::schedule {

namespace {

using small::Do;

std::ptrdiff_t count(const small::Program& program, std::initializer_list<Do> kinds) {
  std::ptrdiff_t found = 0;
  for (const small::Thread& thread : program.threads) {
    found += std::ranges::count_if(thread, [&kinds](const small::Instruction& i) {
      return std::ranges::find(kinds, i.what) != kinds.end();
    });
  }
  return found;
}

// What the reduction promises of a program, but for its classes.
struct Promised {
  bool once_each = false;
  bool none_in_vain = false;
};

Promised promised(const small::Program& program, const SmallOptions& options) {
  const auto waits = count(program, {Do::sys_wait, Do::futex_wait, Do::wait_until, Do::wait_once,
                                     Do::wait_held, Do::wait_for});
  return {true, options.run.spurious_max == 0 && waits < 2};
}

std::string text_of(const char* who, const Classes& c) {
  std::ostringstream text;
  text << who << ": " << c.runs << " runs of " << c.of.size() << " classes, " << c.ends.size()
       << " ends, " << c.blocked << " in vain" << (c.complete ? "" : ", not complete")
       << (c.failed ? ", some do not end" : "");
  return text.str();
}

bool agree(const Classes& all, const Classes& reduced, const Promised& promised) {
  if (all.failed || reduced.failed) {
    return all.failed == reduced.failed && std::ranges::includes(all.names(), reduced.names());
  }
  return reduced.complete && reduced.ends == all.ends && reduced.names() == all.names() &&
         (!promised.once_each || reduced.runs == reduced.of.size()) &&
         (!promised.none_in_vain || reduced.blocked == 0);
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
    Dpor dpor({.spurious = options.run.spurious_max > 0});
    return run_all(program, dpor, options);
  };
  const Classes reduced = reduce();
  result.compared = true;
  result.failed = all.failed;
  result.reduced = reduced.runs + reduced.blocked;
  result.classes = all.of.size();
  result.blocked = reduced.blocked;
  if (!agree(all, reduced, preemptions_max ? Promised{} : promised(program, options))) {
    result.difference = text_of("all", all) + "; " + text_of("reduced", reduced);
  }
  return result;
}

}  // namespace oncelab::schedule
