/* The spool: the file that `unply record` shares with the processes of a parallel program while they run. What is in it
 * survives kill -9 of all of them, because it is the page cache that they write to, not a buffer of their own.
 *
 *   [SpoolHeader][SpoolProcess[]][SpoolSlot[]]   kSpoolHeadBytes, then
 *   [chunk] * slots                              the pool: chunks that threads write into
 *   [chunk] * as many as there are room for      full chunks, appended by `unply record`, which then empties the slot
 *
 * So the pages that threads write to are few, always the same and in the caches, and the program never waits for the
 * file to grow. A chunk that is in the pool and in the appended part (the recorder died between) is one chunk: it has
 * the same number. A process under another kernel (a rank of MPI on another host, the folder being a shared one) writes
 * a file of its own beside it, FILE.PID.TIME, whose pool grows and is not emptied. A chunk holds records of 32 bytes
 * (event_format.h) without gaps; the first is kSpoolOwner; a kind of 0 ends it. */
#ifndef UNPLY_SPOOL_FORMAT_H
#define UNPLY_SPOOL_FORMAT_H

#include "unply/event_format.h"

#ifdef __cplusplus
extern "C" {
#endif

#define UNPLY_SPOOL_MAGIC 0x6c6f6f7073796c75ull /* "ulyspool" */
enum { kSpoolVersion = 2, kSpoolChunkBytes = 32 << 10, kSpoolProcesses = 4096, kSpoolMaxSlots = 1 << 16 };

/* Record kinds that are no events. */
enum SpoolRecordKind {
  kSpoolOwner = 240,  /* what follows is of this thread. ticks: chunk number; code_core: process << 32 | gettid();
                         a: thread's number; b: clock */
  kSpoolModule = 241, /* a loaded object. ticks: base; code_core: first address; b: end address; a: length of its path,
                         which follows in the next records, 32 bytes each */
  kSpoolName = 242, /* a name or object. ticks: ObjectKind of trace/event_file.h, or kSpoolThreadName; b: id; a: length
                       of the text that follows */
  kSpoolNote = 243, /* a: length of the text that follows */
  kSpoolClock = 244 /* this process's event clock beside that of rank 0 of its job, from messages. ticks: here; b:
                       there, at the same moment; a: ticks that b may be wrong by; code_core: 0 after MPI_Init, 1 before
                       MPI_Finalize. Holds for all processes of the job with the same `clock` */
};

enum {
  kSpoolHostName = 253, /* id: 0; the host that the process runs on */
  kSpoolJobHosts =
      254, /* id: ranks of the job; all hosts that it runs on, with commas between; of several hosts only */
  kSpoolThreadName = 255 /* id: the thread's number */
};

enum SpoolSlotState {
  kSlotFree = 0,
  kSlotUsed = 1,   /* a thread writes into it */
  kSlotParked = 2, /* its thread has ended: another one of the process may go on behind `used` */
  kSlotFull = 3,   /* to be appended and freed by the recorder */
};
struct SpoolSlot {
  uint32_t state;              /* SpoolSlotState, changed by compare-and-swap */
  uint32_t process, thread_id; /* index of SpoolProcess; gettid(), set last and cleared first, so that the chunks of
                                  dead threads can be found */
  uint32_t used;               /* records, when parked */
  uint64_t number;             /* of the chunk, from 1, unique in the spool */
  uint64_t reserved;
};

enum SpoolProcessState { kProcessFree = 0, kProcessRuns = 1, kProcessEnded = 2 };
struct SpoolProcess {
  uint32_t state, pid;
  uint32_t parent; /* pid */
  uint32_t rank;   /* of MPI + 1, or 0 */
  uint64_t clock;  /* which event clock it reads: equal for processes that read the same one */
  uint64_t job;    /* the same for all ranks that MPI started together; set before MPI_Init, by those that record */
  int64_t time_ns; /* since 1970, at start_ns */
  uint64_t start_ticks, start_ns, end_ticks, end_ns; /* clock pairs: event clock and CLOCK_MONOTONIC */
  uint64_t events;                                   /* as far as counted: at the end of chunks and threads */
  uint64_t lost;                                     /* events left out for want of room */
  uint64_t nested;                                   /* events left out inside signal handlers */
  uint32_t threads;                                  /* that had a log */
  uint32_t front_ends;                               /* SpoolFrontEnd bits that have seen something */
  char program[152];
};
enum SpoolFrontEnd { kFrontOmpt = 1, kFrontPthread = 2, kFrontTbb = 4, kFrontMpi = 8, kFrontUser = 16 };

struct SpoolHeader {
  uint64_t magic;
  uint32_t version, slots;
  uint32_t clock_is_tsc;
  uint32_t recorder_pid;
  uint32_t recorder_gone;                            /* or the disk is full: nothing will be drained any more */
  uint32_t wake;                                     /* futex: room was made */
  uint64_t appended;                                 /* chunks behind the pool that are whole */
  uint64_t next_chunk;                               /* number of the next one */
  uint64_t start_ticks, start_ns, end_ticks, end_ns; /* clock pairs of the recorder */
  uint64_t start_time;                               /* seconds since 1970 */
  uint32_t processes;                                /* in the table; those that found it full are counted in it too */
  uint32_t waits;                                    /* times that a thread waited for room */
  uint64_t clock;                                    /* the recorder's, as in SpoolProcess */
  uint64_t kernel;                                   /* that the recorder runs on: memory is shared under it only */
  char text[3072]; /* lines KEY=VALUE for the trace's meta table: program, arguments, directory, ... */
  /* How it ended, once the recorder knows it; all 0 in what a killed recorder leaves. */
  uint32_t program_ended;
  int32_t exit_status, exit_signal;
  uint32_t reserved;
  char why_cut[512]; /* why the recorder did not take all events, or empty: a full disk, processes that still ran */
};

enum {
  kSpoolProcessesAt = 4096,
  kSpoolSlotsAt = kSpoolProcessesAt + kSpoolProcesses * 256,
  kSpoolHeadBytes = (kSpoolSlotsAt + kSpoolMaxSlots * 32 + kSpoolChunkBytes - 1) / kSpoolChunkBytes * kSpoolChunkBytes
};

#ifdef __cplusplus
static_assert(sizeof(SpoolSlot) == 32 && sizeof(SpoolProcess) == 256 && sizeof(SpoolHeader) <= kSpoolProcessesAt);
static_assert(kSpoolHeadBytes % (32 << 10) == 0);
}
#endif
#endif
