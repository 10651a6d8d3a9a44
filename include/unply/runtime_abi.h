/* What the compiler plugin emits and the runtime defines: the hooks that instrumented code calls and the tables that
 * each instrumented module (one .o) carries. Both sides are built together: kUnplyAbi changes with any change here.
 * Ground rules of the hooks: they never fail, never throw, never allocate through the program's malloc, and leave
 * errno and the floating-point environment alone. All of them are no-ops unless `unply record` started the program. */
#ifndef UNPLY_RUNTIME_ABI_H
#define UNPLY_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { kUnplyAbi = 9 };

/* One instrumented access in the code, mutable: the runtime keeps the last transition of a shadow word that this site
 * caused, since neighbouring elements mostly share their history. The module carries an array of them, zeroed, with
 * `id` filled by __unply_module. */
struct UnplySite {
  uint32_t from;     /* history before the access */
  uint32_t to;       /* history after it; the pair holds only while `to` is at least the open record's first history */
  uint64_t* count;   /* where the bytes of this transition are counted; never null while the pair holds */
  uint32_t id;       /* index into the program's site table, 0 until registered */
  uint32_t region;   /* the task region (as in Vertex) of which `seen` tells */
  uint32_t seen;     /* new histories made here: of the first, second, fourth, ... the calls are looked at */
  uint32_t in_table; /* 1: the transition is in the table of known ones as well (transition.cpp) */
};

/* Where a site is in the source. Strings are offsets into the module's string table; offset 0 is the empty string. */
struct UnplySiteInfo {
  uint32_t file, line, column;         /* line 0: no debug information */
  uint32_t function;                   /* as written in the source, demangled by the compiler's debug info */
  uint32_t variable;                   /* "u[]", "*p", "s.n", "C.data[]"; empty if unknown */
  uint32_t inlined_file, inlined_line; /* outermost call site that the access was inlined into, or 0, 0 */
  uint32_t flags;                      /* UnplySiteFlag */
};
enum UnplySiteFlag {
  kSiteWrite = 1,
  kSiteModel = 2,        /* made by a library model */
  kSiteStream = 4,       /* of a loop */
  kSiteUpdateShift = 3,  /* 3 bits: the access is one of x in x = x OP e, where nothing else has the value read or */
  kSiteUpdateMask = 7,   /* written; 0: it is not, else which OP: 1 + -, 2 *, 3 &, 4 |, 5 ^, 6 min, 7 max */
  kSiteOnlyUpdated = 64, /* and no task does anything else with x, by whatever path */
  kSiteThreadLocal = 128 /* of a thread-local variable, or errno */
};

enum UnplyRegionKind { kUnplyTrace = 0, kUnplyTask = 1 };
enum UnplyRegionOrigin { kUnplyPragma = 0, kUnplyApi = 1, kUnplyLoop = 2, kUnplyFunction = 3, kUnplyPaperAbi = 4 };

struct UnplyRegionInfo {
  uint32_t kind;   /* UnplyRegionKind */
  uint32_t origin; /* UnplyRegionOrigin */
  uint32_t file, line, column, function, label;
};

struct UnplyRegion {
  uint32_t id; /* index into the program's region table, filled by __unply_module */
};

/* A loop in the copy of a function for the loop profile. Mutable: __unply_module fills `id`. */
struct UnplyLoop {
  uint32_t id;   /* index into the program's loop table, from 1 */
  uint32_t work; /* of one iteration without the loops in it, in estimated instructions */
};

/* Where a loop is, and the facts about it that the compiler knows, as JSON: docs/design/discovery.md. */
struct UnplyLoopInfo {
  uint32_t file, line, column, function, facts;
  uint32_t kind; /* 0: a loop, 1: a function with parts */
};

/* Statistics of the pass, in the order of UnplyModule.stats. */
enum UnplyStat {
  kUnplyStatLoads,     /* loads seen */
  kUnplyStatStores,    /* stores seen */
  kUnplyStatHooks,     /* hooks placed for single accesses */
  kUnplyStatStreams,   /* accesses replaced by a loop stream */
  kUnplyStatConstants, /* left out: reads of constants */
  kUnplyStatPrivate,   /* left out: memory that one task instance alone can see */
  kUnplyStatRepeated,  /* left out: repeated in the same block with no task boundary or call between */
  kUnplyStatModels,    /* library calls with a model */
  kUnplyStatFunctions, /* functions with hooks */
  kUnplyStatCopies,    /* of them, those with a copy without */
  kUnplyStatCount = 12
};

