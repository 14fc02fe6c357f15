#include <oncelab/core/lab/world/disk.hpp>

#include <algorithm>
#include <array>

namespace oncelab::world {

using runtime::FaultKind;
using runtime::OpKind;

DiskError Disk::append(std::string_view name, std::string_view bytes) {
  environment_.step(OpKind::disk_append, options_.object);
  return put(name, contents(name).size(), bytes);
}

DiskError Disk::write_at(std::string_view name, std::uint64_t offset, std::string_view bytes) {
  environment_.step(OpKind::disk_write, options_.object);
  return put(name, offset, bytes);
}

DiskError Disk::truncate(std::string_view name, std::uint64_t size) {
  environment_.step(OpKind::disk_truncate, options_.object);
  const FileNumber file = directory_.find(name);
  if (file == no_file) {
    return DiskError::no_such_file;
  }
  const std::uint32_t old_size = files_[file].size();
  if (!fits(old_size, size)) {
    return DiskError::no_space;
  }
  const FaultKind mishap = choose_mishap(size > old_size);
  if (mishap == FaultKind::no_space) {
    return DiskError::no_space;
  }
  if (mishap != FaultKind::error_before) {
    files_[file].truncate(static_cast<std::uint32_t>(size));
  }
  return mishap == FaultKind::none ? DiskError::none : DiskError::io_error;
}

DiskCount Disk::read(std::string_view name, std::uint64_t offset, std::span<char> out) {
  environment_.step(OpKind::disk_read, options_.object);
  if (!has(name)) {
    return {.error = DiskError::no_such_file, .bytes = 0};
  }
  const std::string_view all = contents(name);
  const std::string_view bytes =
      all.substr(std::min<std::uint64_t>(offset, all.size()), out.size());
  std::ranges::copy(bytes, out.begin());
  return {.error = DiskError::none, .bytes = static_cast<std::uint32_t>(bytes.size())};
}

DiskCount Disk::size(std::string_view name) {
  environment_.step(OpKind::disk_read, options_.object);
  if (!has(name)) {
    return {.error = DiskError::no_such_file, .bytes = 0};
  }
  return {.error = DiskError::none, .bytes = static_cast<std::uint32_t>(contents(name).size())};
}

DiskError Disk::sync(std::string_view name) {
  environment_.step(OpKind::disk_sync, options_.object);
  const FileNumber file = directory_.find(name);
  if (file == no_file) {
    return DiskError::no_such_file;
  }
  const bool failed = sync_fails();
  files_[file].sync(!failed);
  if (failed) {
    return DiskError::io_error;
  }
  directory_.make_findable(file);
  return DiskError::none;
}

DiskError Disk::rename(std::string_view from, std::string_view to) {
  environment_.step(OpKind::disk_rename, options_.object);
  if (!has(from)) {
    return DiskError::no_such_file;
  }
  const FaultKind mishap = choose_mishap(false);
  if (mishap != FaultKind::error_before) {
    directory_.rename(from, to);
  }
  return mishap == FaultKind::none ? DiskError::none : DiskError::io_error;
}

DiskError Disk::remove(std::string_view name) {
  environment_.step(OpKind::disk_remove, options_.object);
  if (!has(name)) {
    return DiskError::no_such_file;
  }
  const FaultKind mishap = choose_mishap(false);
  if (mishap != FaultKind::error_before) {
    directory_.remove(name);
  }
  return mishap == FaultKind::none ? DiskError::none : DiskError::io_error;
}

bool Disk::exists(std::string_view name) {
  environment_.step(OpKind::disk_read, options_.object);
  return has(name);
}

DiskError Disk::sync_directory() {
  environment_.step(OpKind::disk_sync_directory, options_.object);
  const bool failed = sync_fails();
  directory_.sync(!failed);
  return failed ? DiskError::io_error : DiskError::none;
}

Losses Disk::crash() {
  const std::vector<FileNumber> before = directory_.files();
  Losses losses = directory_.crash(options_.crash, environment_);
  for (const FileNumber file : directory_.files()) {
    losses += files_[file].crash(options_.crash, environment_, observer_);
  }
  for (const FileNumber file : before) {
    if (!directory_.has(file)) {
      files_[file].lose(observer_);
    }
  }
  return losses;
}

std::vector<std::string_view> Disk::all_contents() const {
  std::vector<std::string_view> all;
  for (const FileNumber file : directory_.files()) {
    all.push_back(files_[file].contents());
  }
  return all;
}

std::string_view Disk::contents(std::string_view name) const {
  const FileNumber file = directory_.find(name);
  return file == no_file ? std::string_view() : files_[file].contents();
}

std::uint64_t Disk::used_bytes() const {
  std::uint64_t bytes = 0;
  for (FileNumber file = 0; file < files_used_; ++file) {
    bytes += directory_.has(file) ? files_[file].size() : 0;
  }
  return bytes;
}

void Disk::clear() {
  directory_.clear();
  files_used_ = 0;
  extents_ = 0;
}

FaultKind Disk::choose_mishap(bool may_run_full) {
  std::array<FaultKind, 3> ways{};
  std::size_t n = 0;
  if (may_run_full && options_.faults.no_space) {
    ways[n++] = FaultKind::no_space;
  }
  if (options_.faults.change_error) {
    ways[n++] = FaultKind::error_before;
    ways[n++] = FaultKind::error_after;
  }
  const unsigned way = n == 0 ? 0 : environment_.fault(std::span(ways).first(n));
  return way == 0 ? FaultKind::none : ways[way - 1];
}

bool Disk::sync_fails() {
  constexpr std::array ways = {FaultKind::sync_error};
  return options_.faults.sync_error && environment_.fault(ways) != 0;
}

bool Disk::fits(std::uint32_t old_size, std::uint64_t new_size) const {
  return new_size <= old_size || (new_size <= file_bytes_max &&
                                  used_bytes() - old_size + new_size <= options_.capacity_bytes);
}

DiskError Disk::put(std::string_view name, std::uint64_t offset, std::string_view bytes) {
  FileNumber file = directory_.find(name);
  const std::uint32_t old_size = file == no_file ? 0 : files_[file].size();
  if (offset > file_bytes_max || bytes.size() > file_bytes_max ||
      !fits(old_size, bytes.empty() ? 0 : offset + bytes.size())) {
    return DiskError::no_space;
  }
  const FaultKind mishap = choose_mishap(true);
  if (mishap == FaultKind::no_space) {
    return DiskError::no_space;
  }
  if (mishap == FaultKind::error_before) {
    return DiskError::io_error;
  }
  if (file == no_file) {
    file = create(name);
  }
  if (!bytes.empty()) {
    const ExtentId extent = extents_++;
    files_[file].write(static_cast<std::uint32_t>(offset), bytes, extent);
    if (observer_ != nullptr) {
      // The caller's bytes may have been a part of this very file, and moved.
      const std::string_view written = files_[file].contents().substr(offset, bytes.size());
      observer_->on_written(extent, name, written);
    }
  }
  return mishap == FaultKind::none ? DiskError::none : DiskError::io_error;
}

FileNumber Disk::create(std::string_view name) {
  if (files_used_ == files_.size()) {
    files_.emplace_back();
  }
  files_[files_used_].clear();
  directory_.create(name, files_used_);
  return files_used_++;
}

}  // namespace oncelab::world
