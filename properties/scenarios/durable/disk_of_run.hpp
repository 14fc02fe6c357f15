// DiskOfRun: the disk of a run, offered to code under test through DiskPorts. Threads: as
// runtime.hpp.
#pragma once

#include <oncelab/core/lab/world/controlled_environment.hpp>
#include <oncelab/core/lab/world/disk.hpp>
#include <oncelab/properties/scenarios/durable/disk_ports.hpp>

namespace oncelab::properties {

class DiskOfRun {
 public:
  explicit DiskOfRun(const world::DiskOptions& options);

  /// In Subject::on_crash.
  void crash();
  [[nodiscard]] world::Disk& disk() { return disk_; }
  [[nodiscard]] DiskPorts& ports() { return ports_; }

 private:
  world::ControlledEnvironment environment_;
  world::Disk disk_;
  DiskPorts ports_;
};

}  // namespace oncelab::properties
