// checker_bench: CPU time of check() on recorded histories, parsing left out, for comparing with
// other checkers on the same files in one run.
//
//   oncelab_checker_bench [--repeat N] [--every-partition] MODEL[,OPTION=VALUE...] FILE...
//
// One line per file: verdict, the least of N times in microseconds, steps, KiB of the search, file.
// Last: the sum. Verdicts are printed, not judged.
#include <cstdio>
#include <string>

#include <oncelab/stress/bench/asked_model.hpp>

int main(int argc, char** argv) {
  using namespace oncelab;
  const auto asked = bench::asked_files(argc, argv);
  if (!asked) {
    return bench::fail("checker_bench", asked.error());
  }
  double sum = 0;
  for (const char* file : asked->files) {
    const auto loaded = bench::load(*asked, file);
    if (!loaded) {
      return bench::fail("checker_bench", loaded.error());
    }
    check::CheckResult result;
    const double least = bench::least_microseconds(
        asked->repeat, [&] { result = loaded->checker->check(loaded->history); });
    sum += least;
    if (asked->every_partition) {
      std::printf("%u of %u partitions violated, %u held: ", result.violated_partitions,
                  result.partitions, result.held_partitions);
    }
    std::printf("%-12s %12.1f us %10llu steps %8llu KiB %s\n",
                std::string(check::text(result.verdict)).c_str(), least,
                static_cast<unsigned long long>(result.steps),
                static_cast<unsigned long long>(result.memory_bytes >> 10U), file);
  }
  std::printf("sum %.1f us\n", sum);
  return 0;
}
