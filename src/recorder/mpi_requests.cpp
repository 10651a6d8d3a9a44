// Requests whose completion is an event, by their handles; and the functions that complete them. MPI may reuse the
// handle of a completed request, so handles are copied before.
#include "recorder/mpi_front.h"
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>

namespace unply::recorder {

namespace {

constexpr uint32_t kBuckets = 1 << 12;
struct Node {
  MpiRequest request;
  Node* next;
};
Node* buckets[kBuckets];
Node* free_nodes;
int nodes_lock;

class Hold {
public:
  Hold() {
    while (__atomic_exchange_n(&nodes_lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  }
  ~Hold() { __atomic_store_n(&nodes_lock, 0, __ATOMIC_RELEASE); }
};

void* map(size_t bytes) {
  int saved = errno;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = saved;
  return memory == MAP_FAILED ? nullptr : memory;
}

Node** bucket_of(const void* handle) { return &buckets[(uint64_t)handle * 0x9e3779b97f4a7c15u >> 52]; }

Node* new_node() {
  constexpr size_t kAtOnce = 256;
  if (!free_nodes) {
    auto* fresh = (Node*)map(kAtOnce * sizeof(Node));
    if (!fresh) return nullptr;
    for (size_t i = 0; i < kAtOnce; ++i) {
      fresh[i].next = free_nodes;
      free_nodes = fresh + i;
    }
  }
  Node* node = free_nodes;
  free_nodes = node->next;
  return node;
}

// ---- Completion. Copies of the handles, and statuses where the program wants none; kept for each thread.
struct Room {
  int count;
  MPI_Request* handles;
  MPI_Status* statuses;
};
constinit thread_local Room room __attribute__((tls_model("initial-exec"))) = {};

bool make_room(int count) {
  if (count <= room.count) return true;
  size_t wanted = 64;
  while (wanted < (size_t)count) wanted *= 2;
  auto* statuses = (MPI_Status*)map(wanted * (sizeof(MPI_Status) + sizeof(MPI_Request)));
  if (!statuses) return false;
  if (room.count) munmap(room.statuses, (size_t)room.count * (sizeof(MPI_Status) + sizeof(MPI_Request)));
  room = {(int)wanted, (MPI_Request*)(statuses + wanted), statuses};
  return true;
}

// Null when nothing is recorded, or there is no memory to do so.
MpiSite with_copies(MpiSite site, int count, const MPI_Request* requests) {
  if (!site || count < 0 || !requests || !make_room(count ? count : 1)) return {};
  memcpy(room.handles, requests, (size_t)count * sizeof(MPI_Request));
  return site;
}

void complete(MpiSite site, const void* handle, const MPI_Status& status) {
  MpiRequest request;
  if (handle == mpi_objects.no_request || !find_request(handle, request)) return;
  if (!request.persistent) forget_request(handle);
  if (request.number) mpi_core->emit(kEventPostDone, site.code, request.number, 0);
  if (request.persistent) renumber_request(handle, 0); // until it is started again a wait for it completes nothing
  if (!request.sends && (!request.persistent || request.number)) emit_receive(site, request.post.communicator, status);
}

// Errors of single requests leave the others' statuses valid.
bool has_statuses(int result) { return result == MPI_SUCCESS || result == MPI_ERR_IN_STATUS; }

} // namespace

void remember_request(const MpiRequest& request) {
  Hold hold;
  Node* node = new_node();
  if (!node) return;
  Node** bucket = bucket_of(request.handle);
  *node = {request, *bucket};
  *bucket = node;
}

bool find_request(const void* handle, MpiRequest& found) {
  Hold hold;
  for (Node* node = *bucket_of(handle); node; node = node->next)
    if (node->request.handle == handle) return found = node->request, true;
  return false;
}

void renumber_request(const void* handle, uint64_t number) {
  Hold hold;
  for (Node* node = *bucket_of(handle); node; node = node->next)
    if (node->request.handle == handle) {
      node->request.number = number;
      return;
    }
}

void forget_request(const void* handle) {
  Hold hold;
  for (Node** link = bucket_of(handle); *link; link = &(*link)->next) {
    if ((*link)->request.handle != handle) continue;
    Node* node = *link;
    *link = node->next;
    node->next = free_nodes;
    free_nodes = node;
    return;
  }
}

} // namespace unply::recorder

using namespace unply::recorder;

extern "C" {

UNPLY_EXPORT int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Wait), 1, request);
  if (!site) return mpi().Wait(request, status);
  begin_message_wait(site);
  if (status == MPI_STATUS_IGNORE) status = room.statuses;
  int result = inside_mpi([=] { return mpi().Wait(request, status); });
  if (result == MPI_SUCCESS) complete(site, room.handles[0], *status);
  end_message_wait(site);
  return result;
}

