// What programs say about themselves: regions, points and values of unply/annotate.h and unply/unply.f90, whose code
// finds the table below by its name when the program runs under `unply record`. Values are PEP$R8 and its siblings of
// parallel-execution-profiler-1991.
//
// A name is given as text each time. Its number comes from a small cache by the text's address, checked against the
// text itself, since a program may reuse a buffer: 15 ns instead of 50 ns.
//
// Phases of a skeleton nest on their thread. An end is stamped before anything else is done, so that the measured phase
// holds nothing of the cost of its own record; the next outer one does.
#include "recorder/call_sites.h"
#include "unply/annotate_abi.h"
#include "unply/spool_format.h"
#include <string.h>

namespace unply::recorder {

namespace {

constexpr size_t kCachedNames = 8, kCachedBytes = 48;
struct CachedName {
  const char* address;
  uint32_t number;

  char text[kCachedBytes];
};
constinit thread_local CachedName cached_names[kCachedNames] __attribute__((tls_model("initial-exec"))) = {};

uint32_t number_of(const char* name) {
  if (!name) name = "(null)";
  CachedName& cached = cached_names[(uintptr_t)name * 0x9e3779b97f4a7c15u >> 61];
  if (UNPLY_LIKELY(cached.address == name && strncmp(cached.text, name, kCachedBytes) == 0)) return cached.number;
  uint32_t number = name_number(name);
  if (number && strlen(name) < kCachedBytes) {
    strncpy(cached.text, name, kCachedBytes);
    cached.number = number;
    cached.address = name;
  }
  return number;
}

void emit_named(UnplyEventKind kind, const void* site, const char* name) {
  has_seen(kFrontUser);
  emit(kind, site, number_of(name));
}

void emit_value(const void* site, const char* name, unsigned type, uint64_t bits) {
  has_seen(kFrontUser);
  emit(kEventUserValue, site, (uint64_t)type << 48 | number_of(name), bits);
}

const void* outer_site(const void* return_address, const void* frame) {
  return recording() ? find_outer_site(return_address, frame) : nullptr;
}
#define UNPLY_OUTER_SITE() outer_site(__builtin_return_address(0), __builtin_dwarf_cfa())

void region_begin(const char* name) {
  if (recording()) emit_named(kEventUserBegin, __builtin_return_address(0), name);
}
void region_end() {
  if (recording()) emit(kEventUserEnd, __builtin_return_address(0));
}
void event(const char* name) {
  if (recording()) emit_named(kEventUserPoint, __builtin_return_address(0), name);
}
void value(const char* name, unsigned type, unsigned long long bits) {
  if (recording()) emit_value(__builtin_return_address(0), name, type, bits);
}
// Open phases of the thread with the time it had been on a core at their begin. A signal handler's phases lie above
// those of what it interrupts, because `open` rises before the place is filled.
constexpr uint32_t kMostOpen = 32; // of deeper ones that time is not known
struct OpenPhase {
  uint64_t key, cpu_ns;
};
struct OpenPhases {
  uint32_t open;
  OpenPhase of[kMostOpen];
};
constinit thread_local OpenPhases open_phases __attribute__((tls_model("initial-exec"))) = {};

uint64_t key_of(const UnplyPhaseInfo& phase) { return (uint64_t)(phase.phase & 0xffffff) << 32 | phase.level; }

void push_phase(uint64_t key) {
  uint32_t place = open_phases.open++;
  __asm__ volatile("" ::: "memory");
  if (place < kMostOpen) open_phases.of[place] = {key, thread_cpu_ns()};
}

// The time on a core since the innermost begin of that phase; those inside of it, left by an exception, are over too.
uint64_t pop_phase(uint64_t key) {
  uint32_t place = open_phases.open < kMostOpen ? open_phases.open : kMostOpen;
  while (place > 0 && open_phases.of[place - 1].key != key) --place;
  if (open_phases.open > kMostOpen || place == 0) {
    if (open_phases.open > kMostOpen) --open_phases.open;
    return 0;
  }
  uint64_t begun_ns = open_phases.of[place - 1].cpu_ns, now_ns = thread_cpu_ns();
  open_phases.open = place - 1;
  return now_ns > begun_ns ? now_ns - begun_ns : 0; // not in a child after fork(), whose time begins anew
}

bool counts_work(const char* name) { return name && strncmp(name, "work:", 5) == 0; }

// Sizes are given at the begin, counts of work at the end.
void emit_features(uint64_t ticks, uint32_t core, const void* site, const UnplyPhaseInfo& phase, bool work) {
  if (!phase.names || !phase.values) return;
  for (unsigned i = 0; i < phase.features; ++i) {
    if (counts_work(phase.names[i]) != work) continue;
    uint64_t bits;
    memcpy(&bits, &phase.values[i], sizeof bits);
    emit_at(ticks, core, kEventPhaseFeature, site, number_of(phase.names[i]), bits);
  }
}

void phase_begin(const UnplyPhaseInfo* phase) {
  if (!phase || !recording()) return;
  const void* site = __builtin_return_address(0);
  has_seen(kFrontUser);
  push_phase(key_of(*phase));
  uint64_t ticks = read_ticks();
  uint32_t core = read_core();
  emit_at(ticks, core, kEventPhaseBegin, site, key_of(*phase), phase->partner < 0 ? 0 : (uint64_t)phase->partner + 1);
  emit_features(ticks, core, site, *phase, false);
}

void phase_end(const UnplyPhaseInfo* phase) {
  if (!phase || !recording()) return;
  uint64_t ticks = read_ticks();
  uint32_t core = read_core();
  const void* site = __builtin_return_address(0);
  emit_features(ticks, core, site, *phase, true);
  if (uint64_t cpu_ns = pop_phase(key_of(*phase))) emit_at(ticks, core, kEventPhaseCpu, site, 0, cpu_ns);
  emit_at(ticks, core, kEventPhaseEnd, site, key_of(*phase), phase->bytes);
}

void outer_region_begin(const char* name) {
  if (const void* site = UNPLY_OUTER_SITE()) emit_named(kEventUserBegin, site, name);
}
void outer_region_end() {
  if (const void* site = UNPLY_OUTER_SITE()) emit(kEventUserEnd, site);
}
void outer_event(const char* name) {
  if (const void* site = UNPLY_OUTER_SITE()) emit_named(kEventUserPoint, site, name);
}
void outer_value(const char* name, unsigned type, unsigned long long bits) {
  if (const void* site = UNPLY_OUTER_SITE()) emit_value(site, name, type, bits);
}

} // namespace
} // namespace unply::recorder

extern "C" UNPLY_EXPORT const UnplyAnnotations __unply_annotations;
const UnplyAnnotations __unply_annotations = {
    3,
    unply::recorder::region_begin,
    unply::recorder::region_end,
    unply::recorder::event,
    unply::recorder::value,
    unply::recorder::outer_region_begin,
    unply::recorder::outer_region_end,
    unply::recorder::outer_event,
    unply::recorder::outer_value,
    unply::recorder::pause_recording,
    unply::recorder::resume_recording,
    unply::recorder::phase_begin,
    unply::recorder::phase_end,
};
