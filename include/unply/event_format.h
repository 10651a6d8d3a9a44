/* Events of a parallel run: what the recorder (src/recorder) notes down while the program runs, and what the table
 * "events" of a trace holds afterwards. One event is one point of time on one thread.
 *
 * Each thread's events are in the order of time. Pairs (BEGIN, END) nest on a thread, except where a comment says
 * otherwise; a reader closes what a killed program left open at the thread's last event. "site" is the place in the
 * user's source that the event belongs to, as far as known. a and b mean what the comment behind each kind says. */
#ifndef UNPLY_EVENT_FORMAT_H
#define UNPLY_EVENT_FORMAT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* While recording: one record of 32 bytes, so that two make a cache line and one store forwards in four words. */
struct UnplyRawEvent {
  uint64_t ticks;     /* time stamp counter, or ns of CLOCK_MONOTONIC_RAW where it is not invariant */
  uint64_t code_core; /* code address (return address of the call) in the low 48 bits, core number above */
  uint64_t kind_a;    /* UnplyEventKind in the low 8 bits, a above */
  uint64_t b;
};

/* Numbers of parallel regions, tasks and threads count up from 1 within a process, 0: none. a has 56 bits. */
enum UnplyEventKind {
  kEventNone = 0,

  /* threads */
  kEventThreadBegin = 1, /* a: UnplyThreadKind; b: number that kEventThreadCreate gave, or 0 */
  kEventThreadEnd = 2,
  kEventThreadCreate = 3, /* just before pthread_create. a: UnplyThreadKind; b: number of the new thread */
  kEventTracingOff = 4,   /* until kEventTracingOn nothing was recorded on this thread. a: UnplyTracingOff */
  kEventTracingOn = 5,    /* a: events left out since, if they were counted */
  kEventCpuTime = 7, /* just before kEventThreadEnd. b: ns that the thread was on a core since its kEventThreadBegin */

  /* parallel regions (OpenMP parallel, teams); the encountering thread */
  kEventParallelBegin = 8,  /* a: region number; b: threads asked for */
  kEventParallelEnd = 9,    /* a: region number */
  kEventImplicitBegin = 10, /* each thread of the team; a: region number; b: team size << 32 | number in the team */
  kEventImplicitEnd = 11,   /* a: region number. libomp delivers a worker's when the next region begins: cut there */

  /* tasks (OpenMP explicit, TBB) */
  kEventTaskCreate = 16,     /* a: task number; b: parent's task number << 8 | UnplyTaskFlags */
  kEventTaskSwitch = 17,     /* the thread goes on with another task. a: UnplyTaskStatus of the one it leaves;
                                b: number left << 32 | number entered; 0: the implicit task */
  kEventTaskDependence = 18, /* of the task created last by this thread. a: UnplyDependenceType; b: address */
  kEventTaskPair = 19, /* a: sink's task number; b: source's task number, both known to the runtime as unfinished */
  kEventTaskgroupBegin = 20, /* which tasks the wait at its end is for, with those that they create */
  kEventTaskgroupEnd = 21,

  /* worksharing and chunks */
  kEventWorkBegin = 24, /* a: UnplyWork; b: iterations, sections, or 1 */
  kEventWorkEnd = 25,   /* a: UnplyWork */
  kEventChunk = 26,     /* the thread begins a chunk of the innermost loop. a: first iteration, from 0; b: iterations */
  kEventSection = 27,   /* the thread begins a section; a: UnplyWork; b: number within the construct, where known */
  kEventMaskedBegin = 28,
  kEventMaskedEnd = 29,
  kEventChunkSeries = 30, /* the chunk begun last is the first of several that the thread runs before the loop ends, at
                             times not known: schedule(static,c). a: distance of their first iterations; b: how many,
                             with the first. All are as long as the first, but for the end of the iterations */

  /* waiting: the thread does nothing for the program until the end */
  kEventWaitBegin = 32, /* a: UnplyWait; b: object (address of the condition variable, number of the thread, ...; for
                           kWaitMessage number of the function in the table "objects", or 0) */
  kEventWaitEnd = 33,   /* a: UnplyWait; b: as at the begin */
  kEventSignal = 34,    /* a: UnplyWait that it ends; b: object */

  /* locks; not nested with other pairs: a lock may be released on another path than it was taken */
  kEventLockWait = 40,     /* a: UnplyLock; b: address or wait id. Only where the thread must wait for it */
  kEventLockAcquired = 41, /* a: UnplyLock; b: as above. Without a LockWait before: taken at once */
  kEventLockReleased = 42, /* a: UnplyLock; b: as above. Straight after its LockWait: gave up waiting for it */
  kEventLockInit = 43,
  kEventLockDestroy = 44,

