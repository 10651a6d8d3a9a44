// Rows of a recording, as passed to writers and returned by readers.
#pragma once
#include "trace/trace.h"
#include "unply/event_format.h"

namespace unply {

struct TaskRow { // as RingTask; ticks are of the clock that add_clock describes
  uint32_t vertex, instance, previous, parent, region, trace;
  uint64_t begin_ticks, end_ticks, self_ticks;
  uint32_t hooks, transitions;
  bool unfinished = false; // the recording ended inside it, at end_ticks
};
struct EdgeRow {
  uint32_t to, from, kind, site_from, site_to;
  uint64_t bytes;
  uint32_t pairs = 0; // the set of all pairs of sites, of which these carry most bytes; 0: these alone
};

struct ThreadRow { // ticks as in the events; both 0: as its events say
  uint32_t process = 0;
  UnplyThreadKind kind = kThreadInitial;
  uint32_t system_id = 0;
  StringId name{0};
  uint64_t begin_ticks = 0, end_ticks = 0;
};

struct EventProcess {
  uint32_t rank; // of MPI, else 0
  uint32_t pid;
  StringId host, program;
};

enum class ObjectKind : uint8_t {
  name = kObjectName,
  lock = kObjectLock,
  communicator = kObjectCommunicator,
  function = kObjectFunction,
  datatype = kObjectDatatype
};
struct EventObject {
  ObjectKind kind;
  uint64_t id; // the a or b of events
  StringId name;
  uint32_t site; // where it was made, or 0
};

} // namespace unply
