// The interface of the recorder's core for the front ends that are separate shared objects (oneTBB, MPI), because only
// programs that need those libraries may load them. They find this table by its name; without it they do nothing.
#pragma once
#include "recorder/ranks.h"
#include "recorder/recorder.h"

namespace unply::recorder {

struct CoreLink { // exported as __unply_recorder_core
  uint32_t version;
  bool (*recording)();
  void (*emit)(UnplyEventKind kind, const void* code, uint64_t a, uint64_t b);
  uint64_t (*new_task)();
  // The call in user code that leads here; null if there is none, or this thread records nothing.
  const void* (*user_site)(const void* return_address, const void* frame);
  void (*name_object)(uint32_t kind, uint64_t id, const char* name);
  void (*set_rank)(uint32_t rank);
  void (*has_seen)(uint32_t front_end);
  void (*add_note)(const char* text);
  void (*add_thread_end)(void (*ending)());
  // The result of begin_quiet() must be passed to end_quiet(), on the same thread.
  UnplyRawEvent* (*begin_quiet)();
  void (*end_quiet)(UnplyRawEvent* next);
  uint64_t (*ticks)();
  void (*announce_rank)(uint32_t rank, uint64_t job, bool several_hosts);
  RankCensus (*count_ranks)(uint64_t job);
  RankCensus (*count_ranks_on_hosts)(uint64_t job, uint32_t size);
  void (*note_clock)(const ClockPair& pair, bool at_end);
};
inline constexpr uint32_t kCoreLinkVersion = 2;

#define UNPLY_CORE_LINK "__unply_recorder_core"

} // namespace unply::recorder
