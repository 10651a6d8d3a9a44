/* Marks trace and task regions in C (from C99) and C++ (from C++11) source, where `#pragma exg` does not fit:
 *
 *   unply_trace_begin("solve");                      unply::TraceRegion trace("solve");     // C++: ends with the block
 *   for (i = 0; i < n; ++i) {                        for (int i = 0; i < n; ++i) {
 *     unply_task_begin("row"); row(i);                 unply::TaskRegion task("row");
 *     unply_task_end();                                row(i);
 *   }                                                }
 *   unply_trace_end();
 *
 * Compiled by anything but unply, all of it is nothing and needs no library. A label is a string or null. Each begin
 * needs its end in the same function; an end without a begin is ignored and counted. The C forms are macros, so that
 * each call is a region of its own with its own source line. */
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

} /* namespace unply */

#undef UNPLY_ALWAYS_INLINE
#endif
#endif
