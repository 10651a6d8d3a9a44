// Worksharing constructs and their chunks. libomp (14 to 19) reports only each thread's first chunk for
// schedule(static) and schedule(static,c), every chunk for other schedules, and none for loops that one thread runs
// alone: the missing chunks follow from the definition of the schedules, so the chunks of every loop partition its
// iterations.
#include "recorder/ompt_abi.h"
#include "recorder/ompt_thread.h"

namespace unply::recorder {

constinit thread_local OmptThread ompt_thread __attribute__((tls_model("initial-exec"))) = {};

namespace {

UnplyWork work_of(int type) {
  switch (type) {
  case ompt::kLoop:
    return kWorkLoop;
  case ompt::kLoopStatic:
    return kWorkLoopStatic;
  case ompt::kLoopDynamic:
    return kWorkLoopDynamic;
  case ompt::kLoopGuided:
    return kWorkLoopGuided;
  case ompt::kLoopOther:
    return kWorkLoopOther;
  case ompt::kSections:
    return kWorkSections;
  case ompt::kSingleExecutor:
    return kWorkSingleExecutor;
  case ompt::kSingleOther:
    return kWorkSingleOther;
  case ompt::kWorkshare:
    return kWorkWorkshare;
  case ompt::kDistribute:
    return kWorkDistribute;
  case ompt::kTaskloop:
    return kWorkTaskloop;
  default:
    return kWorkScope;
  }
}

// Constructs that have chunks or sections, and an end: libomp's GOMP layer never ends a single.
bool is_divided(int type) {
  return type == ompt::kLoop || type >= ompt::kLoopStatic || type == ompt::kSections || type == ompt::kDistribute;
}

OpenLoop* innermost() {
  OmptThread& thread = ompt_thread;
  return thread.depth && thread.depth <= OmptThread::kMostLoops ? &thread.loops[thread.depth - 1] : nullptr;
}

// taskloop is compiled to a call of libomp, which then reports an address inside libomp.
const void* place_of(int type, const void* code) {
  return type == ompt::kTaskloop && is_runtime_code(code) ? ompt_thread.taskgroup_code : code;
}

} // namespace

void begin_work(int type, uint64_t count, const void* code) {
  code = place_of(type, code);
  emit(kEventWorkBegin, code, work_of(type), count);
  if (!is_divided(type)) return;
  OmptThread& thread = ompt_thread;
  if (thread.depth++ >= OmptThread::kMostLoops) return;
  bool loop = type != ompt::kSections;
  OpenLoop& open = thread.loops[thread.depth - 1];
  open = {.code = code,
          .iterations = count,
          .first = 0,
          .length = 0,
          .chunks = 0,
          .whole = loop && thread.team_size <= 1 && type != ompt::kDistribute,
          .is_static = type == ompt::kLoop || type == ompt::kLoopStatic};
  if (open.whole && count) emit(kEventChunk, code, 0, count);
}

void end_work(int type, uint64_t count, const void* code) {
  code = place_of(type, code);
  if (is_divided(type) && ompt_thread.depth) {
    OpenLoop* loop = innermost();
    if (loop && loop->is_static && loop->chunks == 1 && loop->length) {
      uint64_t distance = loop->length * ompt_thread.team_size;
      uint64_t rest = loop->iterations > loop->first ? loop->iterations - loop->first : 0;
      uint64_t chunks = distance ? (rest + distance - 1) / distance : 0;
      if (chunks > 1) emit(kEventChunkSeries, loop->code, distance, chunks);
    }
    --ompt_thread.depth;
  }
  emit(kEventWorkEnd, code, work_of(type), count);
}

// Threads without an iteration get an empty chunk at the end of the loop; the last chunk of schedule(static,c) comes as
// long as the others.
void dispatch_chunk(uint64_t first, uint64_t iterations) {
  if (iterations == 0) return;
  OpenLoop* loop = innermost();
  if (!loop) return emit(kEventChunk, nullptr, first, iterations);
  if (loop->whole) return;
  uint64_t rest = loop->iterations > first ? loop->iterations - first : iterations;
  if (loop->is_static && iterations > rest) iterations = rest;
  if (loop->chunks++ == 0) {
    loop->first = first;
    loop->length = iterations;
  }
  emit(kEventChunk, loop->code, first, iterations);
}

void dispatch_section(uint64_t number) {
  OpenLoop* loop = innermost();
  emit(kEventSection, loop ? loop->code : nullptr, kWorkSections, number);
}

} // namespace unply::recorder
