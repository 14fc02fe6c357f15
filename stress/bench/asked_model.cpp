#include <oncelab/stress/bench/asked_model.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

#include <oncelab/core/lab/history/read.hpp>

namespace oncelab::bench {

namespace {

void put_model(AskedFiles& asked, std::string_view text) {
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
}

}  // namespace

Result<AskedFiles> asked_files(int argc, char** argv) {
  AskedFiles asked;
  int next = 1;
  for (; next < argc && std::string_view(argv[next]).starts_with("--"); ++next) {
    const std::string_view flag(argv[next]);
    if (flag == "--every-partition") {
      asked.every_partition = true;
    } else if (flag == "--repeat" && next + 1 < argc) {
      asked.repeat = std::strtoul(argv[++next], nullptr, 10);
    } else {
      asked.repeat = 0;
      break;
    }
  }
  if (next + 1 >= argc || asked.repeat == 0) {
    return make_error(ErrorKind::usage,
                      "[--repeat N] [--every-partition] MODEL[,OPTION=VALUE...] FILE...");
  }
  put_model(asked, argv[next]);
  asked.files =
      std::span(argv, static_cast<std::size_t>(argc)).subspan(static_cast<std::size_t>(next) + 1);
  return asked;
}

Result<LoadedFile> load(const AskedFiles& asked, const char* file) {
  auto loaded = history::read_file(file);
  if (!loaded) {
    return loaded.error();
  }
  auto checker = models::make(asked.model, asked.options);
  if (!checker) {
    return checker.error();
  }
  (*checker)->set_every_partition(asked.every_partition);
  return LoadedFile{std::move(loaded->history), std::move(*checker)};
}

int fail(std::string_view program, const Error& error) {
  std::fprintf(stderr, "%s: %s\n", std::string(program).c_str(), error.text.c_str());
  return 64;
}

double cpu_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

}  // namespace oncelab::bench
