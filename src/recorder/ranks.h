// The core's interface for the MPI front end: the ranks of its job and their clocks.
#pragma once
#include <stdint.h>

namespace unply::recorder {

struct RankCensus {
  uint32_t ranks; // of the job that are recorded and have announced themselves
  uint64_t own_clock;
  bool one_clock; // all of those read the same one
};
struct ClockPair { // in ticks of two event clocks, at the same moment but for `uncertainty` ticks
  uint64_t here, there, uncertainty;
};

void announce_rank(uint32_t rank, uint64_t job, bool several_hosts);
RankCensus count_ranks(uint64_t job); // all on one host
RankCensus count_ranks_on_hosts(uint64_t job, uint32_t size);
void note_clock(const ClockPair& pair, bool at_end);

} // namespace unply::recorder
