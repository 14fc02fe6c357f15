#include <oncelab/core/lab/world/directory_image.hpp>

#include <algorithm>
#include <bitset>
#include <span>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::world {

void DirectoryImage::create(std::string_view name, FileNumber file) {
  ONCELAB_ASSERT(find(name) == no_file);
  EntryChange change;
  change.safety = Safety::synced;
  change.file = file;
  change.to = index_of(name);
  add(change);
}

void DirectoryImage::rename(std::string_view from, std::string_view to) {
  EntryChange change;
  change.file = find(from);
  change.replaced = find(to);
  ONCELAB_ASSERT(change.file != no_file);
  if (change.file == change.replaced) {
    return;
  }
  change.from = index_of(from);
  change.to = index_of(to);
  add(change);
}

void DirectoryImage::remove(std::string_view name) {
  EntryChange change;
  change.file = find(name);
  ONCELAB_ASSERT(change.file != no_file);
  change.from = index_of(name);
  add(change);
}

void DirectoryImage::sync(bool succeeded) {
  mark_synced(std::span(changes_), succeeded);
  drop_certain();
}

void DirectoryImage::make_findable(FileNumber file) {
  const auto created = std::ranges::find_if(changes_, [&](const EntryChange& change) {
    return change.file == file && change.from == no_name;
  });
  if (created == changes_.end()) {
    return;
  }
  // The name was freed by who left it or replaced what had it. Who left it needed another name to
  // be free, and so on backwards.
  std::bitset<names_max + 1> needed;
  needed.set(created->to);
  for (auto change = std::make_reverse_iterator(created); change != changes_.rend(); ++change) {
    const bool left = change->from != no_name && needed.test(change->from);
    const bool replaced = change->replaced != no_file && needed.test(change->to);
    if (left || replaced) {
      needed.set(change->to);
      mark_synced(std::span(&*change, 1), true);
    }
  }
  drop_certain();
}

Losses DirectoryImage::crash(const CrashOptions& options, Environment& environment) {
  const Losses losses = choose_fates(std::span(changes_), options, environment);
  std::ranges::for_each(changes_, [this](const EntryChange& change) { apply(change, certain_); });
  changes_.clear();
  seen_ = certain_;
  return losses;
}

void DirectoryImage::clear() {
  names_.clear();
  seen_.clear();
  certain_.clear();
  changes_.clear();
}

FileNumber DirectoryImage::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? no_file : seen_[static_cast<NameIndex>(found - names_.begin())];
}

bool DirectoryImage::has(FileNumber file) const {
  return std::ranges::find(seen_, file) != seen_.end();
}

std::vector<FileNumber> DirectoryImage::files() const {
  std::vector<std::pair<std::string_view, FileNumber>> named;
  for (NameIndex name = 0; name < names_.size(); ++name) {
    if (seen_[name] != no_file) {
      named.emplace_back(names_[name], seen_[name]);
    }
  }
  std::ranges::sort(named);
  std::vector<FileNumber> files;
  std::ranges::transform(named, std::back_inserter(files),
                         [](const auto& of) { return of.second; });
  return files;
}

DirectoryImage::NameIndex DirectoryImage::index_of(std::string_view name) {
  const auto found = std::ranges::find(names_, name);
  if (found != names_.end()) {
    return static_cast<NameIndex>(found - names_.begin());
  }
  ONCELAB_ASSERT(!name.empty() && name.size() <= name_bytes_max);
  ONCELAB_ASSERT(names_.size() < names_max);
  names_.emplace_back(name);
  seen_.push_back(no_file);
  certain_.push_back(no_file);
  return names_.size() - 1;
}

void DirectoryImage::add(const EntryChange& change) {
  changes_.push_back(change);
  apply(change, seen_);
  drop_certain();
}

void DirectoryImage::apply(const EntryChange& change, Entries& to) {
  if (change.fate != Fate::kept) {
    return;
  }
  if (change.to != no_name) {
    const FileNumber there = to[change.to];
    if (there != no_file && there != change.replaced && there != change.file) {
      return;  // what the change built on was lost
    }
  }
  // A file has one name, so a change that is kept makes up for an earlier one that was lost.
  std::ranges::replace(to, change.file, no_file);
  if (change.to != no_name) {
    to[change.to] = change.file;
  }
}

void DirectoryImage::drop_certain() {
  const auto certain = changes_.begin() + certain_prefix(std::span<const EntryChange>(changes_));
  std::for_each(changes_.begin(), certain, [this](const auto& change) { apply(change, certain_); });
  changes_.erase(changes_.begin(), certain);
}

}  // namespace oncelab::world
