#include "collect/program_kind.h"
#include "base/mapped_file.h"
#include <cstring>
#include <gelf.h>
#include <string_view>

namespace unply {

namespace {

bool defines_openmp(const char* name) {
  return std::strcmp(name, "GOMP_parallel") == 0 || std::strcmp(name, "__kmpc_fork_call") == 0;
}

// Symbols of the compilers' sanitizers: they interpose the same functions as the recorder, and must be first.
bool is_sanitizer(const char* name) {
  for (const char* start : {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"})
    if (std::strcmp(name, start) == 0) return true;
  return false;
}

void read_dynamic(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ProgramKind& kind) {
  Elf_Data* data = elf_getdata(section, nullptr);
  for (int i = 0; data && header.sh_entsize && i < static_cast<int>(header.sh_size / header.sh_entsize); ++i) {
    GElf_Dyn entry;
    if (!gelf_getdyn(data, i, &entry)) break;
    const char* name = entry.d_tag == DT_NEEDED ? elf_strptr(elf, header.sh_link, entry.d_un.d_val) : nullptr;
    if (name) kind.needed.emplace_back(name);
  }
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ProgramKind& kind) {
  Elf_Data* data = elf_getdata(section, nullptr);
  for (int i = 0; data && header.sh_entsize && i < static_cast<int>(header.sh_size / header.sh_entsize); ++i) {
    GElf_Sym symbol;
    if (!gelf_getsym(data, i, &symbol)) break;
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (!name) continue;
    kind.sanitized |= is_sanitizer(name);
    kind.own_openmp |= symbol.st_shndx != SHN_UNDEF && defines_openmp(name);
  }
}

constexpr std::string_view kBitcodeSection = "unply_stg"; // as src/extract names it

void read_sections(Elf* elf, ProgramKind& kind) {
  size_t names = 0;
  elf_getshdrstrndx(elf, &names);
  size_t parts = 0;
  elf_getphdrnum(elf, &parts);
  for (size_t i = 0; i < parts; ++i) {
    GElf_Phdr part;
    if (gelf_getphdr(elf, static_cast<int>(i), &part)) kind.loads_libraries |= part.p_type == PT_INTERP;
  }
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header)) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    kind.carries_bitcode |= name && name == kBitcodeSection;
    if (header.sh_type == SHT_DYNAMIC) read_dynamic(elf, section, header, kind);
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) read_symbols(elf, section, header, kind);
  }
}

} // namespace

bool ProgramKind::needs(const char* beginning) const {
  for (const std::string& library : needed)
    if (library.starts_with(beginning)) return true;
  return false;
}

// A stripped program has no symbols, but the runtime's name for the ring (src/runtime/ring.cpp) is still in it.
ProgramKind kind_of_program(const std::string& path) {
  ProgramKind kind;
  auto file = MappedFile::open(path);
  if (!file || file->bytes().size() < EI_NIDENT) return kind;
  auto* bytes = const_cast<char*>(reinterpret_cast<const char*>(file->bytes().data()));
  size_t size = file->bytes().size();
  elf_version(EV_CURRENT);
  Elf* elf = std::memcmp(bytes, ELFMAG, SELFMAG) == 0 ? elf_memory(bytes, size) : nullptr;
  if (!elf) return kind;
  kind.elf = true;
  constexpr std::string_view kMark = "UNPLY_RING";
  kind.built_by_unply = ::memmem(bytes, size, kMark.data(), kMark.size()) != nullptr;
  read_sections(elf, kind);
  elf_end(elf);
  return kind;
}

} // namespace unply