struct UnplyModule {
  uint32_t abi; /* kUnplyAbi */
  uint32_t site_count, region_count, string_bytes;
  const struct UnplySiteInfo* site_infos;     /* [site_count] */
  const struct UnplyRegionInfo* region_infos; /* [region_count] */
  const char* strings;
  struct UnplySite* sites;     /* [site_count] */
  struct UnplyRegion* regions; /* [region_count] */
  uint32_t name;               /* of the source file */
  uint32_t stats[kUnplyStatCount];
  uint32_t choices;   /* of --tasks: lines of '1' if something here is one, or '0', and its text; offset 0: none */
  uint32_t directory; /* in which the compiler ran */
  uint32_t* plain;    /* UnplyPlain: who goes on in the copies of functions, without hooks. Null: no copies */
  uint32_t loop_count, reserved;
  const struct UnplyLoopInfo* loop_infos; /* [loop_count] */
  struct UnplyLoop* loops;                /* [loop_count] */
};

/* A module's `plain`: who goes on in the copies of functions. Of kUnplyPlainOthers a function asks __unply_is_plain;
 * one whose labels are in memory does not, and has hooks: another thread may have kept the labels. */
enum UnplyPlain {
  kUnplyPlainAll = 1,    /* not recorded, or without hooks: nobody has hooks. As compiled */
  kUnplyPlainOthers = 2, /* one thread is followed: all others */
  kUnplyPlainLoops = 3,  /* the loop profile: one thread in its copies for that, all others in those without hooks */
  kUnplyPlainNobody = 0  /* recorded, and no thread is followed yet */
};

uint32_t __unply_is_plain(void);   /* 1 in threads that are not followed */
uint32_t __unply_runs_loops(void); /* 1 in the thread whose loops are profiled: the first one that asks */

/* Called by a constructor of each instrumented module (priority 1, also after dlopen), and in code for shared objects
 * by a destructor (also before dlclose unmaps it). */
void __unply_module(struct UnplyModule* module);
void __unply_module_gone(struct UnplyModule* module);

/* A function that was compiled by unply and can be called from other object files or through a pointer has this word
 * twice before its first instruction. */
#define UNPLY_INSTRUMENTED 0x64656c62696c706eull

/* Functions that other object files may define as well (inline functions, templates): the linker keeps one definition
 * of each. Called by a constructor, with the functions of this object file that have hooks; addresses are those of the
 * definitions that were kept. */
struct UnplyInlineFunction {
  const void* address;
  const char* name;
};
void __unply_inline_functions(const struct UnplyInlineFunction* functions, uint32_t count);

/* Single accesses; any alignment. Clang's preserve_most calling convention on x86-64: see UNPLY_HOOK. */
#if defined(__clang__) && defined(__x86_64__)
#define UNPLY_HOOK __attribute__((preserve_most))
#else
#define UNPLY_HOOK
#endif
#define UNPLY_ACCESS_HOOK(prefix, n)                                                                                   \
  UNPLY_HOOK void prefix##load##n(const void* p, struct UnplySite* site);                                              \
  UNPLY_HOOK void prefix##store##n(void* p, struct UnplySite* site);
#define UNPLY_ACCESS_HOOKS(f)                                                                                          \
  UNPLY_ACCESS_HOOK(f, 1)                                                                                              \
  UNPLY_ACCESS_HOOK(f, 2) UNPLY_ACCESS_HOOK(f, 4) UNPLY_ACCESS_HOOK(f, 8) UNPLY_ACCESS_HOOK(f, 16)
UNPLY_ACCESS_HOOKS(__unply_)

/* n bytes, or a zero-terminated string with its terminator. Ordinary C calling convention. */
void __unply_load_n(const void* p, uint64_t n, struct UnplySite* site);
void __unply_store_n(void* p, uint64_t n, struct UnplySite* site);
void __unply_load_str(const char* p, struct UnplySite* site);
void __unply_store_str(char* p, struct UnplySite* site);

/* Fortran descriptors (ISO_Fortran_binding.h) that flang's runtime is called with: the descriptor's own bytes, the
 * "header", and the elements that it describes. Null pointers and foreign bytes are passed over. Storing a header needs
 * its state before the call: it counts as written if it has changed, or if the state is 0. */
