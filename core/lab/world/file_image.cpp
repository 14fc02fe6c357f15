#include <oncelab/core/lab/world/file_image.hpp>

#include <algorithm>
#include <span>

namespace oncelab::world {

void FileImage::write(std::uint32_t offset, std::string_view bytes, ExtentId extent) {
  DataChange change;
  change.is_write = true;
  change.can_tear = bytes.size() >= 2;
  change.offset = offset;
  change.size = static_cast<std::uint32_t>(bytes.size());
  change.logged_at = log_.size();
  change.extent = extent;
  log_.append(bytes);
  changes_.push_back(change);
  extents_.push_back(extent);
  apply(change, seen_);
}

void FileImage::truncate(std::uint32_t size) {
  DataChange change;
  change.offset = size;
  changes_.push_back(change);
  apply(change, seen_);
}

void FileImage::sync(bool succeeded) {
  mark_synced(std::span(changes_), succeeded);
  const auto certain = changes_.begin() + certain_prefix(std::span<const DataChange>(changes_));
  std::for_each(changes_.begin(), certain, [this](const auto& change) { apply(change, certain_); });
  changes_.erase(changes_.begin(), certain);
  if (changes_.empty()) {
    log_.clear();
  }
}

Losses FileImage::crash(const CrashOptions& options, Environment& environment,
                        DiskObserver* observer) {
  const Losses losses = choose_fates(std::span(changes_), options, environment);
  for (const DataChange& change : changes_) {
    apply(change, certain_);
    if (change.is_write && change.fate != Fate::kept && observer != nullptr) {
      observer->on_lost(change.extent);
    }
  }
  seen_ = certain_;
  start_anew();
  return losses;
}

void FileImage::lose(DiskObserver* observer) {
  if (observer != nullptr) {
    std::ranges::for_each(extents_, [&](ExtentId extent) { observer->on_lost(extent); });
  }
  clear();
}

void FileImage::clear() {
  seen_.clear();
  certain_.clear();
  start_anew();
}

void FileImage::apply(const DataChange& change, std::string& to) const {
  if (change.fate == Fate::lost) {
    return;
  }
  if (!change.is_write) {
    to.resize(change.offset, '\0');
    return;
  }
  std::string_view bytes = logged(change);
  if (change.fate == Fate::torn) {
    bytes = bytes.substr(0, bytes.size() / 2);
  }
  to.resize(std::max(to.size(), change.offset + bytes.size()), '\0');
  std::ranges::copy(bytes, to.begin() + change.offset);
}

void FileImage::start_anew() {
  extents_.clear();
  changes_.clear();
  log_.clear();
}

}  // namespace oncelab::world
