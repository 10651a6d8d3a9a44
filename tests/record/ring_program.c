/* A program that writes a recording by hand, as include/unply/ring_format.h says: what the runtime does in a real one.
 * Its argument says how it ends, so that tests of `unply record` get every ending without a compiler plugin:
 *   tasks N [EXIT]   N tasks in a chain, in one trace region; exits with EXIT
 *   noise N [EXIT]   the same, with figures that hardly compress: 4 bytes a task at least
 *   stream N         the same as an access stream
 *   none [FORKS]     claims the ring, runs no task; says that it forked so often
 *   kill N           as tasks, then kills itself with signal 9 with one task open
 *   abort N          as tasks, then abort()
 *   stop N           as tasks, then says that memory ran out, and goes on
 *   leave N          as tasks, then ends by _exit
 *   scribble N       as tasks, then writes a damaged record */
#define _GNU_SOURCE
#include "unply/ring_format.h"
#include "unply/runtime_abi.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

static struct RingHeader* header;
static char* data;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int attach(void) {
  const char* path = getenv("UNPLY_RING");
  int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  struct RingHeader first;
  if (fd < 0 || pread(fd, &first, sizeof first, 0) != (ssize_t)sizeof first || first.magic != UNPLY_RING_MAGIC) return 0;
  size_t n = first.capacity;
  char* p = mmap(NULL, kRingHeaderBytes + 2 * n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mmap(p, kRingHeaderBytes + n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
  mmap(p + kRingHeaderBytes + n, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, kRingHeaderBytes);
  header = (struct RingHeader*)p;
  data = p + kRingHeaderBytes;
  uint32_t state = kRingFree;
  if (!__atomic_compare_exchange_n(&header->state, &state, kRingClaimed, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return 0;
  header->owner_pid = (uint32_t)getpid();
  header->start_tsc = __rdtsc();
  header->start_monotonic_ns = now_ns();
  header->hook_ps = 500;
  header->transition_ps = 5000;
  header->task_ps = 30000;
  header->task_inside_ps = 10000;
  header->counters[kCountThreads] = 1;
  return 1;
}

static void put(uint32_t type, const void* head, uint32_t head_bytes, const void* rows, uint32_t row_bytes) {
  uint32_t bytes = (uint32_t)sizeof(struct RingRecord) + ((head_bytes + row_bytes + 7) & ~7u);
  while (header->head + bytes > __atomic_load_n(&header->tail, __ATOMIC_ACQUIRE) + header->capacity) {
    if (__atomic_load_n(&header->recorder_gone, __ATOMIC_ACQUIRE)) return;
    __atomic_store_n(&header->writer_waits, 1, __ATOMIC_SEQ_CST);
    if (header->head + bytes <= __atomic_load_n(&header->tail, __ATOMIC_SEQ_CST) + header->capacity) continue;
    struct timespec patience = {0, 20000000};
    syscall(SYS_futex, &header->writer_waits, FUTEX_WAIT, 1, &patience, NULL, 0);
  }
  char* p = data + (header->head & (header->capacity - 1));
  struct RingRecord record = {bytes, type};
  memset(p, 0, bytes);
  memcpy(p, &record, sizeof record);
  memcpy(p + sizeof record, head, head_bytes);
  if (row_bytes) memcpy(p + sizeof record + head_bytes, rows, row_bytes);
  __atomic_store_n(&header->head, header->head + bytes, __ATOMIC_RELEASE);
}

/* offsets:                      1        8     13      18       */
static const char kStrings[] = "\0chain.c\0main\0a[1]\0step";

static void put_module(void) {
  struct RingModule module = {.module = 0,
                              .first_site = 1,
                              .site_count = 2,
                              .first_region = 0,
                              .region_count = 2,
                              .string_bytes = sizeof kStrings,
                              .name = 1,
                              .stats = {10, 5, 2}};
  put(kRecordModule, &module, sizeof module, NULL, 0);
  struct RingChunk strings = {0, 0, sizeof kStrings, 0}, two = {0, 0, 2, 0};
  put(kRecordStrings, &strings, sizeof strings, kStrings, sizeof kStrings);
  struct UnplySiteInfo sites[2] = {{1, 7, 3, 9, 14, 0, 0, 1}, {1, 8, 5, 9, 14, 0, 0, 0}};
  put(kRecordSites, &two, sizeof two, sites, sizeof sites);
  struct UnplyRegionInfo regions[2] = {{kUnplyTrace, kUnplyPragma, 1, 4, 1, 9, 0},
                                       {kUnplyTask, kUnplyPragma, 1, 6, 3, 9, 19}};
  put(kRecordRegions, &two, sizeof two, regions, sizeof regions);
}

/* Vertex v reads what the one before it has written, by sites 1 and 2, and writes a word of its own. */
static void put_run(uint32_t v, int writes) {
  uint32_t reads = v > 1;
  struct RingRun run = {.vertex = v, .instance = v, .entries = reads + writes, .first_index = reads ? 2 * v - 2 : 1};
  struct RingEntry entries[2] = {{(2 * v - 3) << 1 | 1, 2 | (uint32_t)kEntryRead << 30, 8},
                                 {0, 1 | (uint32_t)kEntryWrite << 30, 8}};
  put(kRecordRun, &run, sizeof run, entries + !reads, run.entries * sizeof *entries);
}

static void put_tasks(uint32_t n, int noise) {
  uint32_t random = 1;
  for (uint32_t v = 1; v <= n; v++) {
    uint64_t begin = __rdtsc();
    put_run(v, 1);
    uint64_t end = __rdtsc();
    random = random * 1664525 + 1013904223;
    struct RingTask task = {v, v, 0, 0, 1, 1, begin, end, end - begin, noise ? random : 2, 1};
    put(kRecordTask, &task, sizeof task, NULL, 0);
  }
}

static void put_stream(uint32_t n) {
  for (uint32_t v = 1; v <= n; v++) {
    struct RingTaskEvent event = {1, 1, __rdtsc()};
    put(kRecordTaskBegin, &event, sizeof event, NULL, 0);
    struct RingAccess accesses[4] = {{0x1000 | (uint64_t)kAccessLoad << 56, 2, 8},
                                     {0x1000 | (uint64_t)kAccessStore << 56, 1, 8},
                                     {0x2000 | (uint64_t)kAccessLoadStrided << 56, 2, 4}};
    struct RingAccessStride stride = {-16, 100};
    memcpy(&accesses[3], &stride, sizeof stride);
    put(kRecordAccesses, accesses, sizeof accesses, NULL, 0);
    event.tsc = __rdtsc();
    put(kRecordTaskEnd, &event, sizeof event, NULL, 0);
  }
}

static void finish(void) {
  header->end_tsc = __rdtsc();
  header->end_monotonic_ns = now_ns();
  __atomic_store_n(&header->state, kRingFinished, __ATOMIC_RELEASE);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  puts("output of the program");
  fflush(stdout);
  uint32_t n = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
  int status = argc > 3 ? atoi(argv[3]) : 0;
  if (!attach()) return status;
  if (!strcmp(argv[1], "none")) {
    header->counters[kCountForks] = n;
    return finish(), status;
  }
  put_module();
  struct RingTrace trace = {1, 0, __rdtsc()};
  put(kRecordTraceBegin, &trace, sizeof trace, NULL, 0);
  if (!strcmp(argv[1], "stream"))
    put_stream(n);
  else
    put_tasks(n, !strcmp(argv[1], "noise"));
  if (!strcmp(argv[1], "kill")) {
    put_run(n + 1, 0);
    kill(getpid(), SIGKILL);
  }
  if (!strcmp(argv[1], "abort")) abort();
  if (!strcmp(argv[1], "leave")) _exit(status);
  if (!strcmp(argv[1], "stop")) {
    header->stop_reason = kStopMemory;
    __atomic_store_n(&header->state, kRingStopped, __ATOMIC_RELEASE);
    return status;
  }
  if (!strcmp(argv[1], "scribble")) {
    struct RingRecord damaged = {12345, 77};
    memcpy(data + (header->head & (header->capacity - 1)), &damaged, sizeof damaged);
    __atomic_store_n(&header->head, header->head + 64, __ATOMIC_RELEASE);
  }
  trace.tsc = __rdtsc();
  put(kRecordTraceEnd, &trace, sizeof trace, NULL, 0);
  finish();
  return status;
}