uint64_t __unply_descriptor_state(const void* descriptor);
void __unply_load_header(const void* descriptor, struct UnplySite* site);
void __unply_store_header(void* descriptor, uint64_t state, struct UnplySite* site);
void __unply_load_elements(const void* descriptor, struct UnplySite* site);
void __unply_store_elements(void* descriptor, struct UnplySite* site);
/* Those of which the element of the mask is `wanted`, 0 or 1; all if there is no mask. */
void __unply_load_masked(const void* descriptor, const void* mask, uint64_t wanted, struct UnplySite* site);
/* What the allocatable components of the elements hold, which assignment copies along. */
void __unply_load_components(const void* descriptor, struct UnplySite* site);
void __unply_store_components(void* descriptor, struct UnplySite* site);
/* What flang's runtime appended to the array of an array constructor since it had `elements`. */
uint64_t __unply_constructor_state(const void* constructor);
void __unply_store_constructor(void* constructor, uint64_t elements, struct UnplySite* site);
/* All the variables of a namelist group. */
void __unply_load_namelist(const void* group, struct UnplySite* site);
void __unply_store_namelist(const void* group, struct UnplySite* site);

/* One access of a loop whose address is base + i * stride in iteration i; stride 0: loop-invariant. */
struct UnplyStream {
  const void* base;
  int64_t stride; /* bytes, may be negative */
  struct UnplySite* site;
  uint32_t bytes; /* of one access */
  uint32_t write; /* 0 or 1 */
};

/* All the streams of a loop of `trip` iterations, in program order of its body, called before the loop. The effect is
 * exactly that of trip * count single accesses in program order: the runtime finds out whether streams overlap. */
void __unply_loop(uint64_t trip, const struct UnplyStream* streams, uint32_t count);
/* The same for a loop that has hooks of its own as well, behind these streams in time but not in its body. Where their
 * order matters, since a renewal may be needed, nothing is done and the result is 1: the loop then calls hooks for all. */
uint32_t __unply_loop_beside(uint64_t trip, const struct UnplyStream* streams, uint32_t count);

/* One access of a nest of loops, whose address is base + the sum of i[k] * strides[k]; loop 0 is the innermost one. It
 * is in the body of loop `level`, and its strides below are 0. */
enum { kUnplyNestDepth = 3, kUnplyNestRows = 128 };
struct UnplyNestStream {
  const void* base;
  int64_t strides[kUnplyNestDepth]; /* bytes, may be negative */
  struct UnplySite* site;
  uint32_t bytes;        /* of one access */
  uint16_t write, level; /* write: 0 or 1 */
};

/* All the accesses of a nest of `depth` loops, two or three, with trips[k] iterations of loop k each time, in program
 * order: those of an outer body stand in front of or behind all of the loop in it. At most kUnplyNestRows. Called
 * before the nest; the effect is exactly that of the single accesses in program order. */
void __unply_nest(const uint64_t* trips, uint32_t depth, const struct UnplyNestStream* rows, uint32_t count);

/* The loop profile: hooks in copies of functions that the followed thread alone runs.
 *
 * A loop begins, each iteration begins, and a loop ends; `frame` is the function's frame address: what an exception or
 * a longjmp has left open ends with the next begin of a function further out. Accesses are as above. Directly behind
 * its begin, a loop may say that it writes at most from bounds[2 k] to bounds[2 k + 1], for k < count. */
extern uint64_t __unply_work; /* estimated instructions so far, outside of loops: each function adds its own */
enum { kUnplyExtents = 16 };  /* of one loop, at most */
UNPLY_HOOK void __unply_loop_begin(struct UnplyLoop* loop, void* frame);
UNPLY_HOOK void __unply_loop_writes(struct UnplyLoop* loop, const void* const* bounds, uint32_t count);
UNPLY_HOOK void __unply_loop_next(struct UnplyLoop* loop);
UNPLY_HOOK void __unply_loop_end(struct UnplyLoop* loop, uint32_t thrown); /* 1: an exception leaves it */
UNPLY_ACCESS_HOOKS(__unply_loop_)
/* A loop all of whose accesses are streams, in one call in front of it, or a nest of such loops; loops[k] is loop k. */
void __unply_loop_whole(uint64_t trip, const struct UnplyStream* streams, uint32_t count, struct UnplyLoop* loop);
void __unply_loop_nest(const uint64_t* trips, uint32_t depth, const struct UnplyNestStream* rows, uint32_t count,
                       struct UnplyLoop* const* loops);