  /* messages; site: the call */
  kEventSend = 48,    /* a: partner's rank << 32 | tag; b: bytes. At the begin of the call */
  kEventReceive = 49, /* a: partner's rank << 32 | tag; b: bytes. When the message is there */
  /* one-sided (MPI_Put, MPI_Get, ...): an event of the caller alone, a send for what it gives, a receive for what it
   * gets, both at the call; the tag is UNPLY_ONE_SIDED | UnplyOneSided */
  kEventCollectiveBegin = 50, /* a: number of the function (table "objects", or 0) << 40 | UnplyCollective << 32 |
                                 number of the communicator; b: bytes of this process */
  kEventCollectiveEnd = 51,   /* a: as at the begin; b: bytes received */

  /* the user's own (include/unply/annotate.h) */
  kEventUserBegin = 56, /* a: number of the name in the table "objects" */
  kEventUserEnd = 57,
  kEventUserPoint = 58, /* a: number of the name */
  kEventUserValue = 59, /* a: UnplyValueType << 48 | number of the name; b: the bits of the value */

  /* the system */
  kEventPreempted = 64,     /* the system took the core away */
  kEventResumed = 65,       /* and gave one back; code_core says which */
  kEventOverheadBegin = 66, /* time of the recorder itself, such as waiting for room; a: UnplyOverhead */
  kEventOverheadEnd = 67,
  kEventUnseenBegin = 68, /* not known from here on: whether the system takes the core away. What the thread does, if it
                             does not wait, is not recorded. a: UnplyCoreUnknown. Not nested with other pairs */
  kEventUnseenEnd = 69,   /* a: as at the begin */

  /* phases of a skeleton (include/unply/divide_and_conquer.h); pairs nest on a thread like the user's regions. Since
   * minor version 6 of the trace */
  kEventPhaseBegin = 70,   /* a: UnplyPhase << 32 | level, 0 at the root; b: partner's rank of the world + 1, or 0 */
  kEventPhaseEnd = 71,     /* a: as at the begin; b: bytes that this process sent in it */
  kEventPhaseFeature = 72, /* between the two: a size of the phase's problem or, told at the time of the end, a count of
                              its work. a: number of its name; b: bits of a double */
  kEventPhaseCpu = 73,     /* just before kEventPhaseEnd. b: ns that the thread was on a core since the begin */

  /* calls of MPI as they were made; site: the call. Since minor version 7. They say what was asked for, where
   * kEventSend and kEventReceive say what was transferred: a receive is posted before its message is there, from any
   * source, or from nobody */
  kEventPost = 74,     /* a: UnplyPost << 48 | number of the request in this process, 0: completes within its call;
                          b: partner's rank of the world, or UNPLY_ANYBODY, UNPLY_NOBODY << 32 | tag, UNPLY_ANY_TAG */
  kEventPostSize = 75, /* straight behind it. a: number of the datatype's name << 32 | number of the communicator;
                          b: bytes, of a receive as many as there is room for */
  kEventPostDone = 76, /* a: number of a request that a wait or a test completed */
  kEventCollectiveTerms = 77, /* straight behind kEventCollectiveBegin. a: number of the datatype's name << 32 |
                                 UnplyOperator << 24; b: root's rank in the communicator + 1, 0: none */
  kEventKinds = 78
};

