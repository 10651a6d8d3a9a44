// What every exported skeleton begins with, behind the sizes of the program's MPI. Internal to this folder.
#pragma once

namespace unply::stg {

constexpr const char* kSkeletonPrologue = R"(#include <alloca.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t i64;
typedef uint64_t u64;
_Static_assert(sizeof(MPI_Comm) == COMM_BYTES && sizeof(MPI_Request) == REQUEST_BYTES &&
                   sizeof(MPI_Datatype) == TYPE_BYTES && sizeof(MPI_Status) <= STATUS_BYTES,
               "the program was built with another MPI library, whose objects have other sizes");
#define POINTER(x) ((void*)(intptr_t)(x))
#define ADDRESS(x) ((i64)(intptr_t)(x))

static inline i64 as(i64 x, unsigned bits) { return bits == 0 || bits > 63 ? x : (i64)((u64)x << (64 - bits)) >> (64 - bits); }
static inline u64 bits(i64 x, unsigned bits) { return bits == 0 || bits > 63 ? (u64)x : (u64)x & (((u64)1 << bits) - 1); }
static inline i64 quotient(i64 a, i64 b) { return b == 0 ? 0 : b == -1 ? (i64)(0 - (u64)a) : a / b; }
static inline i64 rest(i64 a, i64 b) { return b == 0 || b == -1 ? 0 : a % b; }
static inline u64 unsigned_quotient(u64 a, u64 b) { return b == 0 ? 0 : a / b; }
static inline u64 unsigned_rest(u64 a, u64 b) { return b == 0 ? 0 : a % b; }
static inline i64 load(i64 from, unsigned bits) {
  i64 x = 0;
  memcpy(&x, POINTER(from), (bits + 7) / 8);
  return as(x, bits);
}
static inline double load_real(i64 from, unsigned bits) {
  float small;
  double x;
  if (bits != 32) return memcpy(&x, POINTER(from), 8), x;
  return memcpy(&small, POINTER(from), 4), small;
}
static inline void store(i64 x, i64 to, unsigned bits) { memcpy(POINTER(to), &x, (bits + 7) / 8); }
static inline void store_real(double x, i64 to, unsigned bits) {
  float small = (float)x;
  memcpy(POINTER(to), bits == 32 ? (void*)&small : (void*)&x, bits == 32 ? 4 : 8);
}
static inline void* room(i64 bytes, i64 of_one) { return malloc(bytes > 0 ? (size_t)(bytes * of_one) : 1); }

/* What the program computes from data: from the environment. */
static i64 given(const char* name) {
  const char* text = getenv(name);
  if (text) return strtoll(text, NULL, 10);
  fprintf(stderr, "%s is not known from the program alone: give it in the environment, %s=1\n", name, name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  exit(2);
}
static inline i64 trips(i64 first, i64 limit, i64 step) {
  i64 span = step > 0 ? limit - first : first - limit, width = step > 0 ? step : -step;
  return span <= 0 ? 0 : (span + width - 1) / width;
}
static void delay(double seconds) {
#ifdef SMPI_H
  smpi_execute(seconds);
#else
  for (double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) {
  }
#endif
}

/* MPI's numbers of the program that this was made from, as those of the library that it is compiled with. */
static inline int peer(i64 x) { return x == OWN_PROC_NULL ? MPI_PROC_NULL : x == OWN_ANY_SOURCE ? MPI_ANY_SOURCE : (int)x; }
static inline int tag(i64 x) { return x == OWN_ANY_TAG ? MPI_ANY_TAG : (int)x; }
static inline int color(i64 x) { return x == OWN_UNDEFINED ? MPI_UNDEFINED : (int)x; }
static inline MPI_Status* status(i64 x) { return x < 4096 ? MPI_STATUS_IGNORE : POINTER(x); }
static inline void* buffer(i64 x) { return x == 1 || x == -1 ? MPI_IN_PLACE : POINTER(x); }
static inline void own_peer(i64 at) {
  int x;
  memcpy(&x, POINTER(at), 4);
  if (x == MPI_PROC_NULL) x = OWN_PROC_NULL, memcpy(POINTER(at), &x, 4);
}
/* For buffers whose address the program takes from its data. */
static void* scratch(i64 count, MPI_Datatype type, MPI_Comm comm) {
  MPI_Aint least, extent;
  int size;
  MPI_Type_get_extent(type, &least, &extent);
  MPI_Comm_size(comm, &size);
  return calloc((size_t)(count < 1 ? 1 : count) * (size_t)size, (size_t)(extent < 1 ? 1 : extent));
}
)";

} // namespace unply::stg
