#include <oncelab/properties/scenarios/durable/disk_of_run.hpp>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::properties {

namespace {

world::Disk& disk_at(void* disk) { return *static_cast<world::Disk*>(disk); }

DiskOutcome outcome_of(world::DiskError error) {
  switch (error) {
    case world::DiskError::none:
    case world::DiskError::no_such_file:  // nothing to cut or to sync
      return DiskOutcome::ok;
    case world::DiskError::no_space:
      return DiskOutcome::no_space;
    case world::DiskError::io_error:
      return DiskOutcome::in_doubt;
  }
  ONCELAB_ASSERT(false && "unknown disk error");
  return DiskOutcome::in_doubt;
}

DiskOutcome append(void* disk, const char* file, const char* bytes, std::size_t size) {
  return outcome_of(disk_at(disk).append(file, {bytes, size}));
}
DiskOutcome truncate(void* disk, const char* file, std::size_t size) {
  return outcome_of(disk_at(disk).truncate(file, size));
}
DiskOutcome sync(void* disk, const char* file) { return outcome_of(disk_at(disk).sync(file)); }
DiskOutcome rename(void* disk, const char* from, const char* to) {
  return outcome_of(disk_at(disk).rename(from, to));
}
DiskOutcome sync_directory(void* disk) { return outcome_of(disk_at(disk).sync_directory()); }
std::size_t read(void* disk, const char* file, std::size_t offset, char* out, std::size_t size) {
  return disk_at(disk).read(file, offset, {out, size}).bytes;
}

}  // namespace

DiskOfRun::DiskOfRun(const world::DiskOptions& options)
    : disk_(environment_, options),
      ports_{&disk_, append, truncate, sync, rename, sync_directory, read} {}

void DiskOfRun::crash() {
  const world::Losses losses = disk_.crash();
  runtime::note_losses(losses.kept, losses.lost, losses.torn);
}

}  // namespace oncelab::properties