/* Behind a loop that only reads: its iterations and streams. Its other reads were called, as those of the loop around. */
void __unply_loop_read(uint64_t trip, const struct UnplyStream* streams, uint32_t count, struct UnplyLoop* loop);

/* The parts of a function whose calls might become tasks: part 2 k + 1 is its call k, or a loop with calls of itself,
 * part 2 k the code before that. They ascend in each execution. `function`: a row of the loop table; frame: as above. */
enum {
  kUnplyParts = 64,             /* of one function, at most */
  kUnplySizes = 4,              /* likewise: values of parameters on which the work may depend */
  kUnplyPartRecursive = 1 << 8, /* added to the number of a part: a call that leads to the function itself */
  kUnplyPartIteration = 1 << 9  /* likewise: the next iteration of a loop with such calls, whose part begins anew */
};
UNPLY_HOOK void __unply_parts_begin(struct UnplyLoop* function, void* frame);
UNPLY_HOOK void __unply_parts_size(struct UnplyLoop* function, void* frame, uint32_t number, int64_t value);
UNPLY_HOOK void __unply_parts_next(struct UnplyLoop* function, void* frame, uint32_t part);
UNPLY_HOOK void __unply_parts_end(struct UnplyLoop* function, void* frame);

/* What a library call reads or writes: one EFFECT of src/plugin/library_models.def. */
enum UnplyPlace { /* 0 and up: an argument */
                  kPlaceNone = -1,
                  kPlaceResult = -2,
                  kPlaceStdin = -3,
                  kPlaceStdout = -4,
                  kPlaceStderr = -5,
                  kPlaceStrtok = -6,     /* where strtok goes on */
                  kPlaceDescriptor = -7, /* behind the file descriptor in argument `path` */
                  kPlaceHidden = -8      /* the hidden state with the number `path`, below kUnplyHidden */
};
enum { kUnplyHidden = 4096 };
enum UnplyTerm {
  kTermNone,
  kTermBytes,    /* `argument` bytes */
  kTermArgument, /* from here on `argument` is the number of an argument, -1: none */
  kTermResult,
  kTermTo,
  kTermString,
  kTermWideString,
  kTermEnd,
  kTermNumber,
  kTermWideNumber,
  kTermCompare,
  kTermCompareFolded,
  kTermWideCompare,
  kTermWideCompareFolded,
  kTermToken,
  kTermCut,
  kTermSeparate,
  kTermSeparateCut,
  kTermWideToken,
  kTermWideCut,
  kTermAppend,
  kTermBoundedAppend,
  kTermWideAppend,
  kTermAt,
  kTermBuffers,
  kTermMessage,
  kTermFormat,
  kTermFormatList,
  kTermWideFormat,
  kTermWideFormatList,
  kTermScan,
  kTermScanList,
  kTermWideScan,
  kTermWideScanList,
  kTermFile,
  kTermLast,
  kTermTree,
  kTermNext,
  kTermPrevious,
  kTermLinks,
  kTermStream,
  kTermTaken,
  kTermGot,
  kTermPut,
  kTermStringObject
};
enum UnplyEffectFlag {
  kEffectWrite = 1,
  kEffectBefore = 2, /* looked at in front of the call, behind it, or both */
  kEffectAfter = 4,
  kEffectIfSucceeded = 8,
  kEffectIfNotNull = 16, /* success is a result that is no null pointer */
  kEffectIfChanged = 32
};
enum UnplyOperand { kOperandNone, kOperandConstant, kOperandArgument, kOperandLength, kOperandResult };
struct UnplyEffect {
  int16_t flags;             /* UnplyEffectFlag */
  int16_t base, path;        /* UnplyPlace; the pointer stored `path` bytes behind it, or -1 */
  int16_t other, other_path; /* instead of a null pointer */
  int16_t offset;            /* added to it */
  int16_t term, argument;    /* UnplyTerm */
  int16_t plus_kind, plus;   /* UnplyOperand; length: of the string in the argument */
  int16_t limit_kind, limit, factor_kind, factor;
  int16_t otherwise, otherwise_argument; /* the term if the result is null */
  int16_t otherwise_factor;              /* of it alone, 0: none */
  int16_t site;                          /* the first of its sites, counted from those of the call */
};
struct UnplyCall {
  const struct UnplyEffect* effects;
  struct UnplySite* sites;
  const void* elsewhere; /* not null: the function has hooks in another object, so that the call is none of ours */
  uint32_t effect_count, argument_count;
};
enum { kUnplyCallScratch = 4 }; /* words */
/* In front of and behind the call; words: the result, the arguments, and kUnplyCallScratch more. */
void __unply_call_before(const struct UnplyCall* call, uint64_t* words);
void __unply_call_after(const struct UnplyCall* call, uint64_t* words);

