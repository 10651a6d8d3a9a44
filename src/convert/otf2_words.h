// Definitions shared by the writer and the reader of OTF2 archives: names of attributes and properties, and the OTF2
// region of each construct. Included only if the library is available.
#pragma once
#include "unply/event_format.h"
#include <iterator>
#include <otf2/otf2.h>

namespace unply {

// Attributes of each record, in the order of their numbers. A record without the first is not an event of unply;
// another missing attribute is 0 (core: 65535).
inline constexpr const char* kOtf2Attributes[] = {"unply kind", "unply site", "unply core", "unply a", "unply b"};
inline constexpr OTF2_Type kOtf2AttributeTypes[] = {OTF2_TYPE_UINT8, OTF2_TYPE_UINT32, OTF2_TYPE_UINT16,
                                                    OTF2_TYPE_UINT64, OTF2_TYPE_UINT64};
// Rows of the small tables: properties of system tree node 0 with these names and a number, as JSON.
inline constexpr const char* kOtf2Meta = "unply meta ";
inline constexpr const char* kOtf2Site = "unply site ";
inline constexpr const char* kOtf2Process = "unply process ";
inline constexpr const char* kOtf2Thread = "unply thread ";
inline constexpr const char* kOtf2Object = "unply object ";

struct Otf2Construct {
  uint8_t kind;  // begin
  uint8_t value; // of a; kAnyValue: all others
  OTF2_RegionRole role;
  const char* name;
};
inline constexpr uint8_t kAnyValue = 0xff;
// The first that fits holds, in both directions.
inline constexpr Otf2Construct kOtf2Constructs[] = {
    {kEventWorkBegin, kWorkLoopOther, OTF2_REGION_ROLE_LOOP, "loop"},
    {kEventWorkBegin, kWorkSections, OTF2_REGION_ROLE_SECTIONS, "sections"},
    {kEventWorkBegin, kWorkSingleExecutor, OTF2_REGION_ROLE_SINGLE_SBLOCK, "single"},
    {kEventWorkBegin, kWorkSingleOther, OTF2_REGION_ROLE_SINGLE, "single of another thread"},
    {kEventWorkBegin, kWorkWorkshare, OTF2_REGION_ROLE_WORKSHARE, "workshare"},
    {kEventWorkBegin, kAnyValue, OTF2_REGION_ROLE_LOOP, "loop"},
    {kEventMaskedBegin, kAnyValue, OTF2_REGION_ROLE_MASTER, "masked"},
    {kEventWaitBegin, kWaitTaskwait, OTF2_REGION_ROLE_TASK_WAIT, "taskwait"},
    {kEventWaitBegin, kWaitJoin, OTF2_REGION_ROLE_THREAD_WAIT, "join"},
    {kEventWaitBegin, kWaitBarrierExplicit, OTF2_REGION_ROLE_BARRIER, "barrier"},
    {kEventWaitBegin, kWaitBarrierImplicit, OTF2_REGION_ROLE_IMPLICIT_BARRIER, "implicit barrier"},
    {kEventWaitBegin, kWaitTaskgroup, OTF2_REGION_ROLE_TASK_WAIT, "end of taskgroup"},
    {kEventWaitBegin, kAnyValue, OTF2_REGION_ROLE_CODE, "wait"},
    {kEventParallelBegin, kAnyValue, OTF2_REGION_ROLE_PARALLEL, "parallel"},
    {kEventImplicitBegin, kAnyValue, OTF2_REGION_ROLE_CODE, "implicit task"},
    {kEventTaskgroupBegin, kAnyValue, OTF2_REGION_ROLE_CODE, "taskgroup"},
    {kEventCollectiveBegin, kAnyValue, OTF2_REGION_ROLE_COLL_OTHER, "collective"},
    {kEventPreempted, kAnyValue, OTF2_REGION_ROLE_ARTIFICIAL, "preempted"},
    {kEventOverheadBegin, kAnyValue, OTF2_REGION_ROLE_ARTIFICIAL, "recorder"},
};

// The library prints errors; here its codes suffice.
inline void keep_otf2_quiet() {
  OTF2_Error_RegisterCallback(
      [](void*, const char*, uint64_t, const char*, OTF2_ErrorCode code, const char*, va_list) { return code; },
      nullptr);
}

} // namespace unply
