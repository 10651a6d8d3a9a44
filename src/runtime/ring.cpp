// The writer's side of the ring that `unply record` reads: see unply/ring_format.h.
#include "runtime/nodes.h"
#include "runtime/ring_writer.h"
#include "unply/rank_environment.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

namespace unply::runtime {

RingHeader* shared_header;
RingWriter ring;

namespace {

char* open_part; // map_open_part moves it to its place
uint32_t record_bytes;

uint64_t monotonic_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

char ring_path[64]; // of the reader's descriptor below /proc, which ends with the reader

// A reader that was killed keeps its process number until its parent asks for its status, which may be never: its
// descriptors tell. Where /proc cannot be seen (chroot), the number decides.
bool reader_lives() {
  if (__atomic_load_n(&shared_header->recorder_gone, __ATOMIC_ACQUIRE)) return false;
  if (shared_header->recorder_pid && kill((pid_t)shared_header->recorder_pid, 0) && errno == ESRCH) return false;
  struct stat status;
  if (!*ring_path || stat(ring_path, &status) == 0 || errno != ENOENT) return true;
  return stat("/proc/self/fd", &status) != 0;
}

// The data area is mapped twice in a row, so both sides see records in one piece. The open part follows it, so the
// program never holds a descriptor of the ring.
bool map_ring(int fd, uint64_t capacity) {
  char* p = (char*)mmap(nullptr, kRingHeaderBytes + 2 * capacity + kRingOpenBytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return false;
  constexpr int kAccess = PROT_READ | PROT_WRITE, kFlags = MAP_SHARED | MAP_FIXED;
  if (mmap(p, kRingHeaderBytes + capacity, kAccess, kFlags, fd, 0) == MAP_FAILED) return false;
  if (mmap(p + kRingHeaderBytes + capacity, capacity, kAccess, kFlags, fd, kRingHeaderBytes) == MAP_FAILED)
    return false;
  open_part = p + kRingHeaderBytes + 2 * capacity;
  if (mmap(open_part, kRingOpenBytes, kAccess, kFlags, fd, (off_t)(kRingHeaderBytes + capacity)) == MAP_FAILED)
    return false;
  shared_header = (RingHeader*)p;
  ring.data = p + kRingHeaderBytes;
  ring.mask = capacity - 1;
  return true;
}

} // namespace

__attribute__((noinline)) bool wait_longer(uint32_t bytes) {
  int saved = errno;
  uint64_t begun = __rdtsc();
  for (;;) {
    ring.room_until = __atomic_load_n(&shared_header->tail, __ATOMIC_ACQUIRE) + shared_header->capacity;
    if (ring.head + bytes <= ring.room_until) break;
    if (!reader_lives()) {
      mode = Mode::off;
      context = {};
      errno = saved;
      return false;
    }
    __atomic_store_n(&shared_header->writer_waits, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&shared_header->tail, __ATOMIC_SEQ_CST) + shared_header->capacity >= ring.head + bytes)
      continue;
    timespec patience = {.tv_sec = 0, .tv_nsec = 20'000'000}; // a missed wake-up, or a reader that died
    syscall(SYS_futex, &shared_header->writer_waits, FUTEX_WAIT, 1, &patience, nullptr, 0);
  }
  uint64_t waited = __rdtsc() - begun;
  leave_out_of_run(waited);
  count_event(kCountWaitedTicks, waited);
  errno = saved;
  return true;
}

bool attach_ring(char* const* environment) {
  const char* path = unply_value_in(environment, "UNPLY_RING");
  if (!path || !*path || unply_is_one_of_several_ranks(environment)) return false;
  int saved = errno;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (strlen(path) < sizeof ring_path) strcpy(ring_path, path);
  struct stat status;
  RingHeader first;
  bool ok = fstat(fd, &status) == 0 && pread(fd, &first, sizeof first, 0) == (ssize_t)sizeof first &&
            first.magic == UNPLY_RING_MAGIC && first.version == kRingVersion &&
            (uint64_t)status.st_size == kRingHeaderBytes + first.capacity + kRingOpenBytes &&
            map_ring(fd, first.capacity);
  if (fd >= 0) close(fd);
  errno = saved;
  if (!ok) return false;
  uint32_t free = kRingFree;
  if (!__atomic_compare_exchange_n(&shared_header->state, &free, kRingClaimed, false, __ATOMIC_SEQ_CST,
                                   __ATOMIC_SEQ_CST)) {
    count_event(kCountForeignProcesses); // another process, or this one before exec
    shared_header = nullptr;
    return false;
  }
  shared_header->owner_pid = (uint32_t)getpid();
  ring.head = shared_header->head;
  shared_header->start_tsc = __rdtsc();
  shared_header->start_monotonic_ns = monotonic_ns();
  return true;
}

// The reader uses only the real header. Records made during calibration lie beyond its head, in free space: the ring is
// empty before recording begins.
void rehearse(void (*work)()) {
  RingHeader* published = shared_header;
  RingHeader stage = *shared_header;
  uint64_t head_before = ring.head;
  shared_header = &stage;
  work();
  shared_header = published;
  ring.head = head_before;
}

void* map_open_part(uint64_t offset, uint64_t bytes, uint64_t reserved) {
  void* p = map_memory(reserved);
  if (!p) return nullptr;
  int saved = errno;
  void* shared = mremap(open_part + offset, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, p);
  errno = saved;
  return shared == p ? p : nullptr;
}

void count_event(RingCounter counter, uint64_t by) {
  if (shared_header) __atomic_fetch_add(&shared_header->counters[counter], by, __ATOMIC_RELAXED);
}

void* begin_record(RingRecordType type, uint32_t payload_bytes) {
  if (mode == Mode::off) return nullptr;
  if (UNPLY_UNLIKELY(nodes.entries != nullptr)) close_nodes();
  record_bytes = (uint32_t)sizeof(RingRecord) + ((payload_bytes + 7) & ~7u);
  if (UNPLY_UNLIKELY(!wait_for_room(record_bytes))) return nullptr;
  auto* record = (RingRecord*)ring_at_head();
  *record = {record_bytes, (uint32_t)type};
  return record + 1;
}

void end_record() { publish_bytes(record_bytes); }

void stop_recording(RingStop reason) {
  if (mode == Mode::off && reason != kStopAddressSpace && reason != kStopForeignMemory) return;
  mode = Mode::off;
  context = {};
  if (!shared_header) return;
  shared_header->stop_reason = (uint32_t)reason;
  __atomic_store_n(&shared_header->state, kRingStopped, __ATOMIC_RELEASE);
}

void close_ring() {
  if (!shared_header || __atomic_load_n(&shared_header->state, __ATOMIC_ACQUIRE) != kRingClaimed) return;
  shared_header->end_tsc = __rdtsc();
  shared_header->end_monotonic_ns = monotonic_ns();
  __atomic_store_n(&shared_header->state, kRingFinished, __ATOMIC_RELEASE);
}

} // namespace unply::runtime
