// Walks the stack with libgcc's unwinder, which needs no frame pointers and takes no memory from the program's malloc.
#include "runtime/call_paths.h"
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>
#include <x86intrin.h>

namespace unply::runtime {

KnownPair recent_pairs[1 << kRecentBits];

namespace {

KnownPair* known_pairs; // all of them
uint32_t known_pairs_mask;

constexpr uint32_t kMostPairs = 1 << 20;    // known ones; 128 MiB reserved
constexpr uint32_t kMostPaths = 1 << 16;    // handed over: 0.2 s
constexpr uint32_t kFirstPlaces = 1 << 10;  // in the table: 16 KiB
constexpr uint32_t kInner = 32, kOuter = 8; // calls that are kept of a longer path
constexpr uint32_t kMostCalls = 4096;       // looked at: of a deeper recursion the outer end is not known
uint32_t pair_count;

struct Walk {
  uint64_t task; // frame of the function that holds it
  uint32_t count;
  uint64_t inner[kInner], outer[kOuter]; // outer: the last ones, by count % kOuter
};

// The canonical frame address reported for a function is the stack pointer at its call: it lies below the frame of the
// function that holds the task, or below the task's own, unless that function has returned.
_Unwind_Reason_Code step(_Unwind_Context* at, void* data) {
  auto* walk = (Walk*)data;
  if (_Unwind_GetCFA(at) > walk->task || walk->count == kMostCalls) return _URC_END_OF_STACK;
  int exact = 0; // a signal's handler was called in front of this instruction
  uint64_t address = _Unwind_GetIPInfo(at, &exact) + (uint64_t)(exact != 0);
  if (walk->count < kInner)
    walk->inner[walk->count] = address;
  else
    walk->outer[walk->count % kOuter] = address;
  walk->count++;
  return _URC_NO_REASON;
}

// Code in memory, by the file that it comes from.
struct Object {
  uint64_t begin, end, bias;
  uint32_t number; // as handed over
};
constexpr uint32_t kMostObjects = 256;
Object objects[kMostObjects];
uint32_t object_count, last_object;
uint64_t unloaded; // objects, when these were looked up

struct Search {
  uint64_t address;
  Object found;
  bool named;
  char path[PATH_MAX];
};

int contains(dl_phdr_info* info, size_t, void* data) {
  auto* search = (Search*)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) & part = info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + part.p_vaddr, end = begin + part.p_memsz;
    if (part.p_type != PT_LOAD || search->address < begin || search->address >= end) continue;
    search->found = {.begin = begin, .end = end, .bias = info->dlpi_addr, .number = 0};
    search->named = info->dlpi_name && *info->dlpi_name;
    if (search->named) strncpy(search->path, info->dlpi_name, sizeof search->path - 1);
    return 1;
  }
  return 0;
}

int read_unloaded(dl_phdr_info* info, size_t, void* data) {
  *(uint64_t*)data = info->dlpi_subs;
  return 1;
}

void forget_unloaded() {
  uint64_t now = 0;
  dl_iterate_phdr(read_unloaded, &now);
  if (now != unloaded) object_count = 0;
  unloaded = now;
}

void hand_over_object(Search& search) {
  if (!search.named) { // the program itself
    const ssize_t bytes = readlink("/proc/self/exe", search.path, sizeof search.path - 1);
    search.path[bytes > 0 ? bytes : 0] = 0;
  }
  const auto bytes = (uint32_t)strlen(search.path);
  auto* record = (RingObject*)begin_record(kRecordObject, (uint32_t)sizeof(RingObject) + bytes + 1);
  if (!record) return;
  *record = {search.found.number, 0};
  memset((char*)(record + 1) + (bytes & ~7u), 0, 8); // the record's last bytes
  memcpy(record + 1, search.path, bytes);
  end_record();
}

