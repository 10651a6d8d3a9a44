// One-sided communication. A data transfer is an event of the origin process; the target has none, and only the end of
// the epoch shows when the data have arrived. Opening or closing an epoch is a wait: for all processes (fence: as a
// collective operation), for a lock, or for messages.
#include "recorder/mpi_front.h"
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>

namespace unply::recorder {

namespace {

constexpr size_t kMostWindows = 1024;
constexpr uint32_t kAllRanks = 0xffffff;

struct Window {
  MPI_Win handle; // null: free
  uint32_t communicator, number, size;
  uint32_t* world_ranks; // then one byte for each rank: LockFlags
};
enum LockFlags { kNamed = 1, kShared = 2 };
struct Made {
  uint32_t communicator, windows; // on it so far, in the same order in all its processes
};
Window windows[kMostWindows];
Made made[kMostWindows];
int windows_lock; // no MPI call is made while it is held

class Hold {
public:
  Hold() {
    while (__atomic_exchange_n(&windows_lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  }
  ~Hold() { __atomic_store_n(&windows_lock, 0, __ATOMIC_RELEASE); }
};

size_t bytes_of_ranks(uint32_t size) { return (size_t)size * (sizeof(uint32_t) + 1); }

uint32_t* world_ranks_of(MPI_Comm communicator, uint32_t size) {
  int saved = errno;
  void* memory = mmap(nullptr, bytes_of_ranks(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = saved;
  if (memory == MAP_FAILED) return nullptr;
  auto* ranks = (uint32_t*)memory;
  for (uint32_t i = 0; i < size; ++i) ranks[i] = (uint32_t)world_rank(communicator, (int)i);
  return ranks;
}

uint32_t next_number(uint32_t communicator) {
  for (Made& entry : made) {
    if (entry.windows && entry.communicator != communicator) continue;
    entry.communicator = communicator;
    return ++entry.windows;
  }
  return 0;
}

void add_window(MPI_Win handle, MPI_Comm communicator) {
  Window fresh = {.handle = handle,
                  .communicator = communicator_number(communicator),
                  .number = 0,
                  .size = communicator_size(communicator),
                  .world_ranks = nullptr};
  fresh.world_ranks = world_ranks_of(communicator, fresh.size);
  if (!fresh.world_ranks) return;
  Hold hold;
  fresh.number = next_number(fresh.communicator);
  for (Window& entry : windows) {
    if (entry.handle) continue;
    entry = fresh;
    return;
  }
  munmap(fresh.world_ranks, bytes_of_ranks(fresh.size));
}

// A window that is not known (too many of them) has no communicator and no ranks.
Window known(MPI_Win handle) {
  Hold hold;
  for (const Window& entry : windows)
    if (entry.handle == handle) return entry;
  return {};
}

void forget_window(MPI_Win handle) {
  Hold hold;
  for (Window& entry : windows) {
    if (!handle || entry.handle != handle) continue;
    munmap(entry.world_ranks, bytes_of_ranks(entry.size));
    entry = {};
  }
}

template <class Call> int create(MpiSite site, MPI_Comm communicator, MPI_Win* window, Call call) {
  if (!site) return inside_mpi(call);
  uint64_t operation = begin_collective(site, kCollectiveOther, communicator_number(communicator), 0);
  int result = inside_mpi(call);
  if (result == MPI_SUCCESS) add_window(*window, communicator);
  end_collective(site, operation, 0);
  return result;
}

template <class Call> int all_together(MpiSite site, MPI_Win handle, UnplyCollective kind, Call call) {
  if (!site) return inside_mpi(call);
  uint64_t operation = begin_collective(site, kind, known(handle).communicator, 0);
  int result = inside_mpi(call);
  end_collective(site, operation, 0);
  return result;
}

template <class Call> int wait_for_messages(MpiSite site, Call call) {
  if (site) begin_message_wait(site);
  int result = inside_mpi(call);
  if (site) end_message_wait(site);
  return result;
}

// ---- Data
struct Part {
  int count;
  MPI_Datatype type;
};

void emit_moved(MpiSite site, UnplyEventKind kind, uint32_t how, MPI_Win handle, int to, Part part) {
  Window window = known(handle);
  if (to < 0 || (uint32_t)to >= window.size) return; // MPI_PROC_NULL, or an error
  uint64_t partner = window.world_ranks[to];
  mpi_core->emit(kind, site.code, partner << 32 | UNPLY_ONE_SIDED | how, bytes_of(part.type, (uint64_t)part.count));
}
void put(MpiSite site, MPI_Win window, int to, Part part) {
  if (site) emit_moved(site, kEventSend, kOneSidedPut, window, to, part);
}
void get(MpiSite site, MPI_Win window, int from, Part part) {
  if (site) emit_moved(site, kEventReceive, kOneSidedGet, window, from, part);
}
void accumulate(MpiSite site, MPI_Win window, int to, Part part) {
  if (site) emit_moved(site, kEventSend, kOneSidedAccumulate, window, to, part);
}
void get_and_accumulate(MpiSite site, MPI_Win window, int to, Part given, Part got) {
  if (given.count) accumulate(site, window, to, given); // MPI_NO_OP gives nothing
  if (site) emit_moved(site, kEventReceive, kOneSidedAccumulate, window, to, got);
}

// ---- Locks: of a window's part in one process, or in all
uint64_t lock_of(const Window& window, uint32_t rank) {
  uint64_t which = (uint64_t)window.communicator << 32 | (window.number & 0xff) << 24 | (rank & 0xffffff);
  return which ? which : 1;
}

uint8_t* lock_flags(const Window& window, uint32_t rank) {
  return rank < window.size ? (uint8_t*)(window.world_ranks + window.size) + rank : nullptr;
}

void name_lock(const Window& window, uint32_t rank, UnplyLock kind) {
  if (uint8_t* flags = lock_flags(window, rank)) {
    bool named = *flags & kNamed;
    *flags = kNamed | (kind == kLockReader ? kShared : 0);
    if (named) return;
  } else if (rank != kAllRanks) {
    return;
  }
  char text[80];
  if (rank == kAllRanks)
    snprintf(text, sizeof text, "window %u in all ranks", window.number);
  else
    snprintf(text, sizeof text, "window %u in rank %u", window.number, window.world_ranks[rank]);
  mpi_core->name_object(kObjectLock, lock_of(window, rank), text);
}

template <class Call> int lock(MpiSite site, UnplyLock kind, MPI_Win handle, uint32_t rank, Call call) {
  if (!site) return inside_mpi(call);
  Window window = known(handle);
  name_lock(window, rank, kind);
  mpi_core->emit(kEventLockWait, site.code, kind, lock_of(window, rank));
  int result = inside_mpi(call);
  mpi_core->emit(result == MPI_SUCCESS ? kEventLockAcquired : kEventLockReleased, site.code, kind,
                 lock_of(window, rank));
  return result;
}

// All operations under the lock complete first.
template <class Call> int unlock(MpiSite site, MPI_Win handle, uint32_t rank, Call call) {
  int result = wait_for_messages(site, call);
  if (!site) return result;
  Window window = known(handle);
  uint8_t* flags = lock_flags(window, rank);
  UnplyLock kind = rank == kAllRanks || (flags && *flags & kShared) ? kLockReader : kLockWriter;
  mpi_core->emit(kEventLockReleased, site.code, kind, lock_of(window, rank));
  return result;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

// One description of a call: its name, parameters, arguments, and the code around the real one.
#define UNPLY_WINDOW(name, parameters, arguments, around)                                                              \
  extern "C" UNPLY_EXPORT int MPI_##name parameters {                                                                  \
    [[maybe_unused]] MpiSite site = UNPLY_MPI_SITE(name);                                                              \
    auto call = [=] { return mpi().name arguments; };                                                                  \
    return around;                                                                                                     \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)

// clang-format off
#define UNPLY_ORIGIN const void* out, int no, MPI_Datatype to
#define UNPLY_TARGET int rank, MPI_Aint at, int nt, MPI_Datatype tt
UNPLY_WINDOW(Win_create, (void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* win),
             (base, size, unit, info, comm, win), create(site, comm, win, call))
UNPLY_WINDOW(Win_allocate, (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win),
             (size, unit, info, comm, base, win), create(site, comm, win, call))
UNPLY_WINDOW(Win_allocate_shared, (MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base, MPI_Win* win),
             (size, unit, info, comm, base, win), create(site, comm, win, call))
UNPLY_WINDOW(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win* win), (info, comm, win),
             create(site, comm, win, call))
UNPLY_WINDOW(Win_fence, (int assert, MPI_Win win), (assert, win),
             all_together(site, win, kCollectiveBarrier, call))
UNPLY_WINDOW(Win_post, (MPI_Group group, int assert, MPI_Win win), (group, assert, win), inside_mpi(call))
UNPLY_WINDOW(Win_start, (MPI_Group group, int assert, MPI_Win win), (group, assert, win), wait_for_messages(site, call))
UNPLY_WINDOW(Win_complete, (MPI_Win win), (win), wait_for_messages(site, call))
UNPLY_WINDOW(Win_wait, (MPI_Win win), (win), wait_for_messages(site, call))
UNPLY_WINDOW(Win_flush, (int rank, MPI_Win win), (rank, win), wait_for_messages(site, call))
UNPLY_WINDOW(Win_flush_all, (MPI_Win win), (win), wait_for_messages(site, call))
UNPLY_WINDOW(Win_flush_local, (int rank, MPI_Win win), (rank, win), wait_for_messages(site, call))
UNPLY_WINDOW(Win_flush_local_all, (MPI_Win win), (win), wait_for_messages(site, call))
UNPLY_WINDOW(Win_lock, (int kind, int rank, int assert, MPI_Win win), (kind, rank, assert, win),
             lock(site, kind == MPI_LOCK_SHARED ? kLockReader : kLockWriter, win, (uint32_t)rank, call))
UNPLY_WINDOW(Win_lock_all, (int assert, MPI_Win win), (assert, win), lock(site, kLockReader, win, kAllRanks, call))
UNPLY_WINDOW(Win_unlock, (int rank, MPI_Win win), (rank, win), unlock(site, win, (uint32_t)rank, call))
UNPLY_WINDOW(Win_unlock_all, (MPI_Win win), (win), unlock(site, win, kAllRanks, call))

UNPLY_WINDOW(Put, (UNPLY_ORIGIN, UNPLY_TARGET, MPI_Win win), (out, no, to, rank, at, nt, tt, win),
             (put(site, win, rank, {no, to}), inside_mpi(call)))
UNPLY_WINDOW(Rput, (UNPLY_ORIGIN, UNPLY_TARGET, MPI_Win win, MPI_Request* request),
             (out, no, to, rank, at, nt, tt, win, request), (put(site, win, rank, {no, to}), inside_mpi(call)))
UNPLY_WINDOW(Get, (void* in, int ni, MPI_Datatype ti, UNPLY_TARGET, MPI_Win win), (in, ni, ti, rank, at, nt, tt, win),
             (get(site, win, rank, {ni, ti}), inside_mpi(call)))
UNPLY_WINDOW(Rget, (void* in, int ni, MPI_Datatype ti, UNPLY_TARGET, MPI_Win win, MPI_Request* request),
             (in, ni, ti, rank, at, nt, tt, win, request), (get(site, win, rank, {ni, ti}), inside_mpi(call)))
UNPLY_WINDOW(Accumulate, (UNPLY_ORIGIN, UNPLY_TARGET, MPI_Op op, MPI_Win win),
             (out, no, to, rank, at, nt, tt, op, win), (accumulate(site, win, rank, {no, to}), inside_mpi(call)))
UNPLY_WINDOW(Raccumulate, (UNPLY_ORIGIN, UNPLY_TARGET, MPI_Op op, MPI_Win win, MPI_Request* request),
             (out, no, to, rank, at, nt, tt, op, win, request),
             (accumulate(site, win, rank, {no, to}), inside_mpi(call)))
UNPLY_WINDOW(Get_accumulate, (UNPLY_ORIGIN, void* in, int ni, MPI_Datatype ti, UNPLY_TARGET, MPI_Op op, MPI_Win win),
             (out, no, to, in, ni, ti, rank, at, nt, tt, op, win),
             (get_and_accumulate(site, win, rank, op == mpi_objects.no_op ? Part{0, ti} : Part{no, to}, {ni, ti}), inside_mpi(call)))
UNPLY_WINDOW(Rget_accumulate,
             (UNPLY_ORIGIN, void* in, int ni, MPI_Datatype ti, UNPLY_TARGET, MPI_Op op, MPI_Win win, MPI_Request* request),
             (out, no, to, in, ni, ti, rank, at, nt, tt, op, win, request),
             (get_and_accumulate(site, win, rank, op == mpi_objects.no_op ? Part{0, ti} : Part{no, to}, {ni, ti}), inside_mpi(call)))
UNPLY_WINDOW(Fetch_and_op, (const void* out, void* in, MPI_Datatype type, int rank, MPI_Aint at, MPI_Op op, MPI_Win win),
             (out, in, type, rank, at, op, win),
             (get_and_accumulate(site, win, rank, {op == mpi_objects.no_op ? 0 : 1, type}, {1, type}), inside_mpi(call)))
UNPLY_WINDOW(Compare_and_swap,
             (const void* out, const void* compared, void* in, MPI_Datatype type, int rank, MPI_Aint at, MPI_Win win),
             (out, compared, in, type, rank, at, win),
             (get_and_accumulate(site, win, rank, {1, type}, {1, type}), inside_mpi(call)))
// clang-format on

// Not with the others: the handle is gone afterwards.
extern "C" UNPLY_EXPORT int MPI_Win_free(MPI_Win* win) {
  MpiSite site = UNPLY_MPI_SITE(Win_free);
  MPI_Win handle = *win;
  int result = all_together(site, handle, kCollectiveOther, [=] { return mpi().Win_free(win); });
  if (site && result == MPI_SUCCESS) forget_window(handle);
  return result;
}
UNPLY_MPI_ALIAS(Win_free)
