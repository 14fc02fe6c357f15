#include <algorithm>
#include <array>
#include <fstream>
#include <oncelab/properties/meta/include_direction.hpp>
#include <span>
#include <system_error>
#include <tuple>

namespace oncelab::meta {

namespace {

namespace fs = std::filesystem;

/// A part of the tree and the parts its files may include, besides the part itself.
struct Part {
  std::string_view folder;
  std::span<const std::string_view> may_include;
  bool is_a_project_of_its_own = false;  // that names its own headers as it likes
};

constexpr std::array<std::string_view, 1> below_stores = {"core/layers"};
constexpr std::array<std::string_view, 2> below_http = {"core/layers", "core/stores"};
constexpr std::array<std::string_view, 1> below_models = {"core"};
constexpr std::array<std::string_view, 3> installed = {"core/layers", "lab.hpp", "model.hpp"};
constexpr std::array<std::string_view, 3> below_properties = {"core", "models", "lab.hpp"};
constexpr std::array<std::string_view, 4> below_stress = {"core", "models", "properties",
                                                          "lab.hpp"};

constexpr auto parts = std::to_array<Part>({
    {"core/cmake", {}},
    {"core/lab", {}},
    {"core/layers", {}},
    {"core/stores", below_stores},
    {"core/http", below_http},
    {"models", below_models},
    {"properties/conformance/outside", installed, true},
    {"properties", below_properties},
    {"stress", below_stress},
});

constexpr std::array<std::string_view, 4> scanned_folders = {"core", "models", "properties",
                                                             "stress"};
constexpr std::array<std::string_view, 7> source_suffixes = {".hpp", ".cpp", ".h",  ".c",
                                                             ".cc",  ".ipp", ".inc"};

constexpr std::string_view project_prefix = "oncelab/";

bool lies_in(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

const Part* part_of(std::string_view file) {
  const auto* const found = std::ranges::find_if(
      parts, [&](const Part& part) { return lies_in(file, part.folder) && file != part.folder; });
  return found == parts.end() ? nullptr : found;
}

std::string_view without_leading_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

/// What follows `#include` in a line; nothing if the line is something else.
std::optional<std::string_view> included_text(std::string_view line) {
  line = without_leading_blanks(line);
  if (!line.starts_with('#')) {
    return std::nullopt;
  }
  line = without_leading_blanks(line.substr(1));
  constexpr std::string_view keyword = "include";
  if (!line.starts_with(keyword)) {
    return std::nullopt;
  }
  line.remove_prefix(keyword.size());
  if (line.starts_with("_next")) {
    line.remove_prefix(std::string_view("_next").size());
  }
  return without_leading_blanks(line);
}

std::string path_below(const fs::path& root, const fs::path& file) {
  return file.lexically_relative(root).generic_string();
}

bool is_source(const fs::path& file) {
  return std::ranges::find(source_suffixes, file.extension().string()) != source_suffixes.end();
}

void judge_file(const fs::path& root, const fs::path& path, std::vector<Objection>& objections) {
  const std::string file = path_below(root, path);
  if (part_of(file) == nullptr) {
    objections.push_back({file, 0, "lies in no part of the tree that the include rule knows"});
    return;
  }
  std::ifstream text(path);
  std::string line;
  for (std::size_t number = 1; std::getline(text, line); ++number) {
    if (auto reason = objection_to(file, line)) {
      objections.push_back({file, number, std::move(*reason)});
    }
  }
  if (!text.eof()) {
    objections.push_back({file, 0, "cannot be read"});
  }
}

}  // namespace

std::optional<std::string> objection_to(std::string_view file, std::string_view line) {
  const auto text = included_text(line);
  if (!text) {
    return std::nullopt;
  }
  const Part* const part = part_of(file);
  if (text->starts_with('"')) {
    if (part != nullptr && part->is_a_project_of_its_own) {
      return std::nullopt;
    }
    return "write project headers from the root, <oncelab/...>, and others in angle brackets";
  }
  const auto end = text->find('>');
  if (!text->starts_with('<') || end == std::string_view::npos) {
    return "cannot read which header this includes";
  }
  std::string_view header = text->substr(1, end - 1);
  if (!header.starts_with(project_prefix)) {
    return std::nullopt;
  }
  header.remove_prefix(project_prefix.size());
  if (part == nullptr) {
    return "lies in no part of the tree that the include rule knows";
  }
  const auto holds_header = [&](std::string_view folder) { return lies_in(header, folder); };
  if (header.find("..") == std::string_view::npos &&
      (holds_header(part->folder) || std::ranges::any_of(part->may_include, holds_header))) {
    return std::nullopt;
  }
  return std::string(part->folder) + " must not include <oncelab/" + std::string(header) + ">";
}

std::vector<Objection> find_objections(const fs::path& root) {
  std::vector<Objection> objections;
  std::size_t judged_files = 0;
  for (const std::string_view folder : scanned_folders) {
    if (!fs::exists(root / folder)) {
      continue;
    }
    std::error_code error;
    fs::recursive_directory_iterator entries(root / folder, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
      if (entries->is_regular_file() && is_source(entries->path())) {
        judge_file(root, entries->path(), objections);
        ++judged_files;
      }
    }
    if (error) {
      objections.push_back({std::string(folder), 0, "cannot be read: " + error.message()});
    }
  }
  if (judged_files == 0) {
    objections.push_back({root.generic_string(), 0, "holds no source file"});
  }
  std::ranges::sort(objections, {}, [](const Objection& objection) {
    return std::tie(objection.file, objection.line);
  });
  return objections;
}

}  // namespace oncelab::meta