// Keeps a few: most calls of a path are in the program itself.
RingCall call_at(uint64_t address) {
  for (uint32_t i = 0; i < object_count; i++)
    if (address >= objects[i].begin && address < objects[i].end)
      return {address - objects[i].bias, objects[i].number, 0};
  static Search search;
  search = {};
  search.address = address;
  if (!dl_iterate_phdr(contains, &search)) return {address, 0, 0}; // code that was made at run time
  if (object_count == kMostObjects) object_count = 0;
  search.found.number = ++last_object;
  objects[object_count++] = search.found;
  hand_over_object(search);
  return {address - search.found.bias, search.found.number, 0};
}

void hand_over_path(uint64_t sites, uint32_t region_kind, uint32_t from) {
  static Walk walk;
  static RingCall calls[kInner + kOuter];
  walk.task = frame_of_task();
  walk.count = 0;
  _Unwind_Backtrace(step, &walk);
  forget_unloaded();
  const uint32_t inner = walk.count < kInner ? walk.count : kInner;
  const uint32_t outer = walk.count - inner < kOuter ? walk.count - inner : kOuter;
  for (uint32_t i = 0; i < inner; i++) calls[i] = call_at(walk.inner[i]);
  for (uint32_t i = 0; i < outer; i++) calls[inner + i] = call_at(walk.outer[(walk.count - outer + i) % kOuter]);
  const uint32_t count = inner + outer, bytes = count * (uint32_t)sizeof(RingCall);
  auto* record = (RingCallPath*)begin_record(kRecordCallPath, (uint32_t)sizeof(RingCallPath) + bytes);
  if (!record) return;
  *record = {.site = (uint32_t)(sites >> 32),
             .site_from = (uint32_t)sites,
             .kind = region_kind & ((1 << kKindBits) - 1),
             .region = (region_kind >> kKindBits) - 1,
             .from = from,
             .calls = count,
             .inner = inner,
             .left_out = walk.count - count};
  memcpy(record + 1, calls, bytes);
  end_record();
}

// Returns the slot of the pair, or the free slot for it.
KnownPair& place_of(uint64_t sites, uint32_t region_kind) {
  uint64_t at = hash_of(sites, region_kind) >> 32;
  for (;; at++) {
    KnownPair& known = known_pairs[at & known_pairs_mask];
    if (!known.region_kind || (known.sites == sites && known.region_kind == region_kind)) return known;
  }
}

// Rehashes through a copy, which lies after the largest table.
void grow() {
  const uint32_t size = known_pairs_mask + 1;
  KnownPair* copy = known_pairs + 4 * kMostPairs;
  memcpy(copy, known_pairs, size * sizeof(KnownPair));
  memset(known_pairs, 0, size * sizeof(KnownPair));
  known_pairs_mask = size * 4 - 1;
  for (uint32_t i = 0; i < size; i++)
    if (copy[i].region_kind) place_of(copy[i].sites, copy[i].region_kind) = copy[i];
}

} // namespace

bool map_call_paths() {
  known_pairs = (KnownPair*)map_memory(8ull * kMostPairs * sizeof(KnownPair));
  known_pairs_mask = kFirstPlaces - 1;
  pair_count = 0;
  return known_pairs;
}

__attribute__((noinline)) uint64_t* look_closer(uint64_t sites, uint32_t region_kind, uint32_t from, uint64_t* count) {
  recent_pairs[hash_of(sites, region_kind) >> (64 - kRecentBits)] = {sites, region_kind, 0};
  const bool in_task = region_kind >> kKindBits && sites >> 32; // neither calibration nor an extension
  if (!in_task || place_of(sites, region_kind).region_kind) return count;
  if (pair_count == kMostPairs) return count_event(kCountCallPaths), count;
  const uint64_t begun = __rdtsc();
  const int saved = errno;
  if (++pair_count * 2 > known_pairs_mask) grow();
  place_of(sites, region_kind) = {sites, region_kind, 0};
  if (pair_count <= kMostPaths)
    hand_over_path(sites, region_kind, from);
  else
    count_event(kCountCallPaths);
  errno = saved;
  leave_out_of_run(__rdtsc() - begun);
  return count;
}

__attribute__((noinline)) void look_at_site(UnplySite* site) {
  site->region = vertex.region;
  look_closer((uint64_t)site->id << 32, vertex.region | kFirstAccess, 0, nullptr);
}

} // namespace unply::runtime
