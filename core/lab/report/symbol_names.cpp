// How files and functions are shortened. Pure functions of their text.
#include <algorithm>
#include <array>

#include <oncelab/core/lab/report/symbolize.hpp>

namespace oncelab::report {

namespace {

// The build tree and an installation both keep oncelab's headers below such a folder.
constexpr std::string_view include_tree = "/include/oncelab/";

/// Removes every <...> and [...] and the arguments: everything but the qualified name.
std::string without_arguments(std::string_view demangled) {
  std::string name;
  int depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    constexpr std::string_view anonymous = "(anonymous namespace)::";
    if (depth == 0 && demangled.substr(i).starts_with(anonymous)) {
      i += anonymous.size() - 1;
      continue;
    }
    if (c == '<' || c == '[') {
      ++depth;
    } else if (c == '>' || c == ']') {
      depth = std::max(0, depth - 1);
    } else if (depth == 0 && c == '(') {
      constexpr std::string_view call = "operator()";
      if (!demangled.substr(0, i + 2).ends_with(call)) {
        break;
      }
      name += "()";
      ++i;
    } else if (depth == 0) {
      name += c;
    }
  }
  return name;
}

}  // namespace

std::string Frame::place() const {
  return file.empty() ? std::string() : file + ":" + std::to_string(line);
}

std::string short_path(std::string_view path, std::span<const std::string> roots) {
  for (std::string_view root : roots) {
    while (root.ends_with('/')) {
      root.remove_suffix(1);
    }
    const auto tree = path.rfind(include_tree);
    if (path.starts_with(root) && path.substr(root.size()).starts_with('/') &&
        tree == std::string_view::npos) {
      return std::string(path.substr(root.size() + 1));
    }
  }
  if (const auto tree = path.rfind(include_tree); tree != std::string_view::npos) {
    return std::string(path.substr(tree + include_tree.size()));
  }
  const auto slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

bool is_library_path(std::string_view path) {
  // Not /usr/src and /opt: people keep their own code there, in containers above all.
  constexpr auto system_folders = std::to_array<std::string_view>(
      {"/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/"});
  // Compiled parts of libstdc++ and libc name the paths of the machine that built them. The last
  // two are what stands between the lab and code under test.
  constexpr auto parts = std::to_array<std::string_view>(
      {"/libstdc++-v3/", "/include/c++/", "/lib/gcc/", "/glibc-", "/libgcc/",
       "/include/oncelab/properties/conformance/", "/properties/scenarios/", "/core/lab/world/"});
  if (path.find("/durable/systems/") != std::string_view::npos) {
    return false;  // this project's own code under test, beside its scenario
  }
  return path.empty() ||
         std::ranges::any_of(system_folders,
                             [&](std::string_view folder) { return path.starts_with(folder); }) ||
         std::ranges::any_of(parts, [&](std::string_view part) {
           return path.find(part) != std::string_view::npos;
         });
}

std::string short_function(std::string_view demangled) {
  std::string name = without_arguments(demangled);
  // A template's return type stands before its name.
  if (const auto blank = name.rfind(' ');
      blank != std::string::npos && name.find("operator") == std::string::npos) {
    name.erase(0, blank + 1);
  }
  auto colons = name.rfind("::");
  if (colons != std::string::npos && colons > 0) {
    colons = name.rfind("::", colons - 1);
    if (colons != std::string::npos) {
      name.erase(0, colons + 2);
    }
  }
  return name;
}

}  // namespace oncelab::report
