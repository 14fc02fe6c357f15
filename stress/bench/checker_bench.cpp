// checker_bench: CPU time of check() on recorded histories, parsing left out, for comparing with
// other checkers on the same files in one run.
//
//   oncelab_checker_bench [--repeat N] [--every-partition] MODEL[,OPTION=VALUE...] FILE...
//
// One line per file: verdict, the least of N times in microseconds, steps, KiB of the search, file.
// Last: the sum. Verdicts are printed, not judged.
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
  std::fprintf(stderr, "checker_bench: %s\n", text.c_str());
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
  const bool every = next < argc && std::string_view(argv[next]) == "--every-partition";
  next += every ? 1 : 0;
  if (next + 1 >= argc || repeat == 0) {
    return fail("[--repeat N] [--every-partition] MODEL[,OPTION=VALUE...] FILE...");
  }
  const bench::AskedModel asked = bench::asked_model(argv[next++]);
  double sum = 0;
  for (; next < argc; ++next) {
    const auto loaded = history::read_file(argv[next]);
    if (!loaded) {
      return fail(loaded.error().text);
    }
    auto checker = models::make(asked.model, asked.options);
    if (!checker) {
      return fail(checker.error().text);
    }
    (*checker)->set_every_partition(every);
    double least = std::numeric_limits<double>::max();
    check::CheckResult result;
    for (unsigned long i = 0; i < repeat; ++i) {
      const double start = bench::cpu_microseconds();
      result = (*checker)->check(loaded->history);
      least = std::min(least, bench::cpu_microseconds() - start);
    }
    sum += least;
    if (every) {
      std::printf("%u of %u partitions violated, %u held: ", result.violated_partitions,
                  result.partitions, result.held_partitions);
    }
    std::printf("%-12s %12.1f us %10llu steps %8llu KiB %s\n",
                std::string(check::text(result.verdict)).c_str(), least,
                static_cast<unsigned long long>(result.steps),
                static_cast<unsigned long long>(result.memory_bytes >> 10U), argv[next]);
  }
  std::printf("sum %.1f us\n", sum);
  return 0;
}
