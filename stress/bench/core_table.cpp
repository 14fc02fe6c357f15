// core_table: the cores of illegal histories: how many facts, how long it takes to find them, and
// what the verifier says of each.
//
//   oncelab_core_table [--repeat N] MODEL[,OPTION=VALUE...] FILE...
//
// One line per illegal file: facts, whether none can go, the verifier's word, the least of N times
// of explain() (check, prefix, longest order and core) in milliseconds of CPU time. Last: median
// and largest of all. Exit: 1 if a core is not confirmed.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <oncelab/stress/bench/asked_model.hpp>

int main(int argc, char** argv) {
  using namespace oncelab;
  const auto asked = bench::asked_files(argc, argv);
  if (!asked) {
    return bench::fail("core_table", asked.error());
  }
  std::vector<std::size_t> facts;
  double slowest = 0;
  std::size_t confirmed = 0;
  std::size_t minimal = 0;
  for (const char* file : asked->files) {
    const auto loaded = bench::load(*asked, file);
    if (!loaded) {
      return bench::fail("core_table", loaded.error());
    }
    check::Checker& checker = *loaded->checker;
    if (checker.check(loaded->history).verdict != check::Verdict::violated) {
      continue;
    }
    check::Explanation explanation;
    const double ms = bench::least_microseconds(
                          asked->repeat, [&] { explanation = checker.explain(loaded->history); }) /
                      1e3;
    const bool is_confirmed =
        checker.confirms_core(loaded->history, explanation) == check::Confirmation::confirmed;
    facts.push_back(explanation.core.size());
    slowest = std::max(slowest, ms);
    confirmed += is_confirmed ? 1 : 0;
    minimal += explanation.core_is_minimal ? 1 : 0;
    std::printf("%3zu facts  %-11s %-13s %8.2f ms  %s\n", explanation.core.size(),
                explanation.core_is_minimal ? "minimal" : "not minimal",
                is_confirmed ? "confirmed" : "not confirmed", ms, file);
  }
  if (facts.empty()) {
    return bench::fail("core_table",
                       make_error(ErrorKind::usage, "none of the histories is illegal"));
  }
  std::ranges::sort(facts);
  std::printf(
      "%zu cores: median %zu facts, largest %zu; %zu minimal, %zu confirmed; slowest %.2f ms\n",
      facts.size(), facts[facts.size() / 2], facts.back(), minimal, confirmed, slowest);
  return confirmed == facts.size() ? 0 : 1;
}
