#include <oncelab/core/lab/cli/workers.hpp>

#include <sched.h>

#include <algorithm>

#include <oncelab/core/lab/cli/verb.hpp>

namespace oncelab::cli {

std::uint64_t processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int count = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(count), 1, workers_max);
}

void WorkersFlag::declare(Flags& flags) {
  flags.number("--workers", given_, {1, workers_max},
               "Processes that share the runs; the result is the same (default: processors)");
}

void WorkersFlag::apply(Session& session) const {
  session.workers = static_cast<unsigned>(given_.value_or(processors()));
}

}  // namespace oncelab::cli
