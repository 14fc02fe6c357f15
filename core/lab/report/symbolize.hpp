// Symbolizer: from code addresses to functions, files and lines, inlined functions included.
//
// Promises: an address is taken for a return address, so the place named is the call before it.
// Frames come innermost first, one per inlined function and one for the function that holds the
// code. Files under a source root are named relative to it; others by their last component only,
// so that no path of the machine that built the program is ever shown. Results are remembered.
//
// Does not promise: that there is an answer. Without debug information, or for an address in no
// loaded module, the list is empty; available() says whether any could be read at all.
//
// Threads: one Symbolizer belongs to one thread at a time. Cost: the first look-up in a compilation
// unit reads its line table (milliseconds), later ones are a search in memory. No errors: what
// cannot be read is not named. Nothing is fetched from the network.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::report {

struct Frame {
  std::string function;  // the last two parts of its qualified name; empty if unknown
  std::string file;      // relative to a source root, or the last component
  unsigned line = 0;
  bool library = false;  // a header or a part of the standard library or of another package

  /// "file:line".
  [[nodiscard]] std::string place() const;
};

struct SymbolizerOptions {
  /// Folders that files are named relative to. Empty: the sources that oncelab was built from.
  std::vector<std::string> source_roots;
};

class Symbolizer {
 public:
  explicit Symbolizer(SymbolizerOptions options = {});
  Symbolizer(const Symbolizer&) = delete;
  Symbolizer& operator=(const Symbolizer&) = delete;
  ~Symbolizer();

  [[nodiscard]] bool available() const;
  /// Innermost first. The reference stays valid until the next call.
  [[nodiscard]] const std::vector<Frame>& frames(const void* return_address);
  /// The first frame, from the innermost on, that is not library code: the user's line.
  [[nodiscard]] std::optional<Frame> user_frame(std::span<const void* const> stack);
  /// All frames that are not library code, innermost first.
  [[nodiscard]] std::vector<Frame> user_frames(std::span<const void* const> stack);
  /// The user's line as "file:line"; empty if there is none.
  [[nodiscard]] std::string user_place(std::span<const void* const> stack);
  /// The same, and ", from file:line" of the innermost caller in another file, if there is one.
  [[nodiscard]] std::string user_place_and_caller(std::span<const void* const> stack);

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

/// As said above: relative to a root, below an include tree of oncelab, or the last component.
[[nodiscard]] std::string short_path(std::string_view path, std::span<const std::string> roots);
/// Does this path belong to a package of the system rather than to the user?
[[nodiscard]] bool is_library_path(std::string_view path);
/// "ns::Inbox<int>::handle(char const*) const" -> "Inbox::handle".
[[nodiscard]] std::string short_function(std::string_view demangled);

}  // namespace oncelab::report
