// Objects loaded into the process: recorded for the conversion, which maps code addresses to source lines, and
// classified as user code or parallel runtime.
#include "recorder/spool.h"
#include <link.h>
#include <string.h>
#include <unistd.h>

namespace unply::recorder {

namespace {

constexpr size_t kMostRanges = 64;
struct CodeRange {
  uintptr_t begin, end;
};
CodeRange ranges[kMostRanges];
size_t range_count;
uintptr_t ranges_begin = ~uintptr_t(0), ranges_end;
unsigned long long noted_loads; // dlpi_adds when last noted
int noting;

// Prefixes of file names. libstdc++ and similar libraries count as user code, because their locks do.
constexpr const char* kRuntimes[] = {
    "libomp.so", "libomp5",    "libiomp5",           "libgomp.so",   "libtbb.",  "libtbb-",     "libtbbmalloc",
    "libmpi.",   "libmpi_",    "libopen-pal.",       "libopen-rte",  "libpmix.", "libucp.",     "libucs.",
    "libuct.",   "libhwloc.",  "libevent_core",      "libevent_pth", "libc.so",  "libpthread.", "ld-linux",
    "libmpich.", "libfabric.", "libunply_recorder.", "mca_",         "hwloc_",   "libevent-",   "libpsm",
    "libucm.",   "libmunge.",  "libopenpmix"};

bool known_range(uintptr_t begin) {
  for (size_t i = 0; i < range_count; ++i)
    if (ranges[i].begin == begin) return true;
  return false;
}

void add_range(CodeRange range) {
  if (range_count == kMostRanges || known_range(range.begin)) return;
  ranges[range_count] = range;
  __atomic_store_n(&range_count, range_count + 1, __ATOMIC_RELEASE);
  if (range.begin < ranges_begin) ranges_begin = range.begin;
  if (range.end > ranges_end) ranges_end = range.end;
}

struct Visit {
  bool write; // else only the ranges of runtimes
  bool first; // the first object is the program
};

int visit_object(dl_phdr_info* info, size_t size, void* argument) {
  auto& visit = *(Visit*)argument;
  char program[4000];
  const char* path = info->dlpi_name;
  if (visit.first) {
    if (visit.write && info->dlpi_adds == noted_loads) return 1;
    if (visit.write) noted_loads = info->dlpi_adds;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    path = program;
  }
  visit.first = false;
  if (!path || !*path) return 0; // the kernel's own (vdso)
  uintptr_t begin = ~uintptr_t(0), end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    uintptr_t from = info->dlpi_addr + part.p_vaddr;
    if (from < begin) begin = from;
    if (from + part.p_memsz > end) end = from + part.p_memsz;
  }
  if (is_runtime_file(path)) add_range({begin, end});
  if (visit.write) emit_text(kSpoolModule, info->dlpi_addr, begin, end, path);
  return 0;
}

} // namespace

bool is_runtime_file(const char* path) {
  const char* slash = strrchr(path, '/');
  const char* name = slash ? slash + 1 : path;
  for (const char* beginning : kRuntimes)
    if (strncmp(name, beginning, strlen(beginning)) == 0) return true;
  return false;
}

bool is_runtime_code(const void* code) {
  uintptr_t address = (uintptr_t)code;
  if (address < ranges_begin || address >= ranges_end) return false;
  size_t count = __atomic_load_n(&range_count, __ATOMIC_ACQUIRE);
  for (size_t i = 0; i < count; ++i)
    if (address >= ranges[i].begin && address < ranges[i].end) return true;
  return false;
}

void find_runtimes() {
  Visit visit = {false, true};
  dl_iterate_phdr(visit_object, &visit);
}

void forget_modules() {
  noted_loads = 0;
  noting = 0;
}

// One thread at a time; another thread gets its chance with its next chunk.
void note_modules() {
  if (__atomic_exchange_n(&noting, 1, __ATOMIC_ACQUIRE)) return;
  Visit visit = {true, true};
  dl_iterate_phdr(visit_object, &visit);
  __atomic_store_n(&noting, 0, __ATOMIC_RELEASE);
}

} // namespace unply::recorder
