/* How the runtime inside the recorded program hands its data to `unply record`: a ring buffer in memory that both
 * share (a memfd of the recorder, whose path below /proc is in UNPLY_RING: the program inherits no descriptor, and has
 * none open), so that nothing handed over is lost when the program dies, and the program itself neither compresses nor
 * writes files.
 *
 * One process writes (the first instrumented one that claims the ring), `unply record` reads. Positions are byte
 * counts since the start, never wrapped; byte at position p lies at data[p % capacity]. Records start at multiples of 8
 * and may wrap around the end: the mapping repeats the data area twice in a row, so that both sides see each record in
 * one piece. */
#ifndef UNPLY_RING_FORMAT_H
#define UNPLY_RING_FORMAT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { kRingVersion = 8, kRingHeaderBytes = 4096, kRingMaxRecordBytes = 1 << 20 };
#define UNPLY_RING_MAGIC 0x676e6972796c6e75ull /* "unplyring" cut to 8 bytes, little endian */

enum RingMode {
  kRingOnline = 0,
  kRingAccesses = 1,
  kRingTimes = 2,     /* task instances and their times alone */
  kRingUnstamped = 3, /* begins and ends of trace regions alone: nothing is stamped inside them */
  kRingLoops = 4      /* the loop profile, also of a program with regions; without any it is made in online mode too */
};

/* Counted by the runtime, each with one atomic add, valid at any moment. */
enum RingCounter {
  kCountThreads,          /* threads that ran instrumented regions or accesses, followed one included */
  kCountForeignTasks,     /* task instances begun by threads that are not followed */
  kCountForks,            /* forks of the recorded process; the children are not followed */
  kCountForeignProcesses, /* other instrumented processes that found the ring taken */
  kCountUnbalancedEnds,   /* ends without a begin: ignored */
  kCountResynchronised,   /* instances closed because their frame was gone (longjmp, exception, exit) */
  kCountNestedTraces,     /* trace regions entered inside another one: the outer one counts */
  kCountHooks,            /* accesses seen inside task instances by the followed thread */
  kCountCollections,      /* times histories that no byte had any more gave up their ids */
  kCountSignalsInside,    /* hooks skipped because a signal handler interrupted a hook */
  kCountOverwrites,       /* tasks before which code outside tasks had overwritten what others of the trace had used */
  kCountHandedOn,         /* results of chosen functions that code outside tasks combined or handed on: no edge */
  kCountUnseenCallers,    /* instances of chosen functions whose caller was not seen: no edge through their values */
  kCountCallPaths,        /* accesses of which no call path is kept, because there were too many */
  kCountLoopsLost,        /* loops and dependences that the profile had no room for */
  kCountWaitedTicks,      /* time stamp ticks during which the program waited for room in the ring */
  kCountCount = 16
};

enum RingState { kRingFree = 0, kRingClaimed = 1, kRingFinished = 2, kRingStopped = 3 };

struct RingHeader {
  uint64_t magic;
  uint32_t version, mode; /* mode: RingMode, set by the recorder */
  uint64_t capacity;      /* bytes of the data area, a power of two and a multiple of the page size */
  uint32_t state;         /* RingState; Free -> Claimed by compare-and-swap */
  uint32_t owner_pid;     /* of the process that claimed it */
  uint32_t recorder_gone; /* set when the reader stops: the writer then stops recording, and never waits */
  uint32_t stop_reason;   /* RingStop, when state is Stopped */
  uint64_t start_tsc, start_monotonic_ns; /* both read when the ring was claimed */
  uint64_t end_tsc, end_monotonic_ns;     /* both read when it was finished; 0 until then */
  uint32_t hook_ps, transition_ps;        /* calibrated cost of a hook on its fast path, and on its slow path, ps */
  uint32_t task_ps;                       /* calibrated cost of one task begin and end, ps */
  uint32_t task_inside_ps;                /* part of it that falls inside the instance's own interval, ps */
  uint32_t recorder_pid;                  /* the reader's process; a writer that waits checks that it still lives */
  uint32_t task_parent_ps;                /* part of it that falls inside the interval of the enclosing instance, ps */
  uint64_t counters[kCountCount];
  uint64_t open_at;
  uint32_t collect_at; /* histories before the first collection; 0: as the runtime chooses. Set by the recorder */
  uint32_t open_tasks, open_accesses; /* of RingOpen: what is valid now, at any moment */
  uint32_t open_entries; /* valid entries of the RingRun at `open_at`, if that is `head`: not published yet */
  uint32_t profiled;     /* 1: the loops' part of RingOpen is in use, and there is nothing else */
  uint32_t loop_dependences, loop_calls, part_works; /* of it: what is valid now, at any moment */
  uint64_t work;                                     /* estimated instructions of the whole program so far */
  uint32_t resolution_ps;                            /* single intervals of empty instances differ by this much, ps */
  _Alignas(64) uint64_t head;                        /* written up to here; release-stored by the writer */
  uint32_t writer_waits;                             /* futex: 1 while the writer waits for room */
  _Alignas(64) uint64_t tail;                        /* read up to here; release-stored by the reader */
};
#ifdef __cplusplus
static_assert(sizeof(RingHeader) <= kRingHeaderBytes);
#endif

