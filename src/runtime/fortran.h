// Descriptors of Fortran objects in flang's layout: address, size and stride of the elements in each dimension.
// ISO_Fortran_binding.h of flang 20 and later has this layout, which its version number confirms.
#pragma once
#include "runtime/runtime.h"

namespace unply::runtime {

inline constexpr int32_t kDescriptorVersion = 20240719; // CFI_VERSION
inline constexpr uint32_t kMaxRank = 15;                // CFI_MAX_RANK
inline constexpr uint8_t kHasAddendum = 1; // bit of `extra`: the derived type and a word follow the dimensions

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

UNPLY_INLINE bool watched(bool write) { return write ? context.store_floor : context.load_floor; }

UNPLY_INLINE const Descriptor* known_descriptor(const void* p) {
  const Descriptor* d = (const Descriptor*)p;
  return d && d->version == kDescriptorVersion && d->rank <= kMaxRank ? d : nullptr;
}

UNPLY_INLINE uint64_t header_bytes(const Descriptor* d) {
  return 24 + d->rank * sizeof(Dimension) + (d->extra & kHasAddendum ? 16 : 0);
}

// Also 0 if the object is not allocated, or the array has assumed size.
UNPLY_INLINE uint64_t element_count(const Descriptor* d) {
  uint64_t count = d->base ? 1 : 0;
  for (uint32_t k = 0; k < d->rank; k++) count *= d->dimensions[k].extent > 0 ? (uint64_t)d->dimensions[k].extent : 0;
  return count;
}

// The element with the given number in array element order, first dimension fastest.
UNPLY_INLINE const char* element_at(const Descriptor* d, uint64_t number) {
  const char* p = d->base;
  for (uint32_t k = 0; k < d->rank; k++) {
    p += (int64_t)(number % (uint64_t)d->dimensions[k].extent) * d->dimensions[k].stride;
    number /= (uint64_t)d->dimensions[k].extent;
  }
  return p;
}

UNPLY_INLINE void bytes_at(const void* p, uint64_t bytes, UnplySite* site, bool write) {
  write ? __unply_store_n((void*)p, bytes, site) : __unply_load_n(p, bytes, site);
}

// All elements are read or written.
void elements(const Descriptor* d, UnplySite* site, bool write);

} // namespace unply::runtime
