// What flang's runtime reads and writes through descriptors: the plugin's models of its functions (fortran_models.cpp)
// call these around each call. A descriptor says where the elements are, how large, and how far apart in each
// dimension; ISO_Fortran_binding.h of flang 20 and later has this layout, which its version number confirms.
#include "runtime/shadow.h"
#include "runtime/transition.h"

namespace unply::runtime {

namespace {

constexpr int32_t kVersion = 20240719; // CFI_VERSION
constexpr uint32_t kMaxRank = 15;      // CFI_MAX_RANK
constexpr uint8_t kHasAddendum = 1;    // bit of `extra`: a pointer to the derived type and a word follow the dimensions

struct Dimension {
  int64_t lower, extent, stride; // extent -1: of assumed size; stride in bytes
};

struct Descriptor {
  char* base;
  uint64_t element; // bytes
  int32_t version;
  uint8_t rank;
  int8_t type;
  uint8_t attribute, extra;
  Dimension dimensions[kMaxRank];
};

// First members of the runtime's ArrayConstructorVector.
struct Constructor {
  const Descriptor* to;
  int64_t elements;
};

struct NamelistGroup {
  struct Item {
    const char* name;
    const Descriptor* variable;
  };
  const char* name;
  uint64_t count;
  const Item* items;
};

bool watched(bool write) { return write ? context.store_floor : context.load_floor; }

const Descriptor* known(const void* p) {
  const Descriptor* d = (const Descriptor*)p;
  return d && d->version == kVersion && d->rank <= kMaxRank ? d : nullptr;
}

uint64_t header_bytes(const Descriptor* d) {
  return 24 + d->rank * sizeof(Dimension) + (d->extra & kHasAddendum ? 16 : 0);
}

void bytes_at(const void* p, uint64_t bytes, UnplySite* site, bool write) {
  write ? __unply_store_n((void*)p, bytes, site) : __unply_load_n(p, bytes, site);
}

// `bytes` adjacent bytes for each index of the dimensions from `inner` on: the innermost of them as one stream.
void strided(const Descriptor* d, uint32_t inner, uint64_t bytes, UnplySite* site, bool write) {
  uint64_t blocks = 1;
  for (uint32_t k = inner + 1; k < d->rank; k++) blocks *= (uint64_t)d->dimensions[k].extent;
  for (uint64_t block = 0; block < blocks; block++) {
    const char* p = d->base;
    uint64_t rest = block;
    for (uint32_t k = inner + 1; k < d->rank; k++) {
      const Dimension& dimension = d->dimensions[k];
      p += (int64_t)(rest % (uint64_t)dimension.extent) * dimension.stride;
      rest /= (uint64_t)dimension.extent;
    }
    UnplyStream stream = {p, d->dimensions[inner].stride, site, (uint32_t)bytes, write};
    __unply_loop((uint64_t)d->dimensions[inner].extent, &stream, 1);
  }
}

void elements(const Descriptor* d, UnplySite* site, bool write) {
  if (!d->base || !d->element) return;
  for (uint32_t k = 0; k < d->rank; k++)
    if (d->dimensions[k].extent <= 0) return;
  uint64_t bytes = d->element; // of what is contiguous from the first dimension on
  uint32_t inner = 0;
  while (inner < d->rank && (d->dimensions[inner].extent == 1 || d->dimensions[inner].stride == (int64_t)bytes))
    bytes *= (uint64_t)d->dimensions[inner++].extent;
  if (inner == d->rank)
    bytes_at(d->base, bytes, site, write);
  else if (bytes <= 0xffffffffu)
    strided(d, inner, bytes, site, write);
}

uint64_t state_of(const Descriptor* d) {
  uint64_t state = 14695981039346656037ull; // FNV-1a over words
  const uint64_t* words = (const uint64_t*)d;
  for (uint64_t i = 0; i < header_bytes(d) / 8; i++) state = (state ^ words[i]) * 1099511628211ull;
  return state ? state : 1;
}

void namelist(const void* p, UnplySite* site, bool write) {
  const NamelistGroup* group = (const NamelistGroup*)p;
  if (!watched(write)) return;
  for (uint64_t i = 0; i < group->count; i++)
    if (const Descriptor* d = known(group->items[i].variable)) elements(d, site, write);
}

} // namespace
} // namespace unply::runtime

using namespace unply::runtime;

#pragma GCC visibility push(default)
extern "C" {

uint64_t __unply_descriptor_state(const void* p) {
  const Descriptor* d = watched(true) ? known(p) : nullptr;
  return d ? state_of(d) : 1;
}

void __unply_load_header(const void* p, UnplySite* site) {
  const Descriptor* d = watched(false) ? known(p) : nullptr;
  if (d) bytes_at(d, header_bytes(d), site, false);
}

void __unply_store_header(void* p, uint64_t state, UnplySite* site) {
  const Descriptor* d = watched(true) ? known(p) : nullptr;
  if (d && (!state || state != state_of(d))) bytes_at(d, header_bytes(d), site, true);
}

void __unply_load_descriptor(const void* p, UnplySite* site) {
  const Descriptor* d = watched(false) ? known(p) : nullptr;
  if (!d) return;
  bytes_at(d, header_bytes(d), site, false);
  elements(d, site, false);
}

void __unply_store_descriptor(void* p, uint64_t state, UnplySite* site) {
  const Descriptor* d = watched(true) ? known(p) : nullptr;
  if (!d) return;
  __unply_store_header(p, state, site);
  elements(d, site, true);
}

uint64_t __unply_constructor_state(const void* p) { return (uint64_t)((const Constructor*)p)->elements; }

void __unply_store_constructor(void* p, uint64_t before, UnplySite* site) {
  const Constructor* constructor = (const Constructor*)p;
  const Descriptor* d = watched(true) ? known(constructor->to) : nullptr;
  if (!d || !d->base || (uint64_t)constructor->elements <= before) return;
  bytes_at(d->base + before * d->element, ((uint64_t)constructor->elements - before) * d->element, site, true);
}

void __unply_load_namelist(const void* group, UnplySite* site) { namelist(group, site, false); }
void __unply_store_namelist(const void* group, UnplySite* site) { namelist(group, site, true); }
}
#pragma GCC visibility pop
