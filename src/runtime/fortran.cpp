// Records the memory that flang's runtime reads and writes through descriptors: the plugin's models of its functions
// (fortran_models.cpp) insert calls of these hooks around each call. A descriptor gives the address, size and stride of
// the elements in each dimension; ISO_Fortran_binding.h of flang 20 and later has this layout, which its version number
// confirms.
#include "runtime/fortran.h"

namespace unply::runtime {

namespace {

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
    UnplyStream stream = {
        .base = p, .stride = d->dimensions[inner].stride, .site = site, .bytes = (uint32_t)bytes, .write = write};
    __unply_loop((uint64_t)d->dimensions[inner].extent, &stream, 1);
  }
}

bool is_true(const char* logical, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i++)
    if (logical[i]) return true;
  return false;
}

// Records one access for each selected element. A scalar mask applies to all elements.
void masked(const Descriptor* d, const Descriptor* mask, bool wanted, UnplySite* site) {
  uint64_t count = mask->base ? element_count(d) : 0;
  for (uint64_t i = 0; i < count; i++)
    if (is_true(element_at(mask, mask->rank ? i : 0), mask->element) == wanted)
      bytes_at(element_at(d, i), d->element, site, false);
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
    if (const Descriptor* d = known_descriptor(group->items[i].variable)) elements(d, site, write);
}

} // namespace

void elements(const Descriptor* d, UnplySite* site, bool write) {
  if (!element_count(d) || !d->element) return;
  uint64_t bytes = d->element; // of the contiguous part, from the first dimension on
  uint32_t inner = 0;
  while (inner < d->rank && (d->dimensions[inner].extent == 1 || d->dimensions[inner].stride == (int64_t)bytes))
    bytes *= (uint64_t)d->dimensions[inner++].extent;
  if (inner == d->rank)
    bytes_at(d->base, bytes, site, write);
  else if (bytes <= 0xffffffffu)
    strided(d, inner, bytes, site, write);
}

} // namespace unply::runtime

using namespace unply::runtime;

#pragma GCC visibility push(default)
extern "C" {

uint64_t __unply_descriptor_state(const void* p) {
  const Descriptor* d = watched(true) ? known_descriptor(p) : nullptr;
  return d ? state_of(d) : 1;
}

void __unply_load_header(const void* p, UnplySite* site) {
  const Descriptor* d = watched(false) ? known_descriptor(p) : nullptr;
  if (d) bytes_at(d, header_bytes(d), site, false);
}

void __unply_store_header(void* p, uint64_t state, UnplySite* site) {
  const Descriptor* d = watched(true) ? known_descriptor(p) : nullptr;
  if (d && (!state || state != state_of(d))) bytes_at(d, header_bytes(d), site, true);
}

void __unply_load_elements(const void* p, UnplySite* site) {
  const Descriptor* d = watched(false) ? known_descriptor(p) : nullptr;
  if (d) elements(d, site, false);
}

void __unply_store_elements(void* p, UnplySite* site) {
  const Descriptor* d = watched(true) ? known_descriptor(p) : nullptr;
  if (d) elements(d, site, true);
}

void __unply_load_masked(const void* p, const void* mask, uint64_t wanted, UnplySite* site) {
  const Descriptor* d = watched(false) ? known_descriptor(p) : nullptr;
  if (!d) return;
  if (const Descriptor* m = known_descriptor(mask))
    masked(d, m, wanted, site);
  else
    elements(d, site, false);
}

uint64_t __unply_constructor_state(const void* p) { return (uint64_t)((const Constructor*)p)->elements; }

void __unply_store_constructor(void* p, uint64_t before, UnplySite* site) {
  const Constructor* constructor = (const Constructor*)p;
  const Descriptor* d = watched(true) ? known_descriptor(constructor->to) : nullptr;
  if (!d || !d->base || (uint64_t)constructor->elements <= before) return;
  bytes_at(d->base + before * d->element, ((uint64_t)constructor->elements - before) * d->element, site, true);
}

void __unply_load_namelist(const void* group, UnplySite* site) { namelist(group, site, false); }
void __unply_store_namelist(const void* group, UnplySite* site) { namelist(group, site, true); }
}
#pragma GCC visibility pop
