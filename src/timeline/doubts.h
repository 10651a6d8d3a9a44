// Impossible figures of a run: more active time than the threads had cores for, or than all cores together have. Both
// come from preemptions, or waits, that the recording lacks; the message names the missing data.
#pragma once
#include "timeline/run_statistics.h"

namespace unply {

// Of each lane that is wholly in the window: how much of its active time it cannot have been on a core.
void find_off_core(RunStatistics& run);

// Cores of all hosts that processes ran on, taken to have as many as the recorder's; 0: unknown.
uint64_t cores_of(const EventSource& source);

// Sentences for the notes. cores: 0 if unknown.
std::vector<std::string> doubts(const RunStatistics& run, uint64_t cores);

} // namespace unply
