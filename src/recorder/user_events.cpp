// What programs say about themselves: regions, points and values of unply/annotate.h and unply/unply.f90, whose code
// finds the table below by its name when the program runs under `unply record`. Values are PEP$R8 and its siblings of
// parallel-execution-profiler-1991.
//
// A name is given as text each time. Its number comes from a small cache by the text's address, checked against the
// text itself, since a program may reuse a buffer: 15 ns instead of 50 ns.
#include "recorder/call_sites.h"
#include "unply/annotate_abi.h"
#include "unply/spool_format.h"
#include <string.h>

namespace unply::recorder {

namespace {

constexpr size_t kCachedNames = 4, kCachedBytes = 48;
struct CachedName {
  const char* address;
  uint32_t number;

  char text[kCachedBytes];
};
constinit thread_local CachedName cached_names[kCachedNames] __attribute__((tls_model("initial-exec"))) = {};

uint32_t number_of(const char* name) {
  if (!name) name = "(null)";
  CachedName& cached = cached_names[((uintptr_t)name >> 3) % kCachedNames];
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
    2,
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
};
