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
  mpi_objects = {.world = (MPI_Comm)find_in_mpi("ompi_mpi_comm_world", RTLD_DEFAULT),
                 .self = (MPI_Comm)find_in_mpi("ompi_mpi_comm_self", RTLD_DEFAULT),
                 .none = (MPI_Comm)find_in_mpi("ompi_mpi_comm_null", RTLD_DEFAULT),
                 .byte = (MPI_Datatype)find_in_mpi("ompi_mpi_byte", RTLD_DEFAULT),
                 .long_long = (MPI_Datatype)find_in_mpi("ompi_mpi_long_long_int", RTLD_DEFAULT),
                 .no_request = (MPI_Request)find_in_mpi("ompi_request_null", RTLD_DEFAULT),
                 .no_op = (MPI_Op)find_in_mpi("ompi_mpi_op_no_op", RTLD_DEFAULT),
                 .operators = {}};
  static constexpr const char* kOperators[kOperatorOwn] = {nullptr,
                                                           "ompi_mpi_op_max",
                                                           "ompi_mpi_op_min",
                                                           "ompi_mpi_op_sum",
                                                           "ompi_mpi_op_prod",
                                                           "ompi_mpi_op_land",
                                                           "ompi_mpi_op_band",
                                                           "ompi_mpi_op_lor",
                                                           "ompi_mpi_op_bor",
                                                           "ompi_mpi_op_lxor",
                                                           "ompi_mpi_op_bxor",
                                                           "ompi_mpi_op_maxloc",
                                                           "ompi_mpi_op_minloc",
                                                           "ompi_mpi_op_replace"};
  for (uint32_t i = kOperatorMax; i < kOperatorOwn; ++i)
    mpi_objects.operators[i] = (MPI_Op)find_in_mpi(kOperators[i], RTLD_DEFAULT);
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

// The number of a name is the same in all processes, as objects of a recording must be: 24 bits of its hash.
static uint32_t number_of_name(const char* name) {
  uint32_t hash = 0x811c9dc5; // FNV-1a
  for (; *name; ++name) hash = (hash ^ (uint8_t)*name) * 0x01000193;
  return (hash & 0xffffff) ? hash & 0xffffff : 1;
}

// Names of predefined datatypes by handle, each asked for once. Types that the program makes have no names, and their
// handles are used again.
uint32_t named_datatype(MPI_Datatype type) {
  constexpr uint32_t kSlots = 256;
  static MPI_Datatype known[kSlots];
  static uint32_t numbers[kSlots]; // 0: another thread is about to write it
  if (!type) return 0;
  for (uint32_t i = 0; i < kSlots; ++i) {
    const uint32_t slot = (uint32_t)(((uint64_t)type * 0x9e3779b97f4a7c15u >> 56) + i) % kSlots;
    MPI_Datatype there = __atomic_load_n(&known[slot], __ATOMIC_ACQUIRE);
    if (there == type)
      if (uint32_t number = __atomic_load_n(&numbers[slot], __ATOMIC_ACQUIRE)) return number;
    if (there && there != type) continue;
    char name[MPI_MAX_OBJECT_NAME];
    int length = 0;
    if (mpi().Type_get_name(type, name, &length) != MPI_SUCCESS || __builtin_strncmp(name, "MPI_", 4) != 0) return 0;
    const uint32_t number = number_of_name(name);
    mpi_core->name_object(kObjectDatatype, number, name);
    if (!there && __atomic_compare_exchange_n(&known[slot], &there, type, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      __atomic_store_n(&numbers[slot], number, __ATOMIC_RELEASE);
    return number;
  }
  return 0;
}

UnplyOperator number_of(MPI_Op op) {
  if (!op) return kOperatorNone;
  for (uint32_t i = kOperatorMax; i < kOperatorOwn; ++i)
    if (op == mpi_objects.operators[i]) return (UnplyOperator)i;
  return kOperatorOwn;
}

uint64_t new_request_number() {
  static uint64_t last;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

void emit_post(MpiSite site, const MpiPost& post, uint64_t request) {
  const uint64_t partner = is_partner(post.partner)         ? world_rank(post.communicator, post.partner)
                           : post.partner == MPI_ANY_SOURCE ? UNPLY_ANYBODY
                                                            : UNPLY_NOBODY;
  const uint32_t tag = post.tag == MPI_ANY_TAG ? UNPLY_ANY_TAG : (uint32_t)post.tag;
  mpi_core->emit(kEventPost, site.code, (uint64_t)post.kind << 48 | request, partner << 32 | tag);
  const uint32_t communicator = communicator_number(post.communicator);
  mpi_core->emit(kEventPostSize, site.code, (uint64_t)named_datatype(post.type) << 32 | communicator, post.bytes);
}

void emit_terms(MpiSite site, const MpiTerms& terms) {
  const uint64_t root = terms.root >= 0 ? (uint64_t)terms.root + 1 : 0;
  mpi_core->emit(kEventCollectiveTerms, site.code,
                 (uint64_t)named_datatype(terms.type) << 32 | (uint64_t)number_of(terms.op) << 24, root);
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
