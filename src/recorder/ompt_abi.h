// The part of the OpenMP tools interface (OpenMP API 5.2, chapter "OMPT Interface") that the recorder uses, so it is
// built without any OpenMP runtime's headers and works with libomp, libiomp5 and any other implementation. Names
// without the prefix ompt_; tests/recorder compares the numbers with a libomp's own omp-tools.h.
#pragma once
#include <stdint.h>

namespace unply::recorder::ompt {

union Data {
  uint64_t value;
  void* pointer;
};
struct Frame {
  Data exit_frame, enter_frame;
  int exit_frame_flags, enter_frame_flags;
};
struct Dependence {
  Data variable;
  int type;
};
struct Chunk {
  uint64_t start, iterations;
};

using Interface = void (*)();
using Lookup = Interface (*)(const char* name);
using SetCallback = int (*)(int event, Interface callback);
struct StartResult {
  int (*initialize)(Lookup lookup, int device, Data* tool);
  void (*finalize)(Data* tool);
  Data tool;
};

enum CallbackNumber {
  kThreadBegin = 1,
  kThreadEnd = 2,
  kParallelBegin = 3,
  kParallelEnd = 4,
  kTaskCreate = 5,
  kTaskSchedule = 6,
  kImplicitTask = 7,
  kControlTool = 11,
  kSyncRegionWait = 16,
  kMutexReleased = 17,
  kDependences = 18,
  kTaskDependence = 19,
  kWork = 20,
  kMasked = 21,
  kSyncRegion = 23,
  kLockInit = 24,
  kLockDestroy = 25,
  kMutexAcquire = 26,
  kMutexAcquired = 27,
  kDispatch = 32,
};
enum Endpoint { kBegin = 1, kEnd = 2, kBeginEnd = 3 };
enum ThreadType { kInitial = 1, kWorker = 2, kOther = 3 };
enum TaskFlag : unsigned {
  kFlagInitial = 0x1,
  kFlagImplicit = 0x2,
  kFlagExplicit = 0x4,
  kFlagTarget = 0x8,
  kFlagTaskwait = 0x10,
  kFlagUndeferred = 0x08000000,
  kFlagUntied = 0x10000000,
  kFlagFinal = 0x20000000,
  kFlagMergeable = 0x40000000,
};
enum FrameFlag { kFrameApplication = 1 };
enum TaskStatus {
  kComplete = 1,
  kYield = 2,
  kCancel = 3,
  kDetach = 4,
  kEarlyFulfill = 5,
  kLateFulfill = 6,
  kTaskwaitComplete = 8
};
enum SyncRegion {
  kBarrier = 1,
  kBarrierImplicit = 2,
  kBarrierExplicit = 3,
  kBarrierImplementation = 4,
  kTaskwait = 5,
  kTaskgroup = 6,
  kReduction = 7,
  kBarrierImplicitWorkshare = 8,
  kBarrierImplicitParallel = 9,
  kBarrierTeams = 10,
};
enum Work {
  kLoop = 1,
  kSections = 2,
  kSingleExecutor = 3,
  kSingleOther = 4,
  kWorkshare = 5,
  kDistribute = 6,
  kTaskloop = 7,
  kScope = 8,
  kLoopStatic = 10,
  kLoopDynamic = 11,
  kLoopGuided = 12,
  kLoopOther = 13,
};
enum DispatchKind { kIteration = 1, kSection = 2, kLoopChunk = 3, kTaskloopChunk = 4, kDistributeChunk = 5 };
enum Mutex { kLock = 1, kTestLock = 2, kNestLock = 3, kTestNestLock = 4, kCritical = 5, kAtomic = 6, kOrdered = 7 };
enum DependenceType { kOutAllMemory = 34, kInoutAllMemory = 35 };

} // namespace unply::recorder::ompt
