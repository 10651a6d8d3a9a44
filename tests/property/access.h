/* Memory accesses of generated programs. Compiled by unply they are plain C accesses; with -DLOG each one is written to
 * the file named in PROPERTY_LOG first, in program order, which is all that checker.cpp knows of the program. */
#ifndef PROPERTY_ACCESS_H
#define PROPERTY_ACCESS_H

#include <stdarg.h>
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
typedef struct {
  uint8_t byte[12];
} ANY_ALIGNMENT s12;
typedef struct {
  uint8_t byte[40];
} ANY_ALIGNMENT s40;

#ifdef LOG
enum RowType { kLoad, kStore, kFresh, kTaskBegin, kTaskEnd, kProgram };
struct Row {
  uint32_t type, bytes;
  uint64_t address;
};
static FILE* row_file;
static void log_row(enum RowType type, const volatile void* address, size_t bytes) {
  const struct Row row = {type, (uint32_t)bytes, (uint64_t)(uintptr_t)address};
  if (!row_file && !(row_file = fopen(getenv("PROPERTY_LOG"), "w"))) abort();
  if (fwrite(&row, sizeof row, 1, row_file) != 1) abort();
}
static int log_task_begin(void) { return log_row(kTaskBegin, 0, 0), 0; }
static void log_task_end(int* scope) { (void)scope, log_row(kTaskEnd, 0, 0); }
#define TASK_SCOPE                                                                                                     \
  int task_scope __attribute__((cleanup(log_task_end))) = log_task_begin();                                            \
  (void)task_scope;
#define ROW(type, address, bytes) log_row(type, address, bytes)
#else
#define TASK_SCOPE
#define ROW(type, address, bytes) (void)0
#endif

/* Every byte loaded must matter, or a compiler may load less. */
static inline uint64_t all_bits(unsigned __int128 value) { return (uint64_t)value ^ (uint64_t)(value >> 64); }

#define LOAD_AS(type, p)                                                                                               \
  ({                                                                                                                   \
    const type* p_ = (const type*)(p);                                                                                 \
    ROW(kLoad, p_, sizeof(type));                                                                                      \
    const type value_ = *p_;                                                                                           \
    all_bits(value_);                                                                                                  \
  })
#define STORE_AS(type, p, value)                                                                                       \
  ({                                                                                                                   \
    type* p_ = (type*)(p);                                                                                             \
    ROW(kStore, p_, sizeof(type));                                                                                     \
    *p_ = (type)(value);                                                                                               \
  })
#define LOAD(n, p) LOAD_AS(u##n, p)
#define STORE(n, p, value) STORE_AS(u##n, p, value)
#define VLOAD(n, p) LOAD_AS(volatile u##n, p)
#define VSTORE(n, p, value) STORE_AS(volatile u##n, p, value)

/* A local variable that lives across tasks. */
#define LOCAL(name, value)                                                                                             \
  uint64_t name;                                                                                                       \
  ROW(kFresh, &name, sizeof name);                                                                                     \
  PUT(name, value)
#define GET(name) (ROW(kLoad, &name, sizeof name), name)
#define PUT(name, value) (ROW(kStore, &name, sizeof name), name = (value))

#define COPY_WITH(function, to, from, n)                                                                               \
  ({                                                                                                                   \
    void* to_ = (to);                                                                                                  \
    const void* from_ = (from);                                                                                        \
    const size_t n_ = (n);                                                                                             \
    ROW(kLoad, from_, n_);                                                                                             \
    ROW(kStore, to_, n_);                                                                                              \
    function(to_, from_, n_);                                                                                          \
  })
#define COPY(to, from, n) COPY_WITH(memcpy, to, from, n)
#define MOVE(to, from, n) COPY_WITH(memmove, to, from, n)
#define FILL(to, value, n)                                                                                             \
  ({                                                                                                                   \
    void* to_ = (to);                                                                                                  \
    const size_t n_ = (n);                                                                                             \
    ROW(kStore, to_, n_);                                                                                              \
    memset(to_, (int)(value), n_);                                                                                     \
  })
#define ASSIGN(n, to, from)                                                                                            \
  ({                                                                                                                   \
    s##n* to_ = (s##n*)(to);                                                                                           \
    const s##n* from_ = (const s##n*)(from);                                                                           \
    ROW(kLoad, from_, n);                                                                                              \
    ROW(kStore, to_, n);                                                                                               \
    *to_ = *from_;                                                                                                     \
  })

/* 40 bytes passed by value, on the stack; and many arguments that va_arg reads from there. */
__attribute__((noinline, unused)) static uint64_t digest_by_value(s40 value, uint64_t digest) {
  for (int i = 0; i < 40; i++) digest = (value.byte[i] += 3) + digest * 31;
  return digest;
}
__attribute__((noinline, unused)) static uint64_t digest_of_arguments(int n, ...) {
  va_list arguments;
  va_start(arguments, n);
  uint64_t digest = 0;
  while (n--) digest = digest * 31 + va_arg(arguments, uint64_t);
  const s40 last = va_arg(arguments, s40);
  va_end(arguments);
  return digest + last.byte[7];
}
#define WITH_40_BYTES(p, call)                                                                                         \
  ({                                                                                                                   \
    const s40* p_ = (const s40*)(p);                                                                                   \
    ROW(kLoad, p_, sizeof(s40));                                                                                       \
    call;                                                                                                              \
  })
#define BY_VALUE(p, v) WITH_40_BYTES(p, digest_by_value(*p_, v))
#define VARIABLE(p, v) WITH_40_BYTES(p, digest_of_arguments(8, v, v + 1, v, v, v + 2, v, v, v + 3, *p_))

/* An array on the stack of the current block. */
#define ARRAY(name, n)                                                                                                 \
  uint8_t name[n];                                                                                                     \
  ROW(kFresh, name, n)

enum { kArenaBytes = 320 };
static uint8_t arena[kArenaBytes + 64];
long one = 1; /* not a constant for the compiler */

static uint64_t arena_digest(void) {
  uint64_t digest = 14695981039346656037u;
  for (size_t i = 0; i < sizeof arena; i++) digest = (digest ^ arena[i]) * 1099511628211u;
  return digest;
}

/* Outside every task, so that no history crosses from one program to the next. */
static void arena_reset(unsigned seed) {
  ROW(kProgram, 0, seed);
  ROW(kStore, arena, sizeof arena);
  for (size_t i = 0; i < sizeof arena; i++) arena[i] = (uint8_t)((seed = seed * 1103515245u + 12345u) >> 16);
}

#endif
