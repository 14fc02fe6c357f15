// growth_table: CPU time and memory of check() as generated histories grow.
//
//   oncelab_growth_table [--repeat N] [--operations-max N]
//
// One line per history: verdict, the least of N times, steps of the search (0: a monitor decided),
// memory by the checker's own count. The history itself and its making are left out. Marked are the
// lines with a bar, and whether it was kept. Exit 1 if a verdict is not the one the history was
// made for; times are printed, not judged: they depend on the machine.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/models/registry.hpp>
#include <oncelab/stress/bench/asked_model.hpp>
#include <oncelab/stress/bench/generated_histories.hpp>

namespace {

using namespace oncelab;

struct Bar {
  double ms = 0;  // 0: none
  std::uint64_t bytes = 0;
};

constexpr std::uint64_t mebi = std::uint64_t{1} << 20U;

Bar bar_of(const bench::GeneratedShape& shape) {
  if (shape.operations == 100'000 && shape.clients == 4) {
    return {20, 32 * mebi};
  }
  if (shape.operations == 10'000 && shape.clients == 16) {
    return {10, 0};
  }
  return {};
}

bool line(const bench::GeneratedShape& shape, const Bar& bar, unsigned long repeat) {
  const history::History history = generate(shape);
  auto checker = models::make(bench::name(shape.model), {});
  if (!checker) {
    std::fprintf(stderr, "growth_table: %s\n", checker.error().text.c_str());
    return false;
  }
  check::CheckResult result;
  const double least =
      bench::least_microseconds(repeat, [&] { result = (*checker)->check(history); });
  const bool as_made =
      result.verdict == (shape.wrong ? check::Verdict::violated : check::Verdict::held);
  std::string note = as_made ? "" : "  NOT AS MADE";
  if (bar.ms > 0) {
    const bool kept =
        least <= bar.ms * 1000 && (bar.bytes == 0 || result.memory_bytes <= bar.bytes);
    note += kept ? "  bar kept" : "  OVER THE BAR";
  }
  std::printf("%-14s %8u %7u %5u  %-12s %10.2f ms %10llu steps %8.1f MiB%s\n",
              std::string(bench::name(shape.model)).c_str(), shape.operations, shape.clients,
              shape.lost, std::string(check::text(result.verdict)).c_str(), least / 1000,
              static_cast<unsigned long long>(result.steps),
              static_cast<double>(result.memory_bytes) / static_cast<double>(mebi), note.c_str());
  std::fflush(stdout);
  return as_made;
}

}  // namespace

int main(int argc, char** argv) {
  unsigned long repeat = 5;
  unsigned long operations_max = 1'000'000;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag(argv[i]);
    if (i + 1 == argc || (flag != "--repeat" && flag != "--operations-max")) {
      std::fprintf(stderr, "growth_table: [--repeat N] [--operations-max N]\n");
      return 64;
    }
    (flag == "--repeat" ? repeat : operations_max) =
        std::max(1UL, std::strtoul(argv[i + 1], nullptr, 10));
  }
  bool as_made = true;
  std::printf("%-14s %8s %7s %5s  %-12s\n", "model", "ops", "clients", "lost", "verdict");
  for (const auto model : bench::unique_models) {
    for (std::uint32_t operations = 1000; operations <= std::min(operations_max, 1'000'000UL);
         operations *= 10) {
      for (const std::uint32_t clients : {4U, 16U, 64U}) {
        const bench::GeneratedShape shape{
            .model = model, .operations = operations, .clients = clients};
        as_made &= line(shape, bar_of(shape), repeat);
      }
    }
    bench::GeneratedShape shape{.model = model, .operations = 100'000, .clients = 16};
    shape.lost = 100;
    as_made &= line(shape, {}, repeat);
    shape.wrong = true;
    as_made &= line(shape, {}, repeat);
    shape.lost = 0;
    as_made &= line(shape, {}, repeat);
  }
  for (const auto model : bench::few_models) {
    const bench::GeneratedShape shape{
        .model = model, .operations = 2000, .clients = 4, .lost = 200};
    as_made &= line(shape, {.ms = 10, .bytes = 0}, repeat);
  }
  return as_made ? 0 : 1;
}
