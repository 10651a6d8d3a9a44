// Turns at the shadow, and histories of blocks that are being moved: see moving.h.
#include "runtime/moving.h"
#include "runtime/shadow.h"
#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace unply::runtime {

Moving* all_moving;

namespace {

// 0: free; 1: held; 2: held, and another thread may be waiting.
uint32_t turn;

// In a forked child nobody may be left to give it back; what the child does to its copy of the shadow does not matter.
bool in_forked_child() { return ring_header() && (uint32_t)syscall(SYS_getpid) != ring_header()->owner_pid; }

// Rooms of this size are kept, since a call of mmap and the page faults take some microseconds: of blocks up to 12 KiB.
constexpr uint64_t kUsualRoom = 64 << 10;
Moving* spare;

Moving* new_room(uint64_t bytes) {
  const uint64_t room = sizeof(Moving) + (bytes + 3) / 4 * 20;
  if (room <= kUsualRoom && spare) {
    Moving* m = spare;
    spare = m->next;
    return m;
  }
  const uint64_t size = room < kUsualRoom ? kUsualRoom : (room + 4095) & ~4095ull;
  void* p = (void*)syscall(SYS_mmap, nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                           -1, 0);
  if (p == MAP_FAILED) return nullptr;
  auto* m = (Moving*)p;
  m->room = size;
  return m;
}

void free_room(Moving* m) {
  if (m->room > kUsualRoom) {
    syscall(SYS_munmap, m, m->room);
    return;
  }
  memset(m->ids(), 0, m->words * 4);
  m->next = spare;
  spare = m;
}

// Nobody but this thread may access the block, and collections leave empty words empty.
bool is_clear(uint64_t address, uint64_t bytes) {
  const uint32_t* end = word_shadow(address + bytes + 3);
  for (const uint32_t* w = word_shadow(address); w < end; w++)
    if (__atomic_load_n(w, __ATOMIC_RELAXED)) return false;
  return true;
}

// Untouched pages of a large room stay untouched.
void copy_out(Moving* m, uint64_t from) {
  for (uint64_t i = 0; i < m->words; i++) {
    const uint32_t id = *word_shadow(from + 4 * i);
    if (!id) continue;
    m->ids()[i] = id;
    if (id == kSplit) memcpy(m->plane(i), byte_shadow(from + 4 * i), 16);
  }
}

void copy_in(Moving* m, uint64_t to, uint64_t words) {
  for (uint64_t i = 0; i < words; i++) {
    const uint32_t id = m->ids()[i];
    if (!id) continue;
    if (id == kSplit) memcpy(byte_shadow(to + 4 * i), m->plane(i), 16);
    *word_shadow(to + 4 * i) = mode == Mode::loops && id != kSplit ? id & ~kOwned : id; // a pair may be none there
  }
}

} // namespace

ShadowTurn::ShadowTurn() {
  uint32_t free = 0;
  if (__atomic_compare_exchange_n(&turn, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
  int saved = errno;
  while (__atomic_exchange_n(&turn, 2, __ATOMIC_ACQUIRE) && !in_forked_child()) {
    timespec patience = {.tv_sec = 0, .tv_nsec = 20'000'000};
    syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, 2, &patience, nullptr, 0);
  }
  errno = saved;
}

ShadowTurn::~ShadowTurn() {
  if (__atomic_exchange_n(&turn, 0, __ATOMIC_RELEASE) != 2) return;
  int saved = errno;
  syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  errno = saved;
}

Moving* take_history(uint64_t from, uint64_t bytes) {
  if (!bytes || !shadow_ready || !has_shadow(from, bytes) || is_clear(from, bytes)) return nullptr;
  int saved = errno;
  const ShadowTurn mine;
  Moving* m = new_room(bytes);
  errno = saved;
  if (!m) {
    stop_recording(kStopMemory); // rather than a history at the wrong place
    return nullptr;
  }
  m->words = (bytes + 3) / 4; // allocators give 16-byte aligned blocks
  copy_out(m, from);
  forget(from, bytes);
  m->before = nullptr;
  m->next = all_moving;
  if (all_moving) all_moving->before = m;
  all_moving = m;
  return m;
}

void put_history(Moving* m, uint64_t to, uint64_t bytes) {
  if (!m) return;
  int saved = errno;
  const ShadowTurn mine;
  (m->before ? m->before->next : all_moving) = m->next;
  if (m->next) m->next->before = m->before;
  const uint64_t words = bytes / 4 < m->words ? bytes / 4 : m->words;
  if (has_shadow(to, bytes)) copy_in(m, to, words);
  free_room(m);
  errno = saved;
}

void forget_as_other(uint64_t address, uint64_t bytes) {
  constexpr uint64_t kWorthALook = 64 << 10; // pages of larger blocks are released, whatever they hold
  if (!bytes || !shadow_ready || !has_shadow(address, bytes)) return;
  if (bytes < kWorthALook && is_clear(address, bytes)) return;
  const ShadowTurn mine;
  forget(address, bytes);
}

} // namespace unply::runtime
