// core_table: the cores of illegal histories: how many facts, how long it takes to find them, and
// what the verifier says of each.
//
//   oncelab_core_table [--repeat N] MODEL[,OPTION=VALUE...] FILE...
//
// One line per illegal file: facts, whether none can go, the verifier's word, the least of N times
// of explain() (check, prefix, longest order and core) in milliseconds of CPU time. Last: median
// and largest of all. Exit: 1 if a core is not confirmed.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/models/registry.hpp>
#include <oncelab/stress/bench/asked_model.hpp>

namespace {

using namespace oncelab;

int fail(const std::string& text) {
  std::fprintf(stderr, "core_table: %s\n", text.c_str());
  return 64;
}

}  // namespace

int main(int argc, char** argv) {
  unsigned long repeat = 20;
  int next = 1;
  if (next + 1 < argc && std::string_view(argv[next]) == "--repeat") {
    repeat = std::strtoul(argv[next + 1], nullptr, 10);
    next += 2;
  }
  if (next + 1 >= argc || repeat == 0) {
    return fail("[--repeat N] MODEL[,OPTION=VALUE...] FILE...");
  }
  const bench::AskedModel asked = bench::asked_model(argv[next++]);
  std::vector<std::size_t> facts;
  double slowest = 0;
  std::size_t confirmed = 0;
  std::size_t minimal = 0;
  for (; next < argc; ++next) {
    const auto loaded = history::read_file(argv[next]);
    if (!loaded) {
      return fail(loaded.error().text);
    }
    auto checker = models::make(asked.model, asked.options);
    if (!checker) {
      return fail(checker.error().text);
    }
    if ((*checker)->check(loaded->history).verdict != check::Verdict::violated) {
      continue;
    }
    double least = std::numeric_limits<double>::max();
    check::Explanation explanation;
    for (unsigned long i = 0; i < repeat; ++i) {
      const double start = bench::cpu_microseconds();
      explanation = (*checker)->explain(loaded->history);
      least = std::min(least, (bench::cpu_microseconds() - start) / 1e3);
    }
    const bool is_confirmed =
        (*checker)->confirms_core(loaded->history, explanation) == check::Confirmation::confirmed;
    facts.push_back(explanation.core.size());
    slowest = std::max(slowest, least);
    confirmed += is_confirmed ? 1 : 0;
    minimal += explanation.core_is_minimal ? 1 : 0;
    std::printf("%3zu facts  %-11s %-13s %8.2f ms  %s\n", explanation.core.size(),
                explanation.core_is_minimal ? "minimal" : "not minimal",
                is_confirmed ? "confirmed" : "not confirmed", least, argv[next]);
  }
  if (facts.empty()) {
    return fail("none of the histories is illegal");
  }
  std::ranges::sort(facts);
  std::printf(
      "%zu cores: median %zu facts, largest %zu; %zu minimal, %zu confirmed; slowest %.2f ms\n",
      facts.size(), facts[facts.size() / 2], facts.back(), minimal, confirmed, slowest);
  return confirmed == facts.size() ? 0 : 1;
}
