/* What a C (from C99) or C++ (from C++11) program can say to unply. First, trace and task regions of a sequential
 * program compiled by unply, where `#pragma exg` does not fit:
 *
 *   unply_trace_begin("solve");                      unply::TraceRegion trace("solve");     // C++: ends with the block
 *   for (i = 0; i < n; ++i) {                        for (int i = 0; i < n; ++i) {
 *     unply_task_begin("row"); row(i);                 unply::TaskRegion task("row");
 *     unply_task_end();                                row(i);
 *   }                                                }
 *   unply_trace_end();
 *
 * Compiled by anything but unply, these are nothing and need no library. A label is a string or null. Each begin
 * needs its end in the same function; an end without a begin is ignored and counted. The C forms are macros, so that
 * each call is a region of its own with its own source line.
 *
 * Second, for the timeline of a parallel program, compiled by any compiler and linked with nothing of ours: stretches
 * of time, moments, and values of variables (parallel-execution-profiler-1991 has CALL PEP$R8('VARIAB', VARIAB) for the
 * latter). They are kept when the program runs under `unply record`; otherwise each costs a comparison.
 *
 *   unply_region_begin("assemble"); assemble();      { unply::Region region("assemble"); assemble(); }
 *   unply_region_end();
 *   unply_value("residual", residual);               any kind of number
 *   unply_event("restart written");
 *   unply_record_pause(); ... unply_record_resume();   nothing is recorded between, on any thread
 *
 * In a program compiled by unply, which records its sequential execution, these are nothing.
 *
 * Third, phases of a skeleton (<unply/divide_and_conquer.h>), also in programs compiled by unply: what one level of a
 * recursion over processes does, with sizes of its problem. annotate_abi.h says what a phase is described by.
 *
 *   unply_phase_begin(&info); exchange(); info.bytes = sent; unply_phase_end(&info); */
#ifndef UNPLY_ANNOTATE_H
#define UNPLY_ANNOTATE_H

#ifdef __UNPLY__

#ifdef __cplusplus
extern "C" {
#endif
void __unply_api_trace_begin(const char* label) __attribute__((nothrow));
void __unply_api_trace_end(void) __attribute__((nothrow));
void __unply_api_task_begin(const char* label) __attribute__((nothrow));
void __unply_api_task_end(void) __attribute__((nothrow));
#ifdef __cplusplus
}
#endif

#define unply_trace_begin(label) __unply_api_trace_begin(label)
#define unply_trace_end() __unply_api_trace_end()
#define unply_task_begin(label) __unply_api_task_begin(label)
#define unply_task_end() __unply_api_task_end()

#else

#define unply_trace_begin(label) ((void)(label))
#define unply_trace_end() ((void)0)
#define unply_task_begin(label) ((void)(label))
#define unply_task_end() ((void)0)

#endif

/* Timelines of parallel programs. */
#pragma GCC system_header /* no warnings about casts and the like in programs that ask for all of them */
#include "annotate_abi.h"

#if !defined(__GNUC__) || !defined(__linux__)

#define UNPLY_NO_TIMELINE
#define unply_phase_begin(phase) ((void)(phase))
#define unply_phase_end(phase) ((void)(phase))

#else

/* Compiled by unply, accesses here are none of the program's: the first task to look for the table would seem to give
 * it to all later ones. */
#ifdef __UNPLY__
#define UNPLY_NO_TIMELINE
#define UNPLY_TABLE_USER __attribute__((noinline, disable_sanitizer_instrumentation))
#else
#define UNPLY_TABLE_USER __attribute__((always_inline))
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* By other names than those of <dlfcn.h> and <stdlib.h>, whose declarations differ between languages. Weak: a program
 * that is linked statically has no dlsym, and is not recorded. */
extern void* __unply_dlsym(void* handle, const char* name) __asm__("dlsym") __attribute__((weak));
extern char* __unply_getenv(const char* name) __asm__("getenv");
#ifdef __cplusplus
}
#endif

static const struct UnplyAnnotations* __unply_found; /* null: not looked for; 1: not recorded */

#ifdef __UNPLY__
UNPLY_TABLE_USER
#else
__attribute__((noinline))
#endif
static const struct UnplyAnnotations* __unply_find(void) {
  const char* spool = __unply_getenv("UNPLY_SPOOL");
  void* found = spool && &__unply_dlsym != 0 ? __unply_dlsym((void*)0, "__unply_annotations") : (void*)0;
  __atomic_store_n(&__unply_found, found ? (const struct UnplyAnnotations*)found : (const struct UnplyAnnotations*)1,
                   __ATOMIC_RELAXED);
  return (const struct UnplyAnnotations*)found;
}

static inline UNPLY_TABLE_USER const struct UnplyAnnotations* __unply_table(void) {
  const struct UnplyAnnotations* table = __atomic_load_n(&__unply_found, __ATOMIC_RELAXED);
  if (__builtin_expect(table == (const struct UnplyAnnotations*)1, 1)) return (const struct UnplyAnnotations*)0;
  return table ? table : __unply_find();
}

static inline UNPLY_TABLE_USER void unply_phase_begin(const struct UnplyPhaseInfo* phase) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table && table->version >= 3) table->phase_begin(phase);
}
static inline UNPLY_TABLE_USER void unply_phase_end(const struct UnplyPhaseInfo* phase) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table && table->version >= 3) table->phase_end(phase);
}
#undef UNPLY_TABLE_USER

#endif