/* A call of code that has neither hooks nor a model, counted by name when a task makes it, or the use of a thread-local. */
struct UnplyUnseen {
  const char* name;
  const void* elsewhere;   /* as in UnplyCall: then it is seen */
  uint32_t slot, reserved; /* slot: number of its name in this recording, 0: none yet */
};
UNPLY_HOOK void __unply_unseen(struct UnplyUnseen* callee);
UNPLY_HOOK void __unply_thread_local(struct UnplyUnseen* variable);

/* In front of a call through a pointer: counted in the same way unless the target has hooks. Zeroed; one for each. */
struct UnplyIndirect {
  const void* target; /* the last one without hooks */
  uint32_t slot;      /* its number, 0: it is known to touch nothing */
  uint32_t reserved;
};
UNPLY_HOOK void __unply_indirect(const void* target, struct UnplyIndirect* call);

/* Regions. `frame` is the caller's frame address: a later call from an outer frame ends what an exception or longjmp
 * left open. __unply_task_begin returns nonzero when the new instance is nested in another one. */
uint32_t __unply_task_begin(struct UnplyRegion* region, void* frame);
void __unply_task_end(void* frame);
void __unply_trace_begin(struct UnplyRegion* region, void* frame);
void __unply_trace_end(void* frame);

/* Control may leave regions without their ends and arrive elsewhere: what was begun since the mark, at `frame` or below
 * on the stack, is closed. A mark is taken before setjmp and the like, and the rewind follows each of their returns. */
uint64_t __unply_mark(void);
void __unply_rewind(uint64_t mark, void* frame);

/* Around a call of a function that is a task (--tasks fn:NAME), for what passes in registers. Before it: that it comes,
 * then the memory that its arguments were computed from and a key for its result. In the callee: that it takes values.
 * Behind it: the history of the key moves to where the result is stored (combined: with other values), or a result was
 * handed on to code where it cannot be followed. */
void __unply_call(void);
void __unply_argument(const void* p, uint64_t n, struct UnplySite* site);
void __unply_result(void* key, uint64_t n, struct UnplySite* site);
void __unply_called(void);
void __unply_handed(void* to, void* key, uint64_t n, uint32_t combined);
void __unply_lost(void);

/* Around a store outside of tasks, in a function that calls such a one: the memory that its value is computed from, and
 * where it goes, which then has the task that wrote the former last as its writer. A block copy, byte by byte. */
void __unply_between_read(const void* from, uint64_t n);
void __unply_between_write(void* to, uint64_t n);
void __unply_between_copy(void* to, const void* from, uint64_t n);

/* A stack object of n bytes comes to life at p: whoever used the bytes before used another one. */
void __unply_fresh(void* p, uint64_t n);

/* Forms that source code calls and the pass replaces by the ones above (with a region of its own for each call). They
 * also work as plain calls from code compiled without the pass; file may be null. */
void* __unply_pragma_trace(const char* label, const char* file, uint32_t line, uint32_t column);
void* __unply_pragma_task(const char* label, const char* file, uint32_t line, uint32_t column);
void __unply_pragma_trace_end(void** scope); /* for __attribute__((cleanup)) */
void __unply_pragma_task_end(void** scope);
void __unply_api_trace_begin(const char* label);
void __unply_api_trace_end(void);
void __unply_api_task_begin(const char* label);
void __unply_api_task_end(void);

/* As in execution-graphs-mora-2021, figure 4, where `id` has no kind: bit 31 says write, and an access is one byte. */
void __mt_btrace(uint32_t id);
void __mt_etrace(void);
void __mt_btask(uint32_t id);
void __mt_etask(void);
void __mt_trace_ir(const void* address, uint32_t id);

#ifdef __cplusplus
}
#endif
#endif
