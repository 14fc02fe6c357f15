#include <oncelab/core/lab/world/controlled_environment.hpp>

#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::world {

void ControlledEnvironment::step(runtime::OpKind kind, std::uint32_t object) {
  runtime::world_step(kind, object);
}
unsigned ControlledEnvironment::fault(std::span<const runtime::FaultKind> ways) {
  return runtime::fault(ways);
}
unsigned ControlledEnvironment::aftermath(unsigned ways) { return runtime::aftermath(ways); }
std::uint64_t ControlledEnvironment::now_ns() const { return runtime::now_ns(); }

}  // namespace oncelab::world
