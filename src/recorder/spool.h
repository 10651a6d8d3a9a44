// The shared file as a process of the program sees it: slots for chunks, its row in the table of processes.
#pragma once
#include "recorder/recorder.h"
#include "unply/spool_format.h"

namespace unply::recorder {

inline constexpr uint32_t kNoSlot = 0xffffffff;

bool attach_spool(const char* path); // false: no spool, of another version, or its recorder is gone
SpoolHeader& spool_header();
void note_begin();            // of this process, once event_clock is set: its first event may come much later
SpoolProcess* this_process(); // registered on the first call; null when the table is full
SpoolProcess& process_row(uint32_t index);
void leave_process();  // in the child after fork(): it is another process
void find_runtimes();  // for is_runtime_code, before the first event
void forget_modules(); // likewise: it notes them down itself

// A slot for this thread, and where in it the next record goes. kNoSlot: no room within `patience_ns`.
struct Place {
  uint32_t slot;
  UnplyRawEvent* next;
};
Place take_slot(uint64_t patience_ns);
void hand_over_slot(uint32_t slot);                      // full
void park_slot(uint32_t slot, const UnplyRawEvent* end); // the thread ends; others may go on behind `end`

} // namespace unply::recorder
