#include <oncelab/core/lab/report/symbolize.hpp>

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>

namespace oncelab::report {

namespace {

// libdw's own search for separate debug information may ask servers; this one never does.
int no_separate_debug_info(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*,
                           GElf_Word, char**) {
  return -1;
}

constexpr Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                      .find_debuginfo = no_separate_debug_info,
                                      .section_address = nullptr,
                                      .debuginfo_path = nullptr};

std::string demangled(const char* name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? short_function(text) : std::string(name);
  std::free(text);
  return result;
}

std::string function_name(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {unsigned{DW_AT_linkage_name}, unsigned{DW_AT_MIPS_linkage_name}}) {
    const char* mangled = dwarf_formstring(dwarf_attr_integrate(die, name, &attribute));
    if (mangled != nullptr) {
      return demangled(mangled);
    }
  }
  const char* plain = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
  return plain == nullptr ? std::string() : std::string(plain);
}

struct SourcePlace {
  const char* file = nullptr;
  unsigned line = 0;
};

SourcePlace place_of_call(Dwarf_Die* unit, Dwarf_Die* inlined) {
  SourcePlace place;
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &value) == 0) {
    place.line = static_cast<unsigned>(value);
  }
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &value) == 0 &&
      dwarf_getsrcfiles(unit, &files, &count) == 0 && value < count) {
    place.file = dwarf_filesrc(files, value, nullptr, nullptr);
  }
  return place;
}

SourcePlace place_of_code(Dwarf_Die* unit, Dwarf_Addr address) {
  SourcePlace place;
  Dwarf_Line* line = dwarf_getsrc_die(unit, address);
  int number = 0;
  if (line != nullptr && dwarf_lineno(line, &number) == 0) {
    place.line = static_cast<unsigned>(number);
    place.file = dwarf_linesrc(line, nullptr, nullptr);
  }
  return place;
}

// From the innermost inlined function at an address to the function that holds the code.
int enclosing(Dwarf_Die* unit, Dwarf_Addr address, Dwarf_Die** scopes) {
  Dwarf_Die* lexical = nullptr;  // where the innermost was written, not where it was inlined
  if (dwarf_getscopes(unit, address, &lexical) <= 0) {
    return 0;
  }
  const int count = dwarf_getscopes_die(&lexical[0], scopes);
  std::free(lexical);
  return count;
}

}  // namespace

struct Symbolizer::Files {
  std::vector<std::string> roots;
  Dwfl* modules = nullptr;
  std::map<std::uintptr_t, std::vector<Frame>> known;

  // Not every compiler writes an index from addresses to units, so all units are asked.
  bool find_unit(Dwarf_Addr address, Dwarf_Die& unit, Dwarf_Addr& bias) const {
    Dwfl_Module* module = modules == nullptr ? nullptr : dwfl_addrmodule(modules, address);
    if (module == nullptr || dwfl_module_getdwarf(module, &bias) == nullptr) {
      return false;
    }
    Dwarf_Die* die = nullptr;
    while ((die = dwfl_module_nextcu(module, die, &bias)) != nullptr) {
      if (dwarf_haspc(die, address - bias) > 0) {
        unit = *die;
        return true;
      }
    }
    return false;
  }

  void add(std::vector<Frame>& frames, std::string function, const SourcePlace& place) const {
    const std::string_view path = place.file == nullptr ? "" : place.file;
    frames.push_back(
        {std::move(function), short_path(path, roots), place.line, is_library_path(path)});
  }

  [[nodiscard]] std::vector<Frame> look_up(std::uintptr_t code) const {
    std::vector<Frame> frames;
    Dwarf_Die unit;
    Dwarf_Addr bias = 0;
    if (!find_unit(code, unit, bias)) {
      return frames;
    }
    SourcePlace place = place_of_code(&unit, code - bias);
    Dwarf_Die* scopes = nullptr;
    const int count = enclosing(&unit, code - bias, &scopes);
    for (int i = 0; i < count; ++i) {
      const int tag = dwarf_tag(&scopes[i]);
      if (tag == DW_TAG_inlined_subroutine) {
        add(frames, function_name(&scopes[i]), place);
        place = place_of_call(&unit, &scopes[i]);
      } else if (tag == DW_TAG_subprogram) {
        add(frames, function_name(&scopes[i]), place);
        break;
      }
    }
    std::free(scopes);
    if (frames.empty() && place.file != nullptr) {
      // Sparse debug information names inlined functions only.
      const char* symbol = dwfl_module_addrname(dwfl_addrmodule(modules, code), code);
      add(frames, symbol == nullptr ? std::string() : demangled(symbol), place);
    }
    return frames;
  }
};

Symbolizer::Symbolizer(SymbolizerOptions options) : files_(std::make_unique<Files>()) {
  files_->roots = std::move(options.source_roots);
  if (files_->roots.empty()) {
    files_->roots.emplace_back(ONCELAB_SOURCE_ROOT);
  }
  Dwfl* modules = dwfl_begin(&callbacks);
  if (modules == nullptr) {
    return;
  }
  dwfl_report_begin(modules);
  if (dwfl_linux_proc_report(modules, getpid()) != 0 ||
      dwfl_report_end(modules, nullptr, nullptr) != 0) {
    dwfl_end(modules);
    return;
  }
  files_->modules = modules;
}

Symbolizer::~Symbolizer() {
  if (files_->modules != nullptr) {
    dwfl_end(files_->modules);
  }
}

bool Symbolizer::available() const {
  // Some code of ours: if it is known, so is everything that was compiled like it.
  const auto code = reinterpret_cast<std::uintptr_t>(&is_library_path);
  return !files_->look_up(code).empty();
}

const std::vector<Frame>& Symbolizer::frames(const void* return_address) {
  static const std::vector<Frame> none;
  const auto address = reinterpret_cast<std::uintptr_t>(return_address);
  if (address == 0) {
    return none;
  }
  const auto found = files_->known.find(address);
  if (found != files_->known.end()) {
    return found->second;
  }
  return files_->known.emplace(address, files_->look_up(address - 1)).first->second;
}

std::vector<Frame> Symbolizer::user_frames(std::span<const void* const> stack) {
  std::vector<Frame> found;
  for (const void* address : stack) {
    for (const Frame& frame : frames(address)) {
      if (!frame.library && frame.line != 0 && !frame.file.empty()) {
        found.push_back(frame);
      }
    }
  }
  return found;
}

std::optional<Frame> Symbolizer::user_frame(std::span<const void* const> stack) {
  auto found = user_frames(stack);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::string Symbolizer::user_place(std::span<const void* const> stack) {
  const auto frame = user_frame(stack);
  return frame ? frame->place() : std::string();
}

std::string Symbolizer::user_place_and_caller(std::span<const void* const> stack) {
  const auto found = user_frames(stack);
  if (found.empty()) {
    return {};
  }
  const auto caller = std::ranges::find_if(
      found, [&](const Frame& frame) { return frame.file != found.front().file; });
  return found.front().place() + (caller == found.end() ? "" : ", from " + caller->place());
}

}  // namespace oncelab::report