UNPLY_EXPORT int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Waitall), count, requests);
  if (!site) return mpi().Waitall(count, requests, statuses);
  begin_message_wait(site);
  if (statuses == MPI_STATUSES_IGNORE) statuses = room.statuses;
  int result = inside_mpi([=] { return mpi().Waitall(count, requests, statuses); });
  for (int i = 0; has_statuses(result) && i < count; ++i) complete(site, room.handles[i], statuses[i]);
  end_message_wait(site);
  return result;
}

UNPLY_EXPORT int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Waitany), count, requests);
  if (!site) return mpi().Waitany(count, requests, index, status);
  begin_message_wait(site);
  if (status == MPI_STATUS_IGNORE) status = room.statuses;
  int result = inside_mpi([=] { return mpi().Waitany(count, requests, index, status); });
  if (result == MPI_SUCCESS && *index != MPI_UNDEFINED) complete(site, room.handles[*index], *status);
  end_message_wait(site);
  return result;
}

UNPLY_EXPORT int MPI_Waitsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Waitsome), count, requests);
  if (!site) return mpi().Waitsome(count, requests, done, indices, statuses);
  begin_message_wait(site);
  if (statuses == MPI_STATUSES_IGNORE) statuses = room.statuses;
  int result = inside_mpi([=] { return mpi().Waitsome(count, requests, done, indices, statuses); });
  for (int i = 0; has_statuses(result) && *done != MPI_UNDEFINED && i < *done; ++i)
    complete(site, room.handles[indices[i]], statuses[i]);
  end_message_wait(site);
  return result;
}

UNPLY_EXPORT int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Test), 1, request);
  if (!site) return mpi().Test(request, flag, status);
  if (status == MPI_STATUS_IGNORE) status = room.statuses;
  int result = inside_mpi([=] { return mpi().Test(request, flag, status); });
  if (result == MPI_SUCCESS && *flag) complete(site, room.handles[0], *status);
  return result;
}

UNPLY_EXPORT int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Testall), count, requests);
  if (!site) return mpi().Testall(count, requests, flag, statuses);
  if (statuses == MPI_STATUSES_IGNORE) statuses = room.statuses;
  int result = inside_mpi([=] { return mpi().Testall(count, requests, flag, statuses); });
  for (int i = 0; has_statuses(result) && *flag && i < count; ++i) complete(site, room.handles[i], statuses[i]);
  return result;
}

UNPLY_EXPORT int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Testany), count, requests);
  if (!site) return mpi().Testany(count, requests, index, flag, status);
  if (status == MPI_STATUS_IGNORE) status = room.statuses;
  int result = inside_mpi([=] { return mpi().Testany(count, requests, index, flag, status); });
  if (result == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED) complete(site, room.handles[*index], *status);
  return result;
}

UNPLY_EXPORT int MPI_Testsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  MpiSite site = with_copies(UNPLY_MPI_SITE(Testsome), count, requests);
  if (!site) return mpi().Testsome(count, requests, done, indices, statuses);
  if (statuses == MPI_STATUSES_IGNORE) statuses = room.statuses;
  int result = inside_mpi([=] { return mpi().Testsome(count, requests, done, indices, statuses); });
  for (int i = 0; has_statuses(result) && *done != MPI_UNDEFINED && i < *done; ++i)
    complete(site, room.handles[indices[i]], statuses[i]);
  return result;
}

UNPLY_EXPORT int MPI_Request_free(MPI_Request* request) {
  if (UNPLY_MPI_SITE(Request_free)) forget_request(*request);
  return inside_mpi([=] { return mpi().Request_free(request); });
}
}

UNPLY_MPI_ALIAS(Wait)
UNPLY_MPI_ALIAS(Waitall)
UNPLY_MPI_ALIAS(Waitany)
UNPLY_MPI_ALIAS(Waitsome)
UNPLY_MPI_ALIAS(Test)
UNPLY_MPI_ALIAS(Testall)
UNPLY_MPI_ALIAS(Testany)
UNPLY_MPI_ALIAS(Testsome)
UNPLY_MPI_ALIAS(Request_free)