/* What is not handed over yet, for when the program dies inside task instances: the stack of open instances and the end
 * of the access stream (access mode). Lies behind the data area. The writer works in it directly; what outgrows it is
 * private and lost with the program. In online mode the accesses of the current run lie in the data area, in the record
 * that begins at `head`. */
struct RingOpenTask {
  uint64_t frame; /* address of the stack frame that holds the region; the writer's own */
  uint32_t vertex, instance, previous, parent, region, trace; /* as in RingTask */
  uint64_t begin_tsc;
  uint64_t resumed_tsc; /* start of the current stretch without nested instances */
  uint64_t self_ticks;  /* of the stretches before it */
  uint64_t hooks, transitions;
  uint8_t api, may_extend, had_nested, reserved[5]; /* the writer's own */
};
enum {
  kRingOpenTasks = 4096,
  kRingOpenAccesses = 4096,
  kRingOpenTaskBytes = kRingOpenTasks * 80,
  kRingOpenAccessBytes = kRingOpenAccesses * 16,
  kRingUnseen = 1024, /* names of code that tasks called unseen; the last stands for all further ones */
  kRingOpenUnseenBytes = kRingUnseen * 8,
  kRingOpenLoopsAt = kRingOpenTaskBytes + kRingOpenAccessBytes + kRingOpenUnseenBytes
};
/* The part for unseen calls counts, by the slot of its RingUnseen, how often tasks called a function of which nothing
 * is seen. */

/* The loop profile, as far as the program has come: it needs no record, and a program that is killed leaves it. */
struct RingLoop { /* by index into the program's loop table, from 1 */
  uint64_t instances, iterations, least, most, work;
  uint32_t around, reserved; /* index of the loop around it when it first ran; 0: none */
};
enum RingCarried { kRingWithin, kRingCarried, kRingParts }; /* of parts: first_from and first_to are their numbers */
struct RingLoopDependence {
  uint32_t loop;         /* index; 0: outside of all loops that were active */
  uint8_t carried, kind; /* carried: RingCarried; kind: RingEdgeKind */
  uint8_t exact, inner;  /* inner: 0 no distance in the loop inside was noted; 1 they are known; 2 one is not */
  uint32_t site_from, site_to;
  uint64_t count, min_distance, max_distance, first_from, first_to;
  int64_t inner_least, inner_most;
};
struct RingLoopCall {
  uint32_t loop, slot; /* slot: of its RingUnseen */
  uint64_t count;
};
/* Of a function with parts (runtime_abi.h), in the same unit as `work`. */
enum RingPartWorkKind {
  kPartWorkCall, /* number: of the part; work of that call, or of an iteration with calls */
  kPartWorkSpan, /* executions in no other of the same function: the longest chain, if its recursive calls run at once;
                    number 1: iterations with such calls as well */
  kPartWorkSize  /* + index of a size; number: size_bucket() of its value; work of an execution with it */
};
/* Numbers below 64 have a bucket of their own, larger ones four for each power of two. */
static inline uint32_t unply_size_bucket(uint64_t size) {
  if (size < 64) return (uint32_t)size;
  const uint32_t power = 63 - (uint32_t)__builtin_clzll(size);
  return 64 + (power - 6) * 4 + (uint32_t)((size >> (power - 2)) & 3);
}
static inline uint64_t unply_least_in_bucket(uint32_t bucket) {
  if (bucket < 64) return bucket;
  const uint32_t power = 6 + (bucket - 64) / 4;
  return ((uint64_t)1 << power) + (uint64_t)((bucket - 64) % 4) * ((uint64_t)1 << (power - 2));
}
struct RingPartWork {
  uint32_t function;
  uint16_t kind, number;
  uint64_t count, work; /* work: sum over `count` */
};
enum {
  kRingPartWorks = 1 << 14,
  kRingPartWorksBytes = kRingPartWorks * 24,
  kRingLoopRows = 1 << 16, /* pages of rows that nothing uses take address space only */
  kRingLoopDependences = 1 << 17,
  kRingLoopCalls = 1 << 14,
  kRingLoopRowsBytes = kRingLoopRows * 48,
  kRingLoopDependencesBytes = kRingLoopDependences * 72,
  kRingLoopCallsBytes = kRingLoopCalls * 16,
  kRingOpenLoopsBytes = kRingLoopRowsBytes + kRingLoopDependencesBytes + kRingLoopCallsBytes + kRingPartWorksBytes,
  kRingOpenBytes = kRingOpenLoopsAt + kRingOpenLoopsBytes
};

