#include <oncelab/stress/bench/asked_model.hpp>

#include <ctime>

namespace oncelab::bench {

AskedModel asked_model(std::string_view text) {
  AskedModel asked;
  while (!text.empty()) {
    const auto comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) {
      asked.model = word;
    } else {
      asked.options[std::string(word.substr(0, equals))] = word.substr(equals + 1);
    }
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return asked;
}

double cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

}  // namespace oncelab::bench
