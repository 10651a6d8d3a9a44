// Communicators: their numbers, and the rank in MPI_COMM_WORLD of each of their ranks.
#include "recorder/mpi_front.h"
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

namespace unply::recorder {

namespace {

constexpr uint32_t kWorldNumber = 1, kSelfNumber = 2, kFirstNumber = 16;
constexpr size_t kMostCommunicators = 4096, kMostGroups = 4096;

struct Communicator {
  MPI_Comm handle; // null: free
  uint32_t number, size, own_rank;
  const int* world_ranks; // of its group, or of the other group between two
};
struct Group {
  uint32_t hash, communicators; // with these ranks so far
};
struct Tables {
  Communicator communicators[kMostCommunicators];
  Group groups[kMostGroups];
};
Tables* tables;
int tables_lock; // MPI_THREAD_MULTIPLE; no MPI call is made while it is held

class Hold {
public:
  Hold() {
    while (__atomic_exchange_n(&tables_lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  }
  ~Hold() { __atomic_store_n(&tables_lock, 0, __ATOMIC_RELEASE); }
};

void* map(size_t bytes) {
  int saved = errno;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  errno = saved;
  return memory == MAP_FAILED ? nullptr : memory;
}

bool look_up(MPI_Comm handle, Communicator& found) {
  Hold hold;
  if (!tables) return false;
  for (const Communicator& entry : tables->communicators) {
    if (!entry.handle) break;
    if (entry.handle == handle) return found = entry, true;
  }
  return false;
}

// Ranks of the world in the order of the ranks of the communicator; unknown ones are 0xffffff.
const int* world_ranks_of(MPI_Comm handle, uint32_t& size) {
  int between_two = 0, count = 0;
  MPI_Group group, world;
  mpi().Comm_test_inter(handle, &between_two);
  if ((between_two ? mpi().Comm_remote_group(handle, &group) : mpi().Comm_group(handle, &group)) != MPI_SUCCESS)
    return nullptr;
  mpi().Group_size(group, &count);
  mpi().Comm_group(mpi_objects.world, &world);
  size = (uint32_t)count;
  auto* ranks = (int*)map(2 * sizeof(int) * (size_t)(count + 1));
  if (ranks) {
    int* own = ranks + count;
    for (int i = 0; i < count; ++i) own[i] = i;
    mpi().Group_translate_ranks(group, count, own, world, ranks);
    for (int i = 0; i < count; ++i)
      if (ranks[i] < 0) ranks[i] = 0xffffff;
  }
  mpi().Group_free(&world);
  mpi().Group_free(&group);
  return ranks;
}

// The nth communicator of the same ranks has the same number everywhere, as creating one is collective.
uint32_t next_number(const int* ranks, uint32_t size) {
  uint32_t hash = 2166136261u;
  for (uint32_t i = 0; i < size; ++i) hash = (hash ^ (uint32_t)ranks[i]) * 16777619u;
  for (Group& group : tables->groups) {
    if (group.communicators && group.hash != hash) continue;
    group.hash = hash;
    uint32_t number = hash + group.communicators++ * 0x9e3779b9u;
    return number < kFirstNumber ? number + kFirstNumber : number;
  }
  return hash | kFirstNumber;
}

void name_communicator(uint32_t number, const int* ranks, uint32_t size) {
  char text[120];
  int used = snprintf(text, sizeof text, "communicator of %u %s", size, size == 1 ? "rank:" : "ranks:");
  for (uint32_t i = 0; i < size && used < 100; ++i)
    used += snprintf(text + used, sizeof text - (size_t)used, " %d", ranks[i]);
  bool all = used < 100;
  mpi_core->name_object(kObjectCommunicator, number, all ? text : strcat(text, " ..."));
}

Communicator make(MPI_Comm handle) {
  Communicator made = {.handle = handle, .number = 0, .size = 0, .own_rank = 0, .world_ranks = nullptr};
  int rank = 0;
  InsideMpi inside;
  mpi().Comm_rank(handle, &rank);
  made.own_rank = (uint32_t)rank;
  made.world_ranks = world_ranks_of(handle, made.size);
  return made;
}

Communicator insert(Communicator made) {
  bool world = made.handle == mpi_objects.world, self = made.handle == mpi_objects.self;
  Hold hold;
  if (!tables) tables = (Tables*)map(sizeof(Tables));
  if (!tables || !made.world_ranks) return made;
  made.number = world ? kWorldNumber : self ? kSelfNumber : next_number(made.world_ranks, made.size);
  for (Communicator& entry : tables->communicators) {
    if (entry.handle) continue;
    entry = made;
    break;
  }
  return made;
}

Communicator known(MPI_Comm handle) {
  Communicator found;
  if (look_up(handle, found)) return found;
  found = insert(make(handle));
  if (found.number == kWorldNumber)
    mpi_core->name_object(kObjectCommunicator, found.number, "MPI_COMM_WORLD");
  else if (found.number == kSelfNumber)
    mpi_core->name_object(kObjectCommunicator, found.number, "MPI_COMM_SELF");
  else if (found.number)
    name_communicator(found.number, found.world_ranks, found.size);
  return found;
}

} // namespace

uint32_t communicator_number(MPI_Comm communicator) { return known(communicator).number; }
uint32_t communicator_size(MPI_Comm communicator) { return known(communicator).size; }
uint32_t rank_in(MPI_Comm communicator) { return known(communicator).own_rank; }
void add_communicator(MPI_Comm communicator) { known(communicator); }

uint64_t world_rank(MPI_Comm communicator, int rank) {
  if (communicator == mpi_objects.world) return (uint64_t)rank;
  Communicator found = known(communicator);
  return found.world_ranks && (uint32_t)rank < found.size ? (uint64_t)found.world_ranks[rank] : 0xffffff;
}

// The last entry replaces the removed one.
void forget_communicator(MPI_Comm communicator) {
  Hold hold;
  if (!tables) return;
  Communicator *gone = nullptr, *last = nullptr;
  for (Communicator& entry : tables->communicators) {
    if (!entry.handle) break;
    if (entry.handle == communicator) gone = &entry;
    last = &entry;
  }
  if (!gone) return;
  munmap((void*)gone->world_ranks, 2 * sizeof(int) * (gone->size + 1));
  *gone = *last;
  last->handle = nullptr;
}

} // namespace unply::recorder
