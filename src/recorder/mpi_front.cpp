// Begin and end of MPI in a process, and functions shared by all wrappers.
#include "recorder/mpi_front.h"
#include <dlfcn.h>

namespace unply::recorder {

const CoreLink* mpi_core;
MpiObjects mpi_objects;
constinit thread_local int mpi_depth __attribute__((tls_model("initial-exec"))) = 0;

namespace {

MpiCalls calls;
enum { kUnknown, kOff, kOn };
int mpi_state;

// A library that was loaded by dlopen() may be visible to its users only. Its objects may have been moved into the
// program (copy relocations), which comes first in the default order.
void* find_in_mpi(const char* name, void* order = RTLD_NEXT) {
  if (void* found = dlsym(order, name)) return found;
  void* library = dlopen("libmpi.so.40", RTLD_LAZY | RTLD_NOLOAD);
  return library ? dlsym(library, name) : nullptr;
}

void find_calls() {
#define UNPLY_FIND(name) calls.name = (decltype(calls.name))find_in_mpi("PMPI_" #name);
  UNPLY_MPI_REAL_CALLS(UNPLY_FIND)
#undef UNPLY_FIND
  mpi_objects = {(MPI_Comm)find_in_mpi("ompi_mpi_comm_world", RTLD_DEFAULT),
                 (MPI_Comm)find_in_mpi("ompi_mpi_comm_self", RTLD_DEFAULT),
                 (MPI_Comm)find_in_mpi("ompi_mpi_comm_null", RTLD_DEFAULT),
                 (MPI_Datatype)find_in_mpi("ompi_mpi_byte", RTLD_DEFAULT),
                 (MPI_Datatype)find_in_mpi("ompi_mpi_long_long_int", RTLD_DEFAULT),
                 (MPI_Request)find_in_mpi("ompi_request_null", RTLD_DEFAULT),
                 (MPI_Op)find_in_mpi("ompi_mpi_op_no_op", RTLD_DEFAULT)};
  mpi_core = (const CoreLink*)dlsym(RTLD_DEFAULT, UNPLY_CORE_LINK);
}

// Several threads may do this at once: they write the same.
int find_state() {
  find_calls();
  bool core = mpi_core && mpi_core->version == kCoreLinkVersion && mpi_core->recording();
  bool open_mpi = mpi_objects.world && mpi_objects.self && mpi_objects.byte && mpi_objects.no_request;
  if (core && !open_mpi) mpi_core->add_note("messages are not recorded: only those of Open MPI are");
  int state = core && open_mpi ? kOn : kOff;
  __atomic_store_n(&mpi_state, state, __ATOMIC_RELEASE);
  return state;
}

int state() {
  int known = __atomic_load_n(&mpi_state, __ATOMIC_ACQUIRE);
  return UNPLY_LIKELY(known != kUnknown) ? known : find_state();
}

void begin_mpi() {
  if (state() != kOn || !mpi_core->recording()) return;
  int rank = 0, size = 0;
  inside_mpi([&] { return mpi().Comm_rank(mpi_objects.world, &rank) | mpi().Comm_size(mpi_objects.world, &size); });
  mpi_core->set_rank((uint32_t)rank);
  mpi_core->has_seen(kFrontMpi);
  add_communicator(mpi_objects.world);
  note_hosts(size);
  align_clocks_begin(rank, size);
}

bool is_named[kMpiFunctions];  // several threads may name one at once: the later name is the same
constexpr uint32_t kWorld = 1; // its number as a communicator

template <class Call> int initialize(MpiSite site, Call call) {
  uint64_t which = site ? begin_collective(site, kCollectiveInit, kWorld, 0) : 0;
  if (state() == kOn && mpi_core->recording()) announce_this_rank();
  int result = inside_mpi(call);
  if (result == MPI_SUCCESS) begin_mpi();
  if (site) end_collective(site, which, 0);
  return result;
}

} // namespace

const MpiCalls& mpi() {
  state();
  return calls;
}

MpiSite mpi_site(const void* return_address, const void* frame, MpiFunction function) {
  if (mpi_depth || state() != kOn) return {};
  return {mpi_core->user_site(return_address, frame), function};
}

uint32_t named_function(MpiFunction function) {
#define UNPLY_NAME(name) "MPI_" #name,
  static constexpr const char* kNames[] = {"", UNPLY_MPI_REAL_CALLS(UNPLY_NAME)};
#undef UNPLY_NAME
  if (!__atomic_load_n(&is_named[function], __ATOMIC_RELAXED)) {
    mpi_core->name_object(kObjectFunction, function, kNames[function]);
    __atomic_store_n(&is_named[function], true, __ATOMIC_RELAXED);
  }
  return function;
}

uint64_t begin_collective(MpiSite site, UnplyCollective operation, uint32_t communicator, uint64_t bytes) {
  uint64_t which = (uint64_t)named_function(site.function) << 40 | (uint64_t)operation << 32 | communicator;
  mpi_core->emit(kEventCollectiveBegin, site.code, which, bytes);
  return which;
}

uint64_t bytes_of(MPI_Datatype type, uint64_t count) {
  MPI_Count bytes = 0;
  if (mpi().Type_size_x(type, &bytes) != MPI_SUCCESS || bytes < 0) return 0;
  return (uint64_t)bytes * count;
}

void emit_send(MpiSite site, MPI_Comm communicator, int to, int tag, uint64_t bytes) {
  if (!is_partner(to)) return;
  mpi_core->emit(kEventSend, site.code, world_rank(communicator, to) << 32 | (uint32_t)tag, bytes);
}

void emit_receive(MpiSite site, MPI_Comm communicator, const MPI_Status& status) {
  if (!is_partner(status.MPI_SOURCE)) return;
  MPI_Count bytes = 0;
  mpi().Get_elements_x(&status, mpi_objects.byte, &bytes);
  uint64_t from = world_rank(communicator, status.MPI_SOURCE);
  mpi_core->emit(kEventReceive, site.code, from << 32 | (uint32_t)status.MPI_TAG, bytes < 0 ? 0 : (uint64_t)bytes);
}

} // namespace unply::recorder

using namespace unply::recorder;

extern "C" {

UNPLY_EXPORT int MPI_Init(int* argc, char*** argv) {
  return initialize(UNPLY_MPI_SITE(Init), [=] { return mpi().Init(argc, argv); });
}

UNPLY_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return initialize(UNPLY_MPI_SITE(Init_thread), [=] { return mpi().Init_thread(argc, argv, required, provided); });
}

UNPLY_EXPORT int MPI_Finalize() {
  MpiSite site = UNPLY_MPI_SITE(Finalize);
  uint64_t which = site ? begin_collective(site, kCollectiveFinalize, kWorld, 0) : 0;
  align_clocks_end();
  int result = inside_mpi([] { return mpi().Finalize(); });
  if (site) end_collective(site, which, 0);
  return result;
}
}

UNPLY_MPI_ALIAS(Init)
UNPLY_MPI_ALIAS(Init_thread)
UNPLY_MPI_ALIAS(Finalize)
