// Allocatable components: assignment of a derived type copies their contents, at any depth. The descriptor of an object
// of derived type leads to flang's description of the type (its module __fortran_type_info), here in the layout of
// flang 22; other sizes indicate another version, and then nothing is recorded.
#include "runtime/fortran.h"

namespace unply::runtime {

namespace {

struct DerivedType;

struct Bound {
  uint8_t genre;
  int64_t value;
};

struct Component {
  char name[24];
  uint8_t genre, category, kind, rank;
  uint64_t offset;
  char length[16];
  const DerivedType* type; // base of a descriptor; null for intrinsic types
  char type_rest[32];
  char lengths[64];
  const Bound* bounds; // likewise: lower and upper for each dimension
  char bounds_rest[80];
  const void* initial;
};
static_assert(sizeof(Component) == 256);

struct DerivedType {
  char bindings[64], name[24];
  uint64_t bytes;
  char uninstantiated[40], kinds[48], lengths[48];
  const Component* components;
  uint64_t component_bytes;
  int32_t version;
  uint8_t rank, type, attribute, extra;
  Dimension dimension;
};
static_assert(__builtin_offsetof(DerivedType, components) == 232);

enum Genre : uint8_t { kData = 1, kPointer = 2, kAllocatable = 3, kAutomatic = 4 };
constexpr uint32_t kMaxDepth = 100; // of types in types: lists that hold each next element as a component

const DerivedType* type_of(const Descriptor* d) {
  if (!(d->extra & kHasAddendum)) return nullptr;
  const DerivedType* type = *(const DerivedType* const*)((const char*)d + 24 + d->rank * sizeof(Dimension));
  return type && type->version == kDescriptorVersion && type->component_bytes == sizeof(Component) &&
                 type->bytes == d->element
             ? type
             : nullptr;
}

uint64_t copies(const Component& component) {
  uint64_t count = 1;
  for (uint32_t k = 0; k < component.rank && component.bounds; k++) {
    int64_t extent = component.bounds[2 * k + 1].value - component.bounds[2 * k].value + 1;
    count *= extent > 0 ? (uint64_t)extent : 0;
  }
  return count;
}

void object(const char* p, const DerivedType* type, UnplySite* site, bool write, uint32_t depth);

void all_elements(const Descriptor* d, const DerivedType* type, UnplySite* site, bool write, uint32_t depth) {
  uint64_t count = element_count(d);
  for (uint64_t i = 0; i < count; i++) object(element_at(d, i), type, site, write, depth);
}

void object(const char* p, const DerivedType* type, UnplySite* site, bool write, uint32_t depth) {
  if (depth == kMaxDepth || !type->components) return;
  for (int64_t i = 0; i < type->dimension.extent; i++) {
    const Component& component = type->components[i];
    const char* at = p + component.offset;
    if (component.genre == kAllocatable || component.genre == kAutomatic) {
      const Descriptor* d = known_descriptor(at);
      if (!d || !d->base) continue;
      elements(d, site, write);
      if (const DerivedType* inner = type_of(d)) all_elements(d, inner, site, write, depth + 1);
    } else if (component.genre == kData && component.type) {
      for (uint64_t k = 0; k < copies(component); k++)
        object(at + k * component.type->bytes, component.type, site, write, depth + 1);
    }
  }
}

void components(const void* p, UnplySite* site, bool write) {
  const Descriptor* d = watched(write) ? known_descriptor(p) : nullptr;
  const DerivedType* type = d ? type_of(d) : nullptr;
  if (type) all_elements(d, type, site, write, 0);
}

} // namespace
} // namespace unply::runtime

using namespace unply::runtime;

#pragma GCC visibility push(default)
extern "C" {
void __unply_load_components(const void* p, UnplySite* site) { components(p, site, false); }
void __unply_store_components(void* p, UnplySite* site) { components(p, site, true); }
}
#pragma GCC visibility pop
