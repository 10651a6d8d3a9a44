// Declarations shared by the files of the MPI front end. The wrappers are at the level of PMPI: Open MPI's Fortran and
// C++ functions call PMPI functions, and a program with its own profiling layer still works. Only MPI_Init and
// MPI_Finalize communicate, once all ranks are known to be recorded (mpi_clock.cpp): other ranks would not take part. A
// communicator's number is computed from its ranks and the number of earlier communicators with the same ranks, which
// is the same in all its processes.
#pragma once
#include "recorder/core_link.h"
#include "unply/spool_format.h"
#include <mpi.h>

namespace unply::recorder {

// clang-format off
#define UNPLY_MPI_REAL_CALLS(X)                                                                                        \
  X(Init) X(Init_thread) X(Finalize)                                                                                   \
  X(Comm_rank) X(Comm_size) X(Comm_group) X(Comm_remote_group) X(Comm_test_inter)                                      \
  X(Group_size) X(Group_translate_ranks) X(Group_free) X(Type_get_name) X(Type_size_x) X(Get_elements_x)                                \
  X(Send) X(Bsend) X(Ssend) X(Rsend) X(Isend) X(Ibsend) X(Issend) X(Irsend)                                            \
  X(Recv) X(Irecv) X(Mrecv) X(Imrecv) X(Mprobe) X(Improbe) X(Probe) X(Sendrecv) X(Sendrecv_replace)                    \
  X(Send_init) X(Bsend_init) X(Ssend_init) X(Rsend_init) X(Recv_init) X(Start) X(Startall) X(Request_free)             \
  X(Wait) X(Waitall) X(Waitany) X(Waitsome) X(Test) X(Testall) X(Testany) X(Testsome)                                  \
  X(Barrier) X(Bcast) X(Reduce) X(Allreduce) X(Gather) X(Gatherv) X(Allgather) X(Allgatherv) X(Scatter) X(Scatterv)    \
  X(Alltoall) X(Alltoallv) X(Scan) X(Exscan) X(Reduce_scatter) X(Reduce_scatter_block)                                 \
  X(Ibarrier) X(Ibcast) X(Ireduce) X(Iallreduce) X(Igather) X(Igatherv) X(Iallgather) X(Iallgatherv) X(Iscatter)       \
  X(Iscatterv) X(Ialltoall) X(Ialltoallv) X(Iscan) X(Iexscan) X(Ireduce_scatter) X(Ireduce_scatter_block)              \
  X(Comm_dup) X(Comm_dup_with_info) X(Comm_split) X(Comm_split_type) X(Comm_create) X(Comm_create_group)               \
  X(Comm_free) X(Comm_disconnect) X(Comm_set_name) X(Cart_create) X(Cart_sub) X(Graph_create)                          \
  X(Dist_graph_create) X(Dist_graph_create_adjacent) X(Intercomm_create) X(Intercomm_merge)              \
  X(Win_create) X(Win_allocate) X(Win_allocate_shared) X(Win_create_dynamic) X(Win_free) X(Win_fence) X(Win_post)      \
  X(Win_start) X(Win_complete) X(Win_wait) X(Win_flush) X(Win_flush_all) X(Win_flush_local) X(Win_flush_local_all)     \
  X(Win_lock) X(Win_lock_all) X(Win_unlock) X(Win_unlock_all) X(Put) X(Rput) X(Get) X(Rget) X(Accumulate)              \
  X(Raccumulate) X(Get_accumulate) X(Rget_accumulate) X(Fetch_and_op) X(Compare_and_swap)
// clang-format on

struct MpiCalls {
#define UNPLY_MEMBER(name) decltype(&::PMPI_##name) name;
  UNPLY_MPI_REAL_CALLS(UNPLY_MEMBER)
#undef UNPLY_MEMBER
};
const MpiCalls& mpi(); // looked up on first use

enum MpiFunction : uint32_t { // 0: none
#define UNPLY_NUMBER(name) kMpi##name,
  kMpiNone,
  UNPLY_MPI_REAL_CALLS(UNPLY_NUMBER) kMpiFunctions
#undef UNPLY_NUMBER
};
extern const CoreLink* mpi_core;

// Open MPI's own objects, which its header names by address. Without them (another MPI) nothing is recorded.
struct MpiObjects {
  MPI_Comm world, self, none;
  MPI_Datatype byte, long_long;
  MPI_Request no_request;
  MPI_Op no_op;
  MPI_Op operators[kOperatorOwn]; // by UnplyOperator
};
extern MpiObjects mpi_objects;

// MPI's calls of its own functions and its locks do not belong to the program.
extern constinit thread_local int mpi_depth __attribute__((tls_model("initial-exec")));
class InsideMpi {
public:
  InsideMpi() {
    if (mpi_depth++ == 0 && mpi_core) next_ = mpi_core->begin_quiet();
  }
  ~InsideMpi() {
    if (--mpi_depth == 0 && mpi_core) mpi_core->end_quiet(next_);
  }
  InsideMpi(const InsideMpi&) = delete;
  InsideMpi& operator=(const InsideMpi&) = delete;

private:
  UnplyRawEvent* next_ = nullptr;
};

template <class Call> int inside_mpi(Call call) {
  InsideMpi inside;
  return call();
}

// The call in user code, and its function; null: not recorded.
struct MpiSite {
  const void* code;
  MpiFunction function;
  explicit operator bool() const { return code; }
};
MpiSite mpi_site(const void* return_address, const void* frame, MpiFunction function);
#define UNPLY_MPI_SITE(name) mpi_site(__builtin_return_address(0), __builtin_dwarf_cfa(), kMpi##name)
// Its number in events; the recording gets its name with the first.
uint32_t named_function(MpiFunction function);

// Each wrapper has both names of its function.
#define UNPLY_MPI_ALIAS(name)                                                                                          \
  extern "C" UNPLY_EXPORT decltype(PMPI_##name) PMPI_##name __attribute__((alias("MPI_" #name)));

// ---- Communicators
uint32_t communicator_number(MPI_Comm communicator);
uint32_t communicator_size(MPI_Comm communicator); // of the other group, between two
uint32_t rank_in(MPI_Comm communicator);           // this process's
uint64_t world_rank(MPI_Comm communicator, int rank);
void forget_communicator(MPI_Comm communicator);
void add_communicator(MPI_Comm communicator);

inline bool is_partner(int rank) { return rank >= 0; } // neither nobody (MPI_PROC_NULL) nor anybody
uint64_t bytes_of(MPI_Datatype type, uint64_t count);
void emit_send(MpiSite site, MPI_Comm communicator, int to, int tag, uint64_t bytes);
void emit_receive(MpiSite site, MPI_Comm communicator, const MPI_Status& status);
inline void begin_message_wait(MpiSite site) {
  mpi_core->emit(kEventWaitBegin, site.code, kWaitMessage, named_function(site.function));
}
inline void end_message_wait(MpiSite site) { mpi_core->emit(kEventWaitEnd, site.code, kWaitMessage, site.function); }
// Number of the datatype's name; the recording gets the name with the first. 0: it has none.
uint32_t named_datatype(MPI_Datatype type);
UnplyOperator number_of(MPI_Op op);

// A send or a receive as the program asks for it. `request`: a number of new_request_number(), 0: completes within its
// call.
struct MpiPost {
  uint32_t kind; // UnplyPost
  MPI_Datatype type;
  uint64_t bytes;
  int partner, tag;
  MPI_Comm communicator;
};
void emit_post(MpiSite site, const MpiPost& post, uint64_t request);
uint64_t new_request_number();

struct MpiTerms { // of a collective operation
  MPI_Datatype type = nullptr;
  MPI_Op op = nullptr;
  int root = -1;
};
void emit_terms(MpiSite site, const MpiTerms& terms);

// The result must be passed to its end.
uint64_t begin_collective(MpiSite site, UnplyCollective operation, uint32_t communicator, uint64_t bytes);
inline void end_collective(MpiSite site, uint64_t which, uint64_t bytes) {
  mpi_core->emit(kEventCollectiveEnd, site.code, which, bytes);
}

void note_hosts(int size); // this rank's, and in part the others' (mpi_hosts.cpp)

// ---- Clocks (mpi_clock.cpp), all ranks at once
void announce_this_rank();                   // before MPI_Init
void align_clocks_begin(int rank, int size); // after it
void align_clocks_end();                     // before MPI_Finalize

// ---- Requests of sends and receives
struct MpiRequest {
  const void* handle; // MPI_Request, or MPI_Message
  uint64_t number;    // of its post; of a persistent one that of its last start
  bool sends, persistent;
  MpiPost post;
};
void remember_request(const MpiRequest& request);
bool find_request(const void* handle, MpiRequest& found);
void renumber_request(const void* handle, uint64_t number);
void forget_request(const void* handle);

} // namespace unply::recorder