#ifdef UNPLY_NO_TIMELINE

#undef UNPLY_NO_TIMELINE
#define unply_region_begin(name) ((void)(name))
#define unply_region_end() ((void)0)
#define unply_event(name) ((void)(name))
#define unply_record_pause() ((void)0)
#define unply_record_resume() ((void)0)
#define unply_value(name, number) ((void)(name), (void)(number))

#else

static inline __attribute__((always_inline)) void unply_region_begin(const char* name) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table) table->region_begin(name);
}
static inline __attribute__((always_inline)) void unply_region_end(void) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table) table->region_end();
}
static inline __attribute__((always_inline)) void unply_event(const char* name) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table) table->event(name);
}
static inline __attribute__((always_inline)) void unply_record_pause(void) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table && table->version >= 2) table->pause();
}
static inline __attribute__((always_inline)) void unply_record_resume(void) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table && table->version >= 2) table->resume();
}
static inline __attribute__((always_inline)) void unply_value_signed(const char* name, long long number) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table) table->value(name, 0, (unsigned long long)number);
}
static inline __attribute__((always_inline)) void unply_value_unsigned(const char* name, unsigned long long number) {
  const struct UnplyAnnotations* table = __unply_table();
  if (table) table->value(name, 1, number);
}
static inline __attribute__((always_inline)) void unply_value_double(const char* name, double number) {
  const struct UnplyAnnotations* table = __unply_table();
  unsigned long long bits;
  __builtin_memcpy(&bits, &number, sizeof bits);
  if (table) table->value(name, 2, bits);
}
static inline __attribute__((always_inline)) void unply_value_float(const char* name, float number) {
  const struct UnplyAnnotations* table = __unply_table();
  unsigned bits;
  __builtin_memcpy(&bits, &number, sizeof bits);
  if (table) table->value(name, 3, bits);
}

#ifdef __cplusplus
#define UNPLY_VALUE(type, kind)                                                                                        \
  inline __attribute__((always_inline)) void unply_value(const char* name, type number) {                              \
    unply_value_##kind(name, number);                                                                                  \
  }
namespace unply {
namespace values { /* found through the using-directive below, so that each source file may use its own copy */
namespace {
UNPLY_VALUE(bool, unsigned)
UNPLY_VALUE(char, signed)
UNPLY_VALUE(signed char, signed)
UNPLY_VALUE(unsigned char, unsigned)
UNPLY_VALUE(short, signed)
UNPLY_VALUE(unsigned short, unsigned)
UNPLY_VALUE(int, signed)
UNPLY_VALUE(unsigned, unsigned)
UNPLY_VALUE(long, signed)
UNPLY_VALUE(unsigned long, unsigned)
UNPLY_VALUE(long long, signed)
UNPLY_VALUE(unsigned long long, unsigned)
UNPLY_VALUE(float, float)
UNPLY_VALUE(double, double)
inline __attribute__((always_inline)) void unply_value(const char* name, long double number) {
  unply_value_double(name, (double)number);
}
} /* namespace */
} /* namespace values */
} /* namespace unply */
#undef UNPLY_VALUE
using unply::values::unply_value;
#else
/* clang-format off */
#define unply_value(name, number)                                                                                      \
  __extension__ _Generic((number),                                                                                     \
      float: unply_value_float, double: unply_value_double, long double: unply_value_double,                           \
      _Bool: unply_value_unsigned, unsigned char: unply_value_unsigned, unsigned short: unply_value_unsigned,          \
      unsigned: unply_value_unsigned, unsigned long: unply_value_unsigned, unsigned long long: unply_value_unsigned,   \
      default: unply_value_signed)(name, number)
/* clang-format on */
#endif

#endif

/* The names of execution-graphs-mora-2021, section 3. */
#define mt_btrace() unply_trace_begin((const char*)0)
#define mt_etrace() unply_trace_end()
#define mt_btask() unply_task_begin((const char*)0)
#define mt_etask() unply_task_end()

#ifdef __cplusplus

#if defined(__GNUC__)
#define UNPLY_ALWAYS_INLINE __attribute__((always_inline)) inline
#else
#define UNPLY_ALWAYS_INLINE inline
#endif

namespace unply {

/* The rest of the block is a trace region: name the object, a temporary would end at once. */
class TraceRegion {
public:
  UNPLY_ALWAYS_INLINE explicit TraceRegion(const char* label = nullptr) noexcept { unply_trace_begin(label); }
  UNPLY_ALWAYS_INLINE ~TraceRegion() { unply_trace_end(); }
  TraceRegion(const TraceRegion&) = delete;
  TraceRegion& operator=(const TraceRegion&) = delete;
};

/* The rest of the block is a task region. */
class TaskRegion {
public:
  UNPLY_ALWAYS_INLINE explicit TaskRegion(const char* label = nullptr) noexcept { unply_task_begin(label); }
  UNPLY_ALWAYS_INLINE ~TaskRegion() { unply_task_end(); }
  TaskRegion(const TaskRegion&) = delete;
  TaskRegion& operator=(const TaskRegion&) = delete;
};

/* The rest of the block is a stretch of its own on the timeline. */
class Region {
public:
  UNPLY_ALWAYS_INLINE explicit Region(const char* name) noexcept { unply_region_begin(name); }
  UNPLY_ALWAYS_INLINE ~Region() { unply_region_end(); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
};

} /* namespace unply */

#undef UNPLY_ALWAYS_INLINE
#endif
#endif
