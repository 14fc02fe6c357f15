// What the benches of the checker share: MODEL[,OPTION=VALUE...] of a command line, and CPU time.
#pragma once

#include <string>
#include <string_view>

#include <oncelab/models/registry.hpp>

namespace oncelab::bench {

struct AskedModel {
  std::string model;
  models::Options options;
};

[[nodiscard]] AskedModel asked_model(std::string_view text);

/// Of the process, all threads together.
[[nodiscard]] double cpu_microseconds();

}  // namespace oncelab::bench
