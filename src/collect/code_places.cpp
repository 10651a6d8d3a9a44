#include "collect/code_places.h"
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace unply {

namespace {

// Modules are loaded at this address, which no file requests, and queried at this address plus the offset.
constexpr uint64_t kBase = uint64_t{1} << 40;

std::string demangled(const char* name) {
  int status = 0;
  char* text = name[0] == '_' && name[1] == 'Z' ? abi::__cxa_demangle(name, nullptr, nullptr, &status) : nullptr;
  std::string result = text ? text : name;
  std::free(text);
  return result;
}

// What an address is in, the innermost first: blocks, inlined functions, the function.
using Scopes = std::vector<Dwarf_Die>;

// The name that the innermost function or inlined function has in the source.
std::string function_of(Scopes& scopes) {
  for (Dwarf_Die& scope : scopes) {
    int tag = dwarf_tag(&scope);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    if (const char* text = dwarf_diename(&scope)) return text;
  }
  return "";
}

// Compilers name files as their command lines did.
std::string absolute(Dwarf_Die* unit, const char* file) {
  Dwarf_Attribute attribute;
  const char* folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  if (file[0] == '/' || !folder) return file;
  return (std::filesystem::path(folder) / file).lexically_normal().string();
}

CodePlace line_at(Dwarf_Die* unit, Dwarf_Addr address) {
  CodePlace place;
  Dwarf_Line* line = dwarf_getsrc_die(unit, address);
  if (!line) return place;
  int number = 0, column = 0;
  const char* file = dwarf_linesrc(line, nullptr, nullptr);
  dwarf_lineno(line, &number);
  dwarf_linecol(line, &column);
  if (file) place.file = absolute(unit, file);
  place.line = static_cast<uint32_t>(std::max(number, 0));
  place.column = static_cast<uint32_t>(std::max(column, 0));
  return place;
}

// Files of the compiler and of libraries: if a call was inlined there, the user's call is further out.
bool is_library_header(const std::string& file) {
  for (const char* part : {"/usr/include/", "/usr/lib/", "/include/c++/", "/oneapi/tbb/", "/unply/annotate.h",
                           "/unply/divide_and_conquer"})
    if (file.find(part) != file.npos) return true;
  return false;
}

const char* call_file(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Files* files = nullptr;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &number) != 0) return nullptr;
  return dwarf_getsrcfiles(unit, &files, nullptr) == 0 ? dwarf_filesrc(files, number, nullptr, nullptr) : nullptr;
}

uint32_t number_attribute(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  return dwarf_formudata(dwarf_attr(die, name, &attribute), &number) == 0 ? static_cast<uint32_t>(number) : 0;
}

// The call inlined there, if it is in a library's header: the place is the line that calls std::mutex::lock(), not the
// line in it.
void leave_library_headers(Dwarf_Die* unit, Scopes& scopes, CodePlace& place) {
  CodePlace outer = place;
  for (size_t i = 0; i < scopes.size() && is_library_header(outer.file); ++i) {
    const char* file = dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine ? call_file(unit, &scopes[i]) : nullptr;
    if (!file) continue;
    outer = {.file = absolute(unit, file),
             .line = number_attribute(&scopes[i], DW_AT_call_line),
             .column = number_attribute(&scopes[i], DW_AT_call_column),
             .function = ""};
    for (size_t k = i + 1; k < scopes.size() && outer.function.empty(); ++k)
      if (const char* name = dwarf_diename(&scopes[k]); name && dwarf_tag(&scopes[k]) != DW_TAG_lexical_block)
        outer.function = name;
  }
  // Where a skeleton was not put inline into the user's code, the function of the skeleton says more than annotate.h.
  bool from_annotation = place.file.ends_with("/annotate.h") && !outer.function.empty();
  if (!is_library_header(outer.file) || from_annotation) place = outer;
}

const Dwfl_Callbacks kCallbacks = {.find_elf = dwfl_build_id_find_elf,
                                   .find_debuginfo = dwfl_standard_find_debuginfo,
                                   .section_address = dwfl_offline_section_address,
                                   .debuginfo_path = nullptr};

// The path comes from a recording: a named pipe must not make us wait, nor a device be read.
int open_regular(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status{};
  if (fd < 0 || (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode))) return fd;
  ::close(fd);
  return -1;
}

} // namespace

std::string user_function(const std::string& symbol) {
  size_t end = symbol.size();
  for (const char* mark : {".omp_outlined", "._omp_fn", "..omp_par", ".omp_task", "_debug__", "..omp"})
    if (size_t at = symbol.find(mark); at != symbol.npos) end = std::min(end, at);
  while (end > 0 && symbol[end - 1] == '.') --end;
  std::string name = end ? symbol.substr(0, end) : symbol;
  if (size_t mark = name.find("_MOD_"); name.starts_with("__") && mark != name.npos) return name.substr(mark + 5);
  if (size_t mark = name.rfind('P'); name.starts_with("_Q") && mark != name.npos) return name.substr(mark + 1);
  return name == "_QQmain" ? "main" : name;
}

