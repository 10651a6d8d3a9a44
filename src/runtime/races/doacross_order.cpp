// Tells ThreadSanitizer in which order the iterations of doacross loops are: an iteration that waits for another one
// comes behind all that the other did before its `depend(source)`. The runtime of OpenMP is not instrumented, and
// Archer knows no doacross loops.
//
// Linked into programs that `unply verify` checks for races, with `-Wl,--wrap` for the three functions that clang calls
// for such loops (kmp_csupport.cpp of LLVM's openmp). An iteration has a place in a table by its vector. Two may share
// one: then a race between them can be missed, and none is made up.
#include <stdint.h>

extern "C" {
void __tsan_acquire(void*);
void __tsan_release(void*);
void __real___kmpc_doacross_init(void* place, int32_t thread, int32_t dimensions, const void* bounds);
void __real___kmpc_doacross_wait(void* place, int32_t thread, const int64_t* vector);
void __real___kmpc_doacross_post(void* place, int32_t thread, const int64_t* vector);
void __wrap___kmpc_doacross_init(void* place, int32_t thread, int32_t dimensions, const void* bounds);
void __wrap___kmpc_doacross_wait(void* place, int32_t thread, const int64_t* vector);
void __wrap___kmpc_doacross_post(void* place, int32_t thread, const int64_t* vector);
}

namespace {

constexpr uint32_t kPlaces = 1 << 22, kMostDimensions = 16;
char places[kPlaces];
thread_local int32_t dimensions_of_loop;

void* place_of(const int64_t* vector) {
  uint64_t at = 0;
  for (int32_t k = 0; k < dimensions_of_loop; k++) at = at * 2053 + (uint64_t)vector[k];
  return places + at % kPlaces;
}

} // namespace

void __wrap___kmpc_doacross_init(void* place, int32_t thread, int32_t dimensions, const void* bounds) {
  dimensions_of_loop = dimensions < (int32_t)kMostDimensions ? dimensions : (int32_t)kMostDimensions;
  __real___kmpc_doacross_init(place, thread, dimensions, bounds);
}

void __wrap___kmpc_doacross_wait(void* place, int32_t thread, const int64_t* vector) {
  __real___kmpc_doacross_wait(place, thread, vector);
  __tsan_acquire(place_of(vector));
}

void __wrap___kmpc_doacross_post(void* place, int32_t thread, const int64_t* vector) {
  __tsan_release(place_of(vector));
  __real___kmpc_doacross_post(place, thread, vector);
}
