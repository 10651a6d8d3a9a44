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

namespace {

// How many new histories a site has made in tasks of a region, while the site is used by those of another region.
struct Place {
  uint32_t site, region; // region 0: free
  uint32_t seen;
};
Place* places;
uint32_t places_mask, place_count;

constexpr uint32_t kMostPlaces = 1 << 20;
constexpr uint32_t kMostPaths = 1 << 16;    // handed over: 0.2 s
constexpr uint32_t kFirstPlaces = 1 << 10;  // in the table: 12 KiB
constexpr uint32_t kInner = 32, kOuter = 8; // calls that are kept of a longer path
constexpr uint32_t kMostCalls = 4096;       // looked at: of a deeper recursion the outer end is not known
uint32_t path_count;

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

void walk_and_hand_over(const UnplySite* site) {
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
  *record = {.site = site->id,
             .region = vertex.region - 1,
             .calls = count,
             .inner = inner,
             .left_out = walk.count - count,
             .has_entry = mode == Mode::online};
  memcpy(record + 1, calls, bytes);
  end_record();
}

// Returns the slot of the site and the region, or the free slot for it.
Place& place_of(uint32_t site, uint32_t region) {
  uint64_t at = (((uint64_t)site << 32 | region) * 0x9e3779b97f4a7c15u) >> 32;
  for (;; at++) {
    Place& place = places[at & places_mask];
    if (!place.region || (place.site == site && place.region == region)) return place;
  }
}

// Rehashes through a copy, which lies after the largest table.
void grow() {
  const uint32_t size = places_mask + 1;
  Place* copy = places + 4 * kMostPlaces;
  memcpy(copy, places, size * sizeof(Place));
  memset(places, 0, size * sizeof(Place));
  places_mask = size * 4 - 1;
  for (uint32_t i = 0; i < size; i++)
    if (copy[i].region) place_of(copy[i].site, copy[i].region) = copy[i];
}

// The place of the site and the region, made if it is new; null if there are too many.
Place* find_or_add(uint32_t site, uint32_t region) {
  if (place_count * 2 > places_mask) grow();
  Place& place = place_of(site, region);
  if (place.region) return &place;
  if (place_count == kMostPlaces) return nullptr;
  place_count++;
  place = {site, region, 0};
  return &place;
}

} // namespace

bool map_call_paths() {
  places = (Place*)map_memory(8ull * kMostPlaces * sizeof(Place));
  places_mask = kFirstPlaces - 1;
  place_count = path_count = 0;
  return places;
}

__attribute__((noinline)) void change_region(UnplySite* site) {
  if (site->region)
    if (Place* before = find_or_add(site->id, site->region)) before->seen = site->seen;
  const Place* place = vertex.region ? find_or_add(site->id, vertex.region) : nullptr;
  site->region = vertex.region;
  site->seen = place ? place->seen : 0;
}

__attribute__((noinline)) void hand_over_path(UnplySite* site) {
  if (!vertex.region || !site->id || (mode == Mode::accesses && site->seen > 1)) return; // calibration; no pairs
  if (path_count == kMostPaths) return count_event(kCountCallPaths);
  path_count++;
  const uint64_t begun = __rdtsc();
  const int saved = errno;
  walk_and_hand_over(site);
  errno = saved;
  leave_out_of_run(__rdtsc() - begun);
}

} // namespace unply::runtime