enum RingStop { kStopNone, kStopMemory, kStopTasks, kStopAddressSpace, kStopForeignMemory };

/* Each record: this head, then `bytes - 8` bytes of payload. */
struct RingRecord {
  uint32_t bytes; /* with this head, a multiple of 8, at most kRingMaxRecordBytes */
  uint32_t type;  /* RingRecordType */
};

enum RingRecordType {
  kRecordModule = 1, /* RingModule */
  kRecordStrings,    /* RingChunk, then bytes of the module's string table */
  kRecordSites,      /* RingChunk, then UnplySiteInfo[] */
  kRecordRegions,    /* RingChunk, then UnplyRegionInfo[] */
  kRecordTraceBegin, /* RingTrace */
  kRecordTraceEnd,   /* RingTrace */
  kRecordTask,       /* RingTask: a vertex of the graph, complete (online mode) */
  kRecordRun,        /* RingRun, then RingEntry[]: accesses of a vertex that goes on (online mode) */
  kRecordTaskBegin,  /* RingTaskEvent (access mode) */
  kRecordTaskEnd,    /* RingTaskEvent (access mode) */
  kRecordAccesses,   /* RingAccess[] (access mode) */
  kRecordNote,       /* text, zero-padded */
  kRecordLeaf,       /* RingRun, then RingEntry[]: the last accesses of a vertex, and its row (online mode) */
  kRecordUnseen,     /* RingUnseen, then its name, zero-padded: a function was called for the first time */
  kRecordObject,     /* RingObject, then its path, zero-padded: a file whose code is in call paths */
  kRecordCallPath,   /* RingCallPath, then RingCall[], innermost first */
  kRecordLoops,      /* RingChunk, then UnplyLoopInfo[] */
  kRecordCollection, /* RingCollection, then uint64_t[]: histories that are left (online mode) */
};

struct RingModule {
  uint32_t module, first_site, site_count, first_region, region_count, string_bytes, name;
  uint32_t stats[12];
  uint32_t choices;   /* as in UnplyModule */
  uint32_t directory; /* as `name`, an offset into the strings */
  uint32_t first_loop, loop_count, reserved;
};
struct RingChunk {
  uint32_t module, first; /* index of the first row, or byte offset */
  uint32_t count, reserved;
};
/* trace: instance number, from 1; 0 is the implicit trace of tasks outside every trace region. */
struct RingTrace {
  uint32_t trace, region;
  uint64_t tsc;
};

/* Vertex ids count from 1 in order of creation, and are a topological order (Proposition 3.2). */
struct RingTask {
  uint32_t vertex;
  uint32_t
      instance; /* the first vertex of this task instance; differs from `vertex` after an extension (Algorithm 3) */
  uint32_t previous; /* the vertex that this one extends, or 0 */
  uint32_t parent;   /* vertex that was current when the instance began, or 0 */
  uint32_t region, trace;
  uint64_t begin_tsc, end_tsc;
  uint64_t self_ticks;  /* end - begin without nested instances; tracing cost included */
  uint32_t hooks;       /* accesses hooked in it, for the estimate of the tracing cost */
  uint32_t transitions; /* of them, those that took the slow path */
};