// Compilation units by address, and the functions of one. libdw would look for units in .debug_aranges, which clang
// does not write, and for functions by visiting all of the unit for each address.
struct AddressRange {
  Dwarf_Addr begin, end; // in the file's own numbers
  Dwarf_Die die;
};

static void add_ranges(Dwarf_Die& die, std::vector<AddressRange>& ranges) {
  Dwarf_Addr base = 0, begin = 0, end = 0;
  for (ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0;) ranges.push_back({begin, end, die});
}

static Dwarf_Die* die_at(std::vector<AddressRange>& ranges, Dwarf_Addr address) {
  auto after = std::ranges::upper_bound(ranges, address, {}, &AddressRange::begin);
  if (after == ranges.begin() || address >= std::prev(after)->end) return nullptr;
  return &std::prev(after)->die;
}

struct CodePlaces::Module {
  Dwfl* dwfl = nullptr;
  Dwfl_Module* module = nullptr;
  uint64_t base = 0;               // added to an offset
  Dwarf_Addr bias = 0;             // added to an address of the debug information, for the same
  std::vector<AddressRange> units; // by begin; empty without debug information
  std::map<Dwarf_Off, std::vector<AddressRange>> functions; // of the units that were asked for, by begin
  void read_units();
  Dwarf_Die* unit_at(Dwarf_Addr address) { return die_at(units, address); }
  Scopes scopes_at(Dwarf_Die* unit, Dwarf_Addr address);
  ~Module() {
    if (dwfl) dwfl_end(dwfl);
  }
};

void CodePlaces::Module::read_units() {
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias));) add_ranges(*unit, units);
  std::ranges::sort(units, {}, &AddressRange::begin);
}

Scopes CodePlaces::Module::scopes_at(Dwarf_Die* unit, Dwarf_Addr address) {
  auto [of_unit, fresh] = functions.try_emplace(dwarf_dieoffset(unit));
  Dwarf_Die child;
  if (fresh) {
    for (int more = dwarf_child(unit, &child); more == 0; more = dwarf_siblingof(&child, &child))
      add_ranges(child, of_unit->second);
    std::ranges::sort(of_unit->second, {}, &AddressRange::begin);
  }
  Scopes scopes;
  for (Dwarf_Die* inside = die_at(of_unit->second, address); inside != nullptr;) {
    scopes.push_back(*inside);
    inside = nullptr;
    for (int more = dwarf_child(&scopes.back(), &child); more == 0; more = dwarf_siblingof(&child, &child))
      if (dwarf_haspc(&child, address) > 0) {
        inside = &child;
        break;
      }
  }
  std::ranges::reverse(scopes);
  return scopes;
}

CodePlaces::CodePlaces() = default;
CodePlaces::~CodePlaces() = default;

CodePlaces::Module& CodePlaces::open(const std::string& path) {
  auto& entry = modules_[path];
  if (entry) return *entry;
  entry = std::make_unique<Module>();
  int fd = open_regular(path);
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
  if (!module.module) return {.file = "", .line = 0, .column = 0, .function = unknown};
  Dwarf_Addr address = module.base + offset - 1, in_file = address - module.bias;
  const char* symbol = dwfl_module_addrname(module.module, address);
  Dwarf_Die* unit = module.unit_at(in_file);
  if (unit) {
    Scopes scopes = module.scopes_at(unit, in_file);
    place = line_at(unit, in_file);
    place.function = function_of(scopes);
    leave_library_headers(unit, scopes, place);
  }
  if (place.function.empty() && symbol) place.function = demangled(symbol);
  place.function = place.function.empty() ? unknown : user_function(place.function);
  return place;
}

std::string CodePlaces::symbol(const std::string& path, uint64_t offset) {
  Module& module = open(path);
  const char* name = module.module ? dwfl_module_addrname(module.module, module.base + offset - 1) : nullptr;
  return name ? name : "";
}

std::vector<CodePlace> CodePlaces::find_inlined(const std::string& path, uint64_t offset) {
  Module& module = open(path);
  Dwarf_Addr address = module.base + offset - 1 - module.bias;
  Dwarf_Die* unit = module.module ? module.unit_at(address) : nullptr;
  CodePlace place = unit ? line_at(unit, address) : CodePlace();
  std::vector<CodePlace> places;
  for (Dwarf_Die& scope : unit ? module.scopes_at(unit, address) : Scopes()) {
    int tag = dwarf_tag(&scope);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    if (const char* name = dwarf_diename(&scope)) place.function = name;
    places.push_back(place);
    if (tag == DW_TAG_subprogram) break;
    const char* file = call_file(unit, &scope);
    place = {.file = file ? absolute(unit, file) : "",
             .line = number_attribute(&scope, DW_AT_call_line),
             .column = number_attribute(&scope, DW_AT_call_column),
             .function = ""};
  }
  if (places.empty()) places.push_back(find(path, offset));
  return places;
}

bool CodePlaces::without_debug_info(const std::string& path) const {
  auto found = modules_.find(path);
  return found != modules_.end() && found->second->units.empty();
}

} // namespace unply
