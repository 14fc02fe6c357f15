// ControlledEnvironment: the world's steps are steps of the run in progress, and its faults are
// choices of the schedule. Threads: as runtime.hpp.
#pragma once

#include <oncelab/core/lab/world/environment.hpp>

namespace oncelab::world {

class ControlledEnvironment final : public Environment {
 public:
  void step(runtime::OpKind kind, std::uint32_t object) override;
  unsigned fault(std::span<const runtime::FaultKind> ways) override;
  unsigned aftermath(unsigned ways) override;
  [[nodiscard]] std::uint64_t now_ns() const override;
};

}  // namespace oncelab::world
