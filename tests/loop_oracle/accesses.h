/* Memory accesses and loops of generated programs. Compiled by unply they are plain C; with -DCHECK each access, loop
 * and iteration is told to tracker.cpp first, which knows nothing else of the program. */
#ifndef LOOP_ORACLE_ACCESSES_H
#define LOOP_ORACLE_ACCESSES_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANY_ALIGNMENT __attribute__((aligned(1), may_alias))
typedef uint8_t u1 ANY_ALIGNMENT;
typedef uint16_t u2 ANY_ALIGNMENT;
typedef uint32_t u4 ANY_ALIGNMENT;
typedef uint64_t u8 ANY_ALIGNMENT;
typedef unsigned __int128 u16 ANY_ALIGNMENT;
typedef uint64_t word; /* in registers */

#ifdef CHECK
void oracle_read(const void* at, size_t bytes, int line);
void oracle_write(void* at, size_t bytes, int line);
void oracle_fresh(void* at, size_t bytes);
int oracle_enter(void);
void oracle_iteration(int depth, int line);
void oracle_leave(int* depth);
void oracle_print(void);
#define READ_HOOK(place, line) oracle_read(&(place), sizeof(place), line)
#define WRITE_HOOK(at, bytes, line) oracle_write(at, bytes, line)
#define FRESH(at, bytes) oracle_fresh(at, bytes)
/* A block with a loop in it; however that is left, by break, return or goto, it ends with the block. */
#define LOOP(line)                                                                                                     \
  const int loop_line = line;                                                                                          \
  int loop_depth __attribute__((cleanup(oracle_leave))) = oracle_enter();                                              \
  (void)loop_line;
#define ITERATION oracle_iteration(loop_depth, loop_line);
#define PRINT_ORACLE oracle_print()
#else
#define READ_HOOK(place, line) (void)0
#define WRITE_HOOK(at, bytes, line) (void)0
#define FRESH(at, bytes) (void)0
#define LOOP(line)
#define ITERATION
#define PRINT_ORACLE (void)0
#endif

/* One a line: the line is the name of the access. */
#define R(place) (READ_HOOK(place, __LINE__), (word)(place))
#define W(place, value)                                                                                                \
  do {                                                                                                                 \
    const __typeof__(place) written = (__typeof__(place))(value);                                                      \
    WRITE_HOOK(&(place), sizeof(place), __LINE__);                                                                     \
    (place) = written;                                                                                                 \
  } while (0)
#define FILL(at, value, bytes)                                                                                         \
  do {                                                                                                                 \
    WRITE_HOOK(at, bytes, __LINE__);                                                                                   \
    memset(at, (int)(value), bytes);                                                                                   \
  } while (0)

/* A block of the heap, all of which counts as written. */
#define GIVE_BACK(at, bytes)                                                                                           \
  do {                                                                                                                 \
    WRITE_HOOK(at, bytes, __LINE__);                                                                                   \
    FRESH(at, bytes);                                                                                                  \
    free(at);                                                                                                          \
  } while (0)

struct fields {
  int x;
  short y;
  char z;
};

/* Outside of what is compared. */
static void set(void* at, size_t bytes, unsigned seed) {
  for (size_t i = 0; i < bytes; i++) ((uint8_t*)at)[i] = (uint8_t)((seed = seed * 1103515245u + 12345u) >> 16);
}
static void set_doubles(double* at, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; i++) at[i] = (seed = seed * 1103515245u + 12345u) >> 24;
}
static word digest(const void* at, size_t bytes) {
  word found = 14695981039346656037u;
  for (size_t i = 0; i < bytes; i++) found = (found ^ ((const uint8_t*)at)[i]) * 1099511628211u;
  return found;
}
static void give_away(void* at) { free(at); }
static void show(int seed, word value) { printf("%d %016llx\n", seed, (unsigned long long)value); }

long one = 1; /* not a constant for the compiler */

#endif
