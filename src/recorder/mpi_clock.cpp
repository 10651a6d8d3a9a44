// Aligns the clocks of ranks with rank 0's clock: of some dozens of round trips the shortest gives the best offset,
// with an error of at most half its duration (Cristian 1989). This is done twice, so the drift is known as well. One
// rank for each clock does it; with a single clock no message is sent.
#include "recorder/mpi_front.h"
#include <stdlib.h>

namespace unply::recorder {

namespace {

constexpr int kRoundTrips = 64;

uint64_t job; // 0: this rank has not announced itself
MPI_Comm own; // a duplicate of the world while clocks are aligned; null: nothing to do
uint32_t own_rank, count;
uint64_t clocks[kSpoolProcesses]; // of each rank

// A few per host, as far as mpirun says: then they share no table.
bool on_several_hosts() {
  const char *here = getenv("OMPI_COMM_WORLD_LOCAL_SIZE"), *all = getenv("OMPI_COMM_WORLD_SIZE");
  return here && all && atoi(here) < atoi(all);
}

uint64_t number_of_job() {
  const char* name = getenv("PMIX_NAMESPACE");
  if (!name || !*name) return 0;
  uint64_t hash = 14695981039346656037u;
  for (; *name; ++name) hash = (hash ^ (uint8_t)*name) * 1099511628211u;
  return hash | 1;
}

// The first of the ranks that read this clock, if it is not rank 0's.
bool stands_for_its_clock(uint32_t rank) {
  for (uint32_t i = 0; i < rank; ++i)
    if (clocks[i] == clocks[rank]) return false;
  return rank != 0;
}

void answer(int partner) {
  for (int i = 0; i < kRoundTrips; ++i) {
    uint64_t ticks = 0;
    mpi().Recv(&ticks, 1, mpi_objects.long_long, partner, 0, own, MPI_STATUS_IGNORE);
    ticks = mpi_core->ticks();
    mpi().Send(&ticks, 1, mpi_objects.long_long, partner, 0, own);
  }
}

ClockPair ask() {
  ClockPair best = {0, 0, UINT64_MAX};
  for (int i = 0; i < kRoundTrips; ++i) {
    uint64_t there = 0, begun = mpi_core->ticks();
    mpi().Send(&there, 1, mpi_objects.long_long, 0, 0, own);
    mpi().Recv(&there, 1, mpi_objects.long_long, 0, 0, own, MPI_STATUS_IGNORE);
    uint64_t half = (mpi_core->ticks() - begun + 1) / 2;
    if (half < best.uncertainty) best = {begun + half, there, half};
  }
  return best;
}

// Pairs with rank 0, one rank after the other.
void compare_clocks(bool at_end) {
  if (own_rank == 0) {
    InsideMpi inside;
    for (uint32_t rank = 1; rank < count; ++rank)
      if (stands_for_its_clock(rank)) answer((int)rank);
  } else if (stands_for_its_clock(own_rank)) {
    ClockPair pair;
    {
      InsideMpi inside;
      pair = ask();
    }
    mpi_core->note_clock(pair, at_end);
  }
}

bool gather_clocks(uint64_t clock) {
  return mpi().Allgather(&clock, 1, mpi_objects.long_long, clocks, 1, mpi_objects.long_long, own) == MPI_SUCCESS;
}

} // namespace

// No rank leaves MPI_Init before all have entered it, unless it is configured otherwise.
void announce_this_rank() {
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  if (!rank || getenv("OMPI_MCA_async_mpi_init")) return;
  job = number_of_job();
  if (job) mpi_core->announce_rank((uint32_t)atoi(rank), job, on_several_hosts());
}

void align_clocks_begin(int rank, int size) {
  if (!job || size < 2 || !mpi_objects.long_long) return;
  RankCensus census =
      on_several_hosts() ? mpi_core->count_ranks_on_hosts(job, (uint32_t)size) : mpi_core->count_ranks(job);
  if (census.ranks != (uint32_t)size || size > kSpoolProcesses || census.one_clock) return;
  own_rank = (uint32_t)rank;
  count = (uint32_t)size;
  bool together;
  {
    InsideMpi inside;
    together = mpi().Comm_dup(mpi_objects.world, &own) == MPI_SUCCESS && gather_clocks(census.own_clock);
  }
  if (together)
    compare_clocks(false);
  else
    own = nullptr;
}

void align_clocks_end() {
  if (!own) return;
  compare_clocks(true);
  InsideMpi inside;
  mpi().Comm_free(&own);
  own = nullptr;
}

} // namespace unply::recorder
