#include "cli/code_places.h"
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace unply {

namespace {

// Modules are loaded here, at an address that no file asks for, and asked at this plus the offset.
constexpr uint64_t kBase = uint64_t{1} << 40;

std::string demangled(const char* name) {
  int status = 0;
  char* text = name[0] == '_' && name[1] == 'Z' ? abi::__cxa_demangle(name, nullptr, nullptr, &status) : nullptr;
  std::string result = text ? text : name;
  std::free(text);
  return result;
}

// The name that the innermost function or inlined function around the address has in the source.
std::string function_at(Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Die* scopes = nullptr;
  int count = dwarf_getscopes(unit, address, &scopes);
  std::string name;
  for (int i = 0; i < count && name.empty(); ++i) {
    int tag = dwarf_tag(&scopes[i]);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    const char* text = dwarf_diename(&scopes[i]);
    if (text) name = text;
  }
  std::free(scopes);
  return name;
}

// Compilers name files as their command lines did.
std::string absolute(Dwarf_Die* unit, const char* file) {
  Dwarf_Attribute attribute;
  const char* folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  if (file[0] == '/' || !folder) return file;
  return (std::filesystem::path(folder) / file).lexically_normal().string();
}

const Dwfl_Callbacks kCallbacks = {.find_elf = dwfl_build_id_find_elf,
                                   .find_debuginfo = dwfl_standard_find_debuginfo,
                                   .section_address = dwfl_offline_section_address,
                                   .debuginfo_path = nullptr};

} // namespace

std::string user_function(const std::string& symbol) {
  size_t end = symbol.size();
  for (const char* mark : {".omp_outlined", "._omp_fn", "..omp_par", ".omp_task", "_debug__", "..omp"})
    if (size_t at = symbol.find(mark); at != symbol.npos) end = std::min(end, at);
  while (end > 0 && symbol[end - 1] == '.') --end;
  return end ? symbol.substr(0, end) : symbol;
}

// Compilation units by address. libdw would look in .debug_aranges, which clang does not write.
struct UnitRange {
  Dwarf_Addr begin, end; // in the file's own numbers
  Dwarf_Die unit;
};

struct CodePlaces::Module {
  Dwfl* dwfl = nullptr;
  Dwfl_Module* module = nullptr;
  uint64_t base = 0;            // what an offset is added to
  Dwarf_Addr bias = 0;          // what an address in the debug information is added to, for the same
  std::vector<UnitRange> units; // by begin; empty without debug information
  void read_units();
  Dwarf_Die* unit_at(Dwarf_Addr address); // in the file's own numbers
  ~Module() {
    if (dwfl) dwfl_end(dwfl);
  }
};

void CodePlaces::Module::read_units() {
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias));) {
    Dwarf_Addr base_of_unit = 0, begin = 0, end = 0;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base_of_unit, &begin, &end)) > 0;)
      units.push_back({begin, end, *unit});
  }
  std::ranges::sort(units, {}, &UnitRange::begin);
}

Dwarf_Die* CodePlaces::Module::unit_at(Dwarf_Addr address) {
  auto after = std::ranges::upper_bound(units, address, {}, &UnitRange::begin);
  if (after == units.begin() || address >= std::prev(after)->end) return nullptr;
  return &std::prev(after)->unit;
}

CodePlaces::CodePlaces() = default;
CodePlaces::~CodePlaces() = default;

CodePlaces::Module& CodePlaces::open(const std::string& path) {
  auto& entry = modules_[path];
  if (entry) return *entry;
  entry = std::make_unique<Module>();
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return *entry;
  entry->dwfl = dwfl_begin(&kCallbacks);
  if (entry->dwfl) entry->module = dwfl_report_elf(entry->dwfl, path.c_str(), path.c_str(), fd, kBase, true);
  if (!entry->module) {
    ::close(fd); // libdwfl keeps it otherwise
    return *entry;
  }
  dwfl_report_end(entry->dwfl, nullptr, nullptr);
  GElf_Addr main_bias = 0;
  Elf* elf = dwfl_module_getelf(entry->module, &main_bias);
  entry->base = elf ? main_bias : kBase;
  entry->read_units();
  return *entry;
}

CodePlace CodePlaces::find(const std::string& path, uint64_t offset) {
  Module& module = open(path);
  CodePlace place;
  std::string unknown = fmt::format("{}+{:#x}", std::filesystem::path(path).filename().string(), offset);
  if (!module.module) return {"", 0, 0, unknown};
  Dwarf_Addr address = module.base + offset - 1, in_file = address - module.bias;
  const char* symbol = dwfl_module_addrname(module.module, address);
  Dwarf_Die* unit = module.unit_at(in_file);
  if (Dwarf_Line* line = unit ? dwarf_getsrc_die(unit, in_file) : nullptr) {
    int number = 0, column = 0;
    const char* file = dwarf_linesrc(line, nullptr, nullptr);
    dwarf_lineno(line, &number);
    dwarf_linecol(line, &column);
    if (file) place.file = absolute(unit, file);
    place.line = static_cast<uint32_t>(std::max(number, 0));
    place.column = static_cast<uint32_t>(std::max(column, 0));
  }
  if (unit) place.function = function_at(unit, in_file);
  if (place.function.empty() && symbol) place.function = demangled(symbol);
  place.function = place.function.empty() ? unknown : user_function(place.function);
  return place;
}

std::string CodePlaces::data_symbol(const std::string& path, uint64_t offset) {
  Module& module = open(path);
  if (!module.module) return "";
  GElf_Off into = 0;
  GElf_Sym symbol;
  const char* name =
      dwfl_module_addrinfo(module.module, module.base + offset, &into, &symbol, nullptr, nullptr, nullptr);
  bool inside = name && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && into < std::max<uint64_t>(symbol.st_size, 1);
  return inside ? demangled(name) : "";
}

bool CodePlaces::without_debug_info(const std::string& path) const {
  auto found = modules_.find(path);
  return found != modules_.end() && found->second->units.empty();
}

} // namespace unply
