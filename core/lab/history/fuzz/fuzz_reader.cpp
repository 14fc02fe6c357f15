// One reader under libFuzzer; ONCELAB_FUZZ_FORMAT is the name of its format, or gzip.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <oncelab/core/lab/history/fuzz/reading_law.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace history = oncelab::history;
  const std::string_view name = ONCELAB_FUZZ_FORMAT;
  const auto format = history::format_named(name == "gzip" ? "auto" : name);
  const auto broken =
      history::broken_law({reinterpret_cast<const char*>(data), size}, format.value());
  if (broken) {
    std::fprintf(stderr, "%s\n", broken->c_str());
    std::abort();
  }
  return 0;
}