enum UnplyObjectKind {
  kObjectName = 0,
  kObjectLock = 1,
  kObjectCommunicator = 2,
  kObjectFunction = 3,
  kObjectDatatype = 4
};
enum UnplyThreadKind { kThreadInitial = 0, kThreadOpenmp = 1, kThreadPthread = 2, kThreadTbb = 3, kThreadOther = 4 };
enum UnplyTaskFlags {
  kTaskUntied = 1,
  kTaskFinal = 2,
  kTaskMergeable = 4,
  kTaskUndeferred = 8,
  kTaskTaskloop = 16,
  kTaskTarget = 32,
  /* its if clause was false: undeferred in a team of any size. libomp calls all tasks of a team of one thread
   * undeferred; that of an if clause, in code of clang, has ompt_frame_application in the flags of its parent's frame
   */
  kTaskIfFalse = 64,
  /* no task but a taskwait with depend clauses: kEventTaskDependence follow, it never runs (no kEventTaskSwitch) */
  kTaskTaskwait = 128
};
enum UnplyTaskStatus {
  kTaskCompleted = 1,
  kTaskYielded = 2,
  kTaskCancelled = 3,
  kTaskDetached = 4,
  kTaskOtherReason = 5
};
enum UnplyDependenceType {
  kDependIn = 1,
  kDependOut = 2,
  kDependInout = 3,
  kDependMutexinoutset = 4,
  kDependInoutset = 5,
  kDependSource = 6,
  kDependSink = 7,
  kDependAll = 8
};
enum UnplyWork {
  kWorkLoop = 0,
  kWorkLoopStatic = 1,
  kWorkLoopDynamic = 2,
  kWorkLoopGuided = 3,
  kWorkLoopOther = 4,
  kWorkSections = 5,
  kWorkSingleExecutor = 6,
  kWorkSingleOther = 7,
  kWorkWorkshare = 8,
  kWorkDistribute = 9,
  kWorkTaskloop = 10,
  kWorkScope = 11
};
enum UnplyWait { /* wait_task */ kWaitTaskwait = 0,
                 kWaitTaskgroup = 1,
                 kWaitTbb = 2,
                 kWaitJoin = 3,
                 /* wait_event */ kWaitBarrierImplicit = 8,
                 kWaitBarrierExplicit = 9,
                 kWaitBarrierImplementation = 10,
                 kWaitReduction = 11,
                 kWaitCondition = 12,
                 kWaitBarrierPthread = 13,
                 kWaitSemaphore = 14,
                 kWaitMessage = 15,
                 kWaitOther = 16 };
enum UnplyLock {
  kLockOmp = 0,
  kLockNestedOmp = 1,
  kLockCritical = 2,
  kLockAtomic = 3,
  kLockOrdered = 4,
  kLockMutex = 5,
  kLockReader = 6,
  kLockWriter = 7,
  kLockSpin = 8
};
enum UnplyCollective {
  kCollectiveBarrier = 0,
  kCollectiveBroadcast = 1,
  kCollectiveReduce = 2,
  kCollectiveAllreduce = 3,
  kCollectiveGather = 4,
  kCollectiveAllgather = 5,
  kCollectiveScatter = 6,
  kCollectiveAlltoall = 7,
  kCollectiveScan = 8,
  kCollectiveReduceScatter = 9,
  kCollectiveOther = 10,
  /* no waits of the program, but the start and the end of the library in this process */
  kCollectiveInit = 11,
  kCollectiveFinalize = 12
};
enum UnplyPost {
  kPostSend = 0,
  kPostSsend = 1,
  kPostBsend = 2,
  kPostRsend = 3,
  kPostReceive = 4,
  kPostPersistent = 16 /* added to one of the others: MPI_Start */
};
#define UNPLY_ANYBODY 0xffffffffu
#define UNPLY_NOBODY 0xfffffffeu
#define UNPLY_ANY_TAG 0xffffffffu
enum UnplyOperator {
  kOperatorNone = 0,
  kOperatorMax = 1,
  kOperatorMin = 2,
  kOperatorSum = 3,
  kOperatorProd = 4,
  kOperatorLand = 5,
  kOperatorBand = 6,
  kOperatorLor = 7,
  kOperatorBor = 8,
  kOperatorLxor = 9,
  kOperatorBxor = 10,
  kOperatorMaxloc = 11,
  kOperatorMinloc = 12,
  kOperatorReplace = 13,
  kOperatorOwn = 14 /* made by the program */
};
#define UNPLY_ONE_SIDED 0x80000000u /* tags of messages are below */
enum UnplyOneSided { kOneSidedPut = 0, kOneSidedGet = 1, kOneSidedAccumulate = 2 };
enum UnplyPhase {
  kPhaseCall = 0, /* a whole call of the skeleton: features "P" (processes) and those of its problem */
  kPhaseDivide = 1,
  kPhaseSequential = 2, /* the work of a leaf */
  kPhaseExchange = 3,   /* messages: between partners, or those that bring a problem to processes and results back */
  kPhaseCombine = 4
};
enum UnplyValueType { kValueSigned = 0, kValueUnsigned = 1, kValueFloat64 = 2, kValueFloat32 = 3 };
enum UnplyTracingOff { kOffPaused = 0 /* by the program */, kOffNoRoom = 1, kOffMissing = 2 /* a rank left nothing */ };
enum UnplyCoreUnknown {
  kUnseenSwitches = 0 /* the system's notes were lost */,
  kUnseenThread = 1 /* until the thread ends */
};
enum UnplyOverhead { kOverheadRoom = 0, kOverheadChunk = 1, kOverheadThread = 2 };

#ifdef __cplusplus
static_assert(sizeof(UnplyRawEvent) == 32, "UnplyRawEvent");
}
#endif
#endif
