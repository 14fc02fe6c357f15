// --workers, of every verb that explores: how many processes share the runs. What is found and
// counted is the same for any number. Internal to core/lab/cli.
#pragma once

#include <cstdint>
#include <optional>

namespace oncelab::cli {

class Flags;
struct Session;

inline constexpr std::uint64_t workers_max = 256;

/// That this process may use; at most workers_max.
[[nodiscard]] std::uint64_t processors();

class WorkersFlag {
 public:
  void declare(Flags& flags);
  void apply(Session& session) const;

 private:
  std::optional<std::uint64_t> given_;  // none: one for each processor that this process may use
};

}  // namespace oncelab::cli
