// DirectoryImage: which file has which name, as the code sees it and as a crash may leave it.
//
// Promises: a rename is atomic: after a crash the file has the old name or the new one, and what it
// replaced is whole unless it was replaced. A change that found a name free, or in use by a certain
// file, is lost with the change that brought that about: no crash makes a file unreachable that the
// program did not remove or replace. A new file is there after a crash as soon as it was created,
// unless its name was in use before and that change is lost.
// Does not promise: that a rename or a removal survives before sync() of the directory. POSIX lets
// creations be lost as well; here they are not, as on file systems whose fsync of a new file also
// writes its entry: code that forgets to sync the directory after creating a file is not found out.
//
// Limits, asserted: names of 1 to 64 bytes, 64 different ones in a run.
// Complexity: look-up and change are linear in the names. Source: as disk.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/world/crash_choice.hpp>

namespace oncelab::world {

using FileNumber = std::uint32_t;
inline constexpr FileNumber no_file = 0xFFFF'FFFF;

class DirectoryImage {
 public:
  static constexpr std::size_t names_max = 64;
  static constexpr std::size_t name_bytes_max = 64;

  /// The name must be free.
  void create(std::string_view name, FileNumber file);
  /// There must be such a file.
  void rename(std::string_view from, std::string_view to);
  void remove(std::string_view name);
  void sync(bool succeeded);
  /// The file itself was synced: it must be found, so what freed its name is certain as well.
  void make_findable(FileNumber file);
  Losses crash(const CrashOptions& options, Environment& environment);
  void clear();

  [[nodiscard]] FileNumber find(std::string_view name) const;
  [[nodiscard]] bool has(FileNumber file) const;
  /// Of those that have a name, in the order of the names: independent of who came first.
  [[nodiscard]] std::vector<FileNumber> files() const;

 private:
  using NameIndex = std::size_t;
  using Entries = std::vector<FileNumber>;  // by name

  /// `file`, which had the name `from`, gets the name `to`, which was that of `replaced`.
  /// Without `from` it is new; without `to` it is removed.
  struct EntryChange : Change {
    FileNumber file = no_file;
    FileNumber replaced = no_file;
    NameIndex from = no_name;
    NameIndex to = no_name;
  };
  static constexpr NameIndex no_name = names_max;

  NameIndex index_of(std::string_view name);
  void add(const EntryChange& change);
  static void apply(const EntryChange& change, Entries& to);
  void drop_certain();

  std::vector<std::string> names_;
  Entries seen_;
  Entries certain_;
  std::vector<EntryChange> changes_;  // of certain_, in order: all of them make seen_
};

}  // namespace oncelab::world
