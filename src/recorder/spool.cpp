// A process's side of the spool (unply/spool_format.h). Slots change owners only by compare-and-swap on their state, so
// a process that dies at any point leaves no lock behind.
#include "recorder/spool.h"
#include "unply/event_clock.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace unply::recorder {

namespace {

char* spool;                     // where the head is mapped
SpoolProcess* process;           // this one's row
uint32_t process_index;          // of it
int process_state;               // 0: not registered, 1: somebody is at it, 2: done
uint64_t begun_ns, begun_ticks;  // when this process did
uint8_t touched[kSpoolMaxSlots]; // slots whose pages this process has in its page table

SpoolSlot& slot_at(uint32_t index) { return ((SpoolSlot*)(spool + kSpoolSlotsAt))[index]; }
UnplyRawEvent* chunk_at(uint32_t index) {
  return (UnplyRawEvent*)(spool + kSpoolHeadBytes + (size_t)index * kSpoolChunkBytes);
}

uint64_t monotonic_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

bool recorder_lives() {
  SpoolHeader& header = spool_header();
  if (__atomic_load_n(&header.recorder_gone, __ATOMIC_ACQUIRE)) return false;
  return kill((pid_t)header.recorder_pid, 0) == 0 || errno != ESRCH;
}

// Chunks are aligned to their size, which is how emit() sees their end.
char* map_aligned(int file, size_t bytes) {
  char* room =
      (char*)mmap(nullptr, bytes + kSpoolChunkBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return nullptr;
  char* start = (char*)(((uintptr_t)room + kSpoolChunkBytes - 1) & ~(uintptr_t)(kSpoolChunkBytes - 1));
  void* mapped = mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
  return mapped == MAP_FAILED ? nullptr : start;
}

bool read_header(int file, SpoolHeader& header) {
  if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header) return false;
  return header.magic == UNPLY_SPOOL_MAGIC && header.version == kSpoolVersion && header.slots <= kSpoolMaxSlots;
}

char* map_spool(int file, const SpoolHeader& header) {
  struct stat status;
  size_t bytes = kSpoolHeadBytes + (size_t)header.slots * kSpoolChunkBytes;
  return fstat(file, &status) != 0 || (size_t)status.st_size < bytes ? nullptr : map_aligned(file, bytes);
}

// ---- A process under another kernel than the recorder's shares the folder with it, but no memory: it writes its own
// spool beside the recorder's, which is not emptied and grows instead. Space is allocated before it is used, so a full
// disk drops events and does not reach the program as SIGBUS.
constexpr uint32_t kSlotsAtOnce = 64;
char own_spool[4096]; // its path; empty: it is the recorder's
int growing;

bool allocate_slots(int file, uint32_t first) {
  off_t at = (off_t)kSpoolHeadBytes + (off_t)first * kSpoolChunkBytes;
  return posix_fallocate(file, first ? at : 0, kSlotsAtOnce * kSpoolChunkBytes + (first ? 0 : at)) == 0;
}

char* make_own_spool(const char* path, SpoolHeader header) {
  int length = snprintf(own_spool, sizeof own_spool, "%s.%d.%llx", path, (int)getpid(), (long long)monotonic_ns());
  int file = length < (int)sizeof own_spool ? open(own_spool, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
  if (file < 0) return nullptr;
  header.slots = kSlotsAtOnce;
  header.recorder_pid = 0; // this process's group, which lives
  header.recorder_gone = header.wake = header.processes = header.waits = 0;
  header.appended = header.next_chunk = 0;
  header.clock = unply_event_clock(header.clock_is_tsc);
  header.start_ns = header.start_ticks = header.end_ns = header.end_ticks = 0;
  bool ready = allocate_slots(file, 0) && pwrite(file, &header, sizeof header, 0) == (ssize_t)sizeof header;
  char* mapped = ready ? map_aligned(file, kSpoolHeadBytes + (size_t)kSpoolMaxSlots * kSpoolChunkBytes) : nullptr;
  close(file);
  if (!mapped) unlink(own_spool);
  return mapped;
}

bool grow_own_spool(uint32_t slots_seen) {
  if (!own_spool[0]) return false;
  while (__atomic_exchange_n(&growing, 1, __ATOMIC_ACQUIRE)) sched_yield();
  uint32_t& slots = spool_header().slots;
  bool grown = slots != slots_seen;
  int file = grown || slots + kSlotsAtOnce > kSpoolMaxSlots ? -1 : open(own_spool, O_RDWR | O_CLOEXEC);
  if (file >= 0 && allocate_slots(file, slots)) {
    __atomic_store_n(&slots, slots + kSlotsAtOnce, __ATOMIC_RELEASE);
    grown = true;
  }
  if (file >= 0) close(file);
  __atomic_store_n(&growing, 0, __ATOMIC_RELEASE);
  return grown;
}

// The recorder's part, done in its own spool.
void note_clocks_of_own_spool() {
  if (!own_spool[0]) return;
  SpoolHeader& header = spool_header();
  header.end_ns = monotonic_ns();
  header.end_ticks = read_ticks();
  if (!header.start_ns) header.start_ns = begun_ns, header.start_ticks = begun_ticks;
}

// After exec the chunks of the previous program have no owner, although a process with this number lives.
void give_up_chunks_before_exec(uint32_t pid) {
  auto* table = (SpoolProcess*)(spool + kSpoolProcessesAt);
  for (uint32_t i = 0; i < process_index; ++i) {
    if (table[i].pid != pid || table[i].state != kProcessRuns) continue;
    table[i].state = kProcessEnded;
    for (uint32_t slot = 0; slot < spool_header().slots; ++slot) {
      uint32_t used = kSlotUsed;
      if (slot_at(slot).process == i)
        __atomic_compare_exchange_n(&slot_at(slot).state, &used, kSlotFull, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    }
  }
}

int64_t time_of_day_ns() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void register_process() {
  uint32_t index = __atomic_fetch_add(&spool_header().processes, 1, __ATOMIC_RELAXED);
  if (index >= kSpoolProcesses) return;
  SpoolProcess* row = &process_row(index);
  process_index = index;
  row->pid = (uint32_t)getpid();
  row->parent = (uint32_t)getppid();
  ssize_t length = readlink("/proc/self/exe", row->program, sizeof row->program - 1);
  row->program[length > 0 ? length : 0] = 0;
  row->start_ns = begun_ns;
  row->start_ticks = begun_ticks;
  row->time_ns = time_of_day_ns() - (int64_t)(monotonic_ns() - begun_ns);
  __atomic_store_n(&row->state, kProcessRuns, __ATOMIC_RELEASE);
  give_up_chunks_before_exec(row->pid);
  process = row;
}

bool claim(SpoolSlot& slot, uint32_t state) {
  return __atomic_load_n(&slot.state, __ATOMIC_RELAXED) == state &&
         __atomic_compare_exchange_n(&slot.state, &state, kSlotUsed, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

// The lowest one, so that few pages are in use and those are in the caches: a free one, or the rest of a chunk whose
// thread has ended.
Place try_slot() {
  constexpr uint32_t kWorthIt = kSpoolChunkBytes / 32 / 2;
  uint32_t slots = __atomic_load_n(&spool_header().slots, __ATOMIC_ACQUIRE);
  for (uint32_t i = own_spool[0] ? slots - kSlotsAtOnce : 0; i < slots; ++i) {
    SpoolSlot& slot = slot_at(i);
    uint32_t state = __atomic_load_n(&slot.state, __ATOMIC_ACQUIRE);
    bool parked = state == kSlotParked && slot.process == process_index && slot.used < kWorthIt;
    if ((parked || state == kSlotFree) && claim(slot, state)) return {i, chunk_at(i) + (parked ? slot.used : 0)};
  }
  return {kNoSlot, nullptr};
}

// Eight page faults in one call, the first time that this process uses the slot.
void touch(uint32_t index) {
  if (touched[index]) return;
  touched[index] = 1;
#ifdef MADV_POPULATE_WRITE
  madvise(chunk_at(index), kSpoolChunkBytes, MADV_POPULATE_WRITE); // where it fails, pages fault one by one
#endif
}

void own(const Place& place) {
  SpoolSlot& slot = slot_at(place.slot);
  slot.process = process_index;
  uint32_t thread_id = (uint32_t)syscall(SYS_gettid);
  __atomic_store_n(&slot.thread_id, thread_id, __ATOMIC_RELEASE);
  if (place.next == chunk_at(place.slot))
    slot.number = __atomic_add_fetch(&spool_header().next_chunk, 1, __ATOMIC_RELAXED);
  place.next->ticks = slot.number;
  place.next->code_core = (uint64_t)process_index << 32 | thread_id;
  place.next->b = read_ticks();
  __atomic_store_n(&place.next->kind_a, kSpoolOwner | (uint64_t)thread_log.number << 8, __ATOMIC_RELEASE);
}

// The recorder frees slots every few milliseconds; false when it has not for `patience_ns`, or is gone.
bool wait_for_room(Place& place, uint64_t patience_ns) {
  uint64_t begun = monotonic_ns();
  SpoolHeader& header = spool_header();
  __atomic_fetch_add(&header.waits, 1, __ATOMIC_RELAXED);
  while (recorder_lives() && monotonic_ns() - begun < patience_ns) {
    uint32_t seen = __atomic_load_n(&header.wake, __ATOMIC_ACQUIRE);
    place = try_slot();
    if (place.slot != kNoSlot) return true;
    timespec patience = {.tv_sec = 0, .tv_nsec = 5'000'000};
    syscall(SYS_futex, &header.wake, FUTEX_WAIT, seen, &patience, nullptr, 0);
  }
  return false;
}

} // namespace

SpoolHeader& spool_header() { return *(SpoolHeader*)spool; }

bool attach_spool(const char* path) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  SpoolHeader header;
  bool usable = read_header(file, header);
  bool same_kernel = usable && header.kernel == unply_event_clock(1);
  if (usable) spool = same_kernel ? map_spool(file, header) : make_own_spool(path, header);
  close(file);
  return spool && recorder_lives();
}

SpoolProcess& process_row(uint32_t index) { return ((SpoolProcess*)(spool + kSpoolProcessesAt))[index]; }

SpoolProcess* this_process() {
  if (UNPLY_LIKELY(__atomic_load_n(&process_state, __ATOMIC_ACQUIRE) == 2)) return process;
  int expected = 0;
  if (__atomic_compare_exchange_n(&process_state, &expected, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    register_process();
    __atomic_store_n(&process_state, 2, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&process_state, __ATOMIC_ACQUIRE) != 2) usleep(10);
  return process;
}

void note_begin() {
  begun_ns = monotonic_ns();
  begun_ticks = read_ticks();
}

void leave_process() {
  process = nullptr;
  note_begin();
  process_state = growing = 0;
  memset(touched, 0, sizeof touched);
}

Place take_slot(uint64_t patience_ns) {
  uint32_t slots = spool_header().slots;
  Place place = try_slot();
  if (place.slot == kNoSlot && grow_own_spool(slots)) place = try_slot();
  note_clocks_of_own_spool();
  uint64_t begun = 0;
  if (place.slot == kNoSlot && patience_ns && !own_spool[0]) {
    begun = read_ticks();
    if (!wait_for_room(place, patience_ns)) return {kNoSlot, nullptr};
  }
  if (place.slot == kNoSlot) return place;
  touch(place.slot);
  own(place);
  ++place.next;
  if (begun) {
    *place.next++ = {.ticks = begun,
                     .code_core = (uint64_t)read_core() << 48,
                     .kind_a = kEventOverheadBegin | kOverheadRoom << 8,
                     .b = 0};
    *place.next++ = {.ticks = read_ticks(),
                     .code_core = (uint64_t)read_core() << 48,
                     .kind_a = kEventOverheadEnd | kOverheadRoom << 8,
                     .b = 0};
  }
  return place;
}

void hand_over_slot(uint32_t slot) { __atomic_store_n(&slot_at(slot).state, kSlotFull, __ATOMIC_RELEASE); }

void park_slot(uint32_t index, const UnplyRawEvent* end) {
  note_clocks_of_own_spool();
  SpoolSlot& slot = slot_at(index);
  slot.used = (uint32_t)(end - chunk_at(index));
  __atomic_store_n(&slot.thread_id, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&slot.state, slot.used < kSpoolChunkBytes / 32 ? kSlotParked : kSlotFull, __ATOMIC_RELEASE);
}

} // namespace unply::recorder