/* The tree of histories (online mode). A history is all that is known of a byte: the write that it begins with, and the
 * runs that have read it since, each with a site; bytes with equal histories share its id. The program writes down how
 * histories grow, and the reader finds the dependences, each of which follows from one entry and the nodes above it:
 *  - a read gives history `before` one more reader, and is a flow dependence on the write that `before` begins with;
 *  - a store ends history `before`: anti dependences on all its readers, an output dependence on its write.
 * Ids are index << 1 | write: bit 0 says that the last event is a write. Index 0 means that nothing is known; new
 * indices count up from 1, one for each entry of the kinds kEntryRead and kEntryWrite, in order, from first_index on.
 *
 * A run is an uninterrupted stretch of one vertex; it may take several records. */
struct RingRun {
  uint32_t vertex, instance; /* as in RingTask */
  uint32_t entries, first_index;
  /* Of kRecordLeaf, a vertex without parent, nested instances and extensions, all of it: as in RingTask. */
  uint32_t region, trace, hooks, transitions;
  uint64_t begin_tsc;
  uint32_t ticks, reserved; /* end - begin, all of it its own */
};
enum RingEntryKind {
  kEntryRead,  /* a new history: `before` and this reader */
  kEntryWrite, /* `before` ends with a store, whose new history begins here: this site's write */
  kEntryStore  /* `before` ends with a store whose history is there already: a write of this run */
};
struct RingEntry {
  uint32_t before;
  uint32_t site_kind; /* site | RingEntryKind << 30 */
  uint64_t bytes;     /* that have made this transition, at this site and in this record */
};
enum { kRingEntrySite = (1 << 30) - 1 };

/* Ids are given anew, in the same order, to those histories that some byte still has: bit i of the words is set for the
 * ones that are left of the indices 64 * first_word + i. Comes in pieces, in order; the new ids hold after the last. */
struct RingCollection {
  uint32_t indices, words; /* indices so far, and words for all of them: indices / 64, rounded up */
  uint32_t first_word, count;
};

enum RingEdgeKind { kEdgeFlow = 0, kEdgeAnti = 1, kEdgeOutput = 2, kEdgeExtension = 3 };

struct RingUnseen {
  uint32_t slot, reserved;
};

struct RingObject {
  uint32_t object, reserved; /* number, from 1 */
};
/* By which calls a task of `region` reached `site`: an access of its first, second, fourth, ... new history there.
 * Where `has_entry` is set, its entry is the next one. The calls begin with those within the runtime and end with the
 * one in the function that holds the task, or in main where the runtime does not know it. */
struct RingCallPath {
  uint32_t site, region;
  uint32_t calls, inner, left_out; /* left_out calls lie behind the first `inner` ones */
  uint32_t has_entry;              /* 1: online mode */
};
struct RingCall {
  uint64_t offset; /* of the return address from where the object is loaded */
  uint32_t object; /* 0: not known */
  uint32_t reserved;
};

struct RingTaskEvent {
  uint32_t region, trace;
  uint64_t tsc;
};

/* The access stream: 16 bytes each; the strided forms are followed by one RingAccessStride in the next 16 bytes. */
enum RingAccessOp {
  kAccessLoad,
  kAccessStore,
  kAccessLoadStrided,
  kAccessStoreStrided,
  kAccessForget,
  kAccessMove,
  kAccessCopy
};
struct RingAccess {
  uint64_t address_op; /* address | op << 56 */
  uint32_t site;
  uint32_t bytes;
};
struct RingAccessStride {
  int64_t stride;
  uint64_t count;
};
/* Forget: history of [address, address + n) ends, n in the RingAccessStride that follows (count).
 * Move: history of n = count bytes moves from address to the address given in `stride` (as an integer).
 * Copy: likewise, the last writer of each byte becomes that of the other one, unless that has a later one. */

#ifdef __cplusplus
static_assert(sizeof(RingTask) == 56 && sizeof(RingOpenTask) == 80 && sizeof(RingRun) == 48 &&
              sizeof(RingEntry) == 16 && sizeof(RingCall) == 16 && sizeof(RingCallPath) == 24 &&
              sizeof(RingAccess) == 16 && sizeof(RingLoop) == 48 && sizeof(RingLoopDependence) == 72 &&
              sizeof(RingPartWork) == 24);
}
#endif
#endif
