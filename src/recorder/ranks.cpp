// MPI ranks in the spool's table: the participants in the alignment of clocks, and its results. A rank announces itself
// before MPI_Init, which no rank leaves before all have entered it. All ranks therefore see the same table after it and
// decide alike, without a message that a rank without recorder would never answer. Ranks on several hosts may have
// several tables: there, each creates an empty file beside the spool, and looks for the others' files when all must
// exist. These names were never looked up before, so no cache of a network file system can hold that they are missing.
#include "recorder/ranks.h"
#include "recorder/spool.h"
#include "unply/event_clock.h"
#include <stdio.h>
#include <stdlib.h>

namespace unply::recorder {

namespace {

int open_sign(uint64_t job, uint32_t rank, int flags) {
  char path[4096];
  const char* spool = getenv("UNPLY_SPOOL");
  int length = snprintf(path, sizeof path, "%s.rank.%llx.%u", spool ? spool : "", (long long)job, rank);
  return spool && length < (int)sizeof path ? open(path, flags | O_CLOEXEC, 0600) : -1;
}

bool exists(int file) { return file >= 0 && close(file) == 0; }

} // namespace

void announce_rank(uint32_t rank, uint64_t job, bool several_hosts) {
  SpoolProcess* row = recording() ? this_process() : nullptr;
  if (!row) return;
  row->rank = rank + 1;
  row->clock = unply_event_clock(event_clock.tsc);
  __atomic_store_n(&row->job, job, __ATOMIC_RELEASE);
  if (several_hosts) exists(open_sign(job, rank, O_WRONLY | O_CREAT));
}

RankCensus count_ranks_on_hosts(uint64_t job, uint32_t size) {
  RankCensus census = {0, this_process() ? this_process()->clock : 0, false};
  for (uint32_t rank = 0; rank < size && exists(open_sign(job, rank, O_RDONLY)); ++rank) ++census.ranks;
  return census;
}

// By rank and not by row: a rank that has gone on as another program (exec) has two.
RankCensus count_ranks(uint64_t job) {
  RankCensus census = {0, 0, true};
  SpoolProcess* own = this_process();
  if (!own) return census;
  census.own_clock = own->clock;
  uint32_t processes = __atomic_load_n(&spool_header().processes, __ATOMIC_ACQUIRE);
  for (uint32_t i = 0; i < processes && i < kSpoolProcesses; ++i) {
    SpoolProcess& row = process_row(i);
    bool takes_part = __atomic_load_n(&row.job, __ATOMIC_ACQUIRE) == job &&
                      __atomic_load_n(&row.state, __ATOMIC_ACQUIRE) == kProcessRuns;
    if (!takes_part) continue;
    ++census.ranks;
    census.one_clock &= row.clock == own->clock;
  }
  return census;
}

void note_clock(const ClockPair& pair, bool at_end) {
  emit_in_pauses(pair.here, kSpoolClock, at_end, pair.uncertainty, pair.there);
}

} // namespace unply::recorder
