// See symbols.h. The file is read in pieces into a buffer: a mapping of a file that is truncated meanwhile would kill
// the program. dladdr knows only exported functions.
#include "runtime/symbols.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

namespace unply::runtime {

namespace {

struct Object {
  uint64_t address; // looked for
  uint64_t bias;
  char path[512];
  bool found;
};

int contains(dl_phdr_info* info, size_t, void* data) {
  auto* object = (Object*)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) & part = info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || object->address < begin || object->address >= begin + part.p_memsz) continue;
    object->bias = info->dlpi_addr;
    const char* path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    strncpy(object->path, path, sizeof object->path - 1);
    return object->found = true;
  }
  return 0;
}

bool read_at(int file, void* to, size_t bytes, uint64_t at) {
  return pread(file, to, bytes, (off_t)at) == (ssize_t)bytes;
}

// If several names have one address, the choice is a global one without leading underscores, then the last in order,
// which gives memmove (memcpy), memcmp (bcmp), strchr (index).
struct Best {
  char (&name)[kMostSymbolBytes];
  int rank = 0;

  void offer(int file, const Elf64_Shdr& strings, const Elf64_Sym& symbol) {
    static char other[kMostSymbolBytes];
    if (symbol.st_name >= strings.sh_size) return;
    const uint64_t room = strings.sh_size - symbol.st_name;
    const size_t bytes = room < sizeof other - 1 ? room : sizeof other - 1;
    if (!read_at(file, other, bytes, strings.sh_offset + symbol.st_name)) return;
    other[bytes] = 0;
    if (!*other) return;
    const int new_rank = 1 + (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL) * 2 + (other[0] != '_' || other[1] != '_');
    if (new_rank < rank || (new_rank == rank && strcmp(other, name) < 0)) return;
    rank = new_rank;
    strcpy(name, other);
  }
};

// The resolvers of the C library look at the processor and nothing else; those of others are not called.
bool resolves_to(const Elf64_Sym& symbol, const Object& object) {
  const char* file = strrchr(object.path, '/');
  if (!file || (strncmp(file, "/libc.so", 8) && strncmp(file, "/libm.so", 8))) return false;
  auto resolver = (uint64_t (*)())(object.bias + symbol.st_value);
  return resolver() == object.address;
}

// An undefined symbol with this address is a jump to a function of another object.
bool matches(const Elf64_Sym& symbol, const Object& object) {
  if (!symbol.st_value) return false;
  const int type = ELF64_ST_TYPE(symbol.st_info);
  if (type == STT_GNU_IFUNC && symbol.st_shndx != SHN_UNDEF && resolves_to(symbol, object)) return true;
  return type == STT_FUNC && object.bias + symbol.st_value == object.address;
}

void search(int file, const Elf64_Shdr& table, const Elf64_Shdr& strings, const Object& object, Best& best) {
  static Elf64_Sym symbols[512];
  for (uint64_t at = 0; at < table.sh_size; at += sizeof symbols) {
    const uint64_t bytes = table.sh_size - at < sizeof symbols ? table.sh_size - at : sizeof symbols;
    if (!read_at(file, symbols, bytes, table.sh_offset + at)) return;
    for (uint64_t i = 0; i < bytes / sizeof *symbols; i++)
      if (matches(symbols[i], object)) best.offer(file, strings, symbols[i]);
  }
}

void search_file(int file, const Object& object, Best& best) {
  Elf64_Ehdr header;
  if (!read_at(file, &header, sizeof header, 0) || memcmp(header.e_ident, ELFMAG, SELFMAG) ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr))
    return;
  constexpr uint32_t kTables[] = {SHT_SYMTAB, SHT_DYNSYM};
  for (uint32_t type : kTables)
    for (uint32_t i = 0; i < header.e_shnum && !best.rank; i++) {
      Elf64_Shdr table, strings;
      if (read_at(file, &table, sizeof table, header.e_shoff + i * sizeof table) && table.sh_type == type &&
          table.sh_link < header.e_shnum &&
          read_at(file, &strings, sizeof strings, header.e_shoff + table.sh_link * sizeof strings))
        search(file, table, strings, object, best);
    }
}

} // namespace

void name_function(const void* function, char (&name)[kMostSymbolBytes]) {
  static Object object;
  object = {};
  object.address = (uint64_t)function;
  dl_iterate_phdr(contains, &object);
  if (!object.found) { // its addresses say nothing: they differ from run to run
    strcpy(name, "generated code");
    return;
  }
  Best best{name};
  const int file = open(object.path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    search_file(file, object, best);
    close(file);
  }
  if (best.rank) return;
  const char* base = strrchr(object.path, '/');
  const bool program = !strcmp(object.path, "/proc/self/exe");
  snprintf(name, sizeof name, "a function at %#llx in %s", (unsigned long long)(object.address - object.bias),
           program ? "the program"
           : base  ? base + 1
                   : object.path);
}

} // namespace unply::runtime
