// Collective operations: the begin has the bytes that this process sends, the end the bytes that it receives.
// Nonblocking operations (MPI_Ibcast) are short; waiting for their completion is an event of the wait.
#include "recorder/mpi_front.h"

namespace unply::recorder {

namespace {

struct Bytes {
  uint64_t given, got;
};

template <class Count, class Terms, class Call>
int collective(MpiSite site, UnplyCollective operation, MPI_Comm comm, Count count, Terms terms, Call call) {
  if (!site) return inside_mpi(call);
  Bytes bytes = count();
  uint64_t which = begin_collective(site, operation, communicator_number(comm), bytes.given);
  emit_terms(site, terms());
  int result = inside_mpi(call);
  end_collective(site, which, bytes.got);
  return result;
}

bool is_root(int root, MPI_Comm comm) { return root == MPI_ROOT || (root >= 0 && (uint32_t)root == rank_in(comm)); }

// The bytes that a process sends to or receives from each other process; arguments that MPI ignores here are not read
// either. With MPI_IN_PLACE its own data are in the result buffer.
struct Side {
  const void* buffer;
  int count;
  MPI_Datatype type;
};
struct Sides {
  const void* buffer;
  const int* counts; // for each process
  MPI_Datatype type;
};
uint64_t one_part(const Side& side) { return bytes_of(side.type, (uint64_t)side.count); }
uint64_t all_bytes_of(const Side& side, MPI_Comm comm) { return one_part(side) * communicator_size(comm); }
uint64_t all_bytes_of(const Sides& side, MPI_Comm comm) {
  uint64_t total = 0;
  for (uint32_t i = 0, n = communicator_size(comm); i < n; ++i) total += (uint64_t)side.counts[i];
  return bytes_of(side.type, total);
}
uint64_t own_bytes_of(const Side& side, MPI_Comm) { return one_part(side); }
uint64_t own_bytes_of(const Sides& side, MPI_Comm comm) {
  return bytes_of(side.type, (uint64_t)side.counts[rank_in(comm)]);
}

Bytes broadcast(const Side& side, int root, MPI_Comm comm) {
  return is_root(root, comm) ? Bytes{one_part(side), 0} : Bytes{0, one_part(side)};
}
Bytes reduced_to_root(const Side& side, int root, MPI_Comm comm) {
  return {one_part(side), is_root(root, comm) ? one_part(side) : 0};
}
Bytes reduced_to_all(const Side& side) { return {one_part(side), one_part(side)}; }
template <class In> Bytes gathered_to_all(const Side& out, const In& in, MPI_Comm comm) {
  return {out.buffer == MPI_IN_PLACE ? own_bytes_of(in, comm) : one_part(out), all_bytes_of(in, comm)};
}
template <class In> Bytes gathered(const Side& out, const In& in, int root, MPI_Comm comm) {
  return is_root(root, comm) ? gathered_to_all(out, in, comm) : Bytes{one_part(out), 0};
}
template <class Out> Bytes scattered(const Out& out, const Side& in, int root, MPI_Comm comm) {
  if (!is_root(root, comm)) return {0, one_part(in)};
  return {all_bytes_of(out, comm), in.buffer == MPI_IN_PLACE ? own_bytes_of(out, comm) : one_part(in)};
}
template <class Some> Bytes exchanged(const Some& out, const Some& in, MPI_Comm comm) {
  uint64_t got = all_bytes_of(in, comm);
  return {out.buffer == MPI_IN_PLACE ? got : all_bytes_of(out, comm), got};
}
template <class Some> Bytes scattered_sums(const Some& in, MPI_Comm comm) {
  return {all_bytes_of(in, comm), own_bytes_of(in, comm)};
}

// Between two groups the root's own group names it differently, and MPI ignores what nobody there gives.
MpiTerms rooted(MPI_Datatype type, MPI_Op op, int root) {
  return root < 0 ? MpiTerms{} : MpiTerms{.type = type, .op = op, .root = root};
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

// One description for both forms of an operation: parameters and arguments before the communicator, and the bytes.
#define UNPLY_LIST(...) __VA_ARGS__
#define UNPLY_COLLECTIVE(name, later, operation, parameters, arguments, terms, bytes)                                  \
  extern "C" UNPLY_EXPORT int MPI_##name(UNPLY_LIST parameters MPI_Comm comm) {                                        \
    return collective(                                                                                                 \
        UNPLY_MPI_SITE(name), operation, comm, [=]() -> Bytes { return bytes; }, [=] { return terms; },                \
        [=] { return mpi().name(UNPLY_LIST arguments comm); });                                                        \
  }                                                                                                                    \
  extern "C" UNPLY_EXPORT int MPI_##later(UNPLY_LIST parameters MPI_Comm comm, MPI_Request* request) {                 \
    return collective(                                                                                                 \
        UNPLY_MPI_SITE(later), operation, comm, [=]() -> Bytes { return bytes; }, [=] { return terms; },               \
        [=] { return mpi().later(UNPLY_LIST arguments comm, request); });                                              \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)                                                                                                \
  UNPLY_MPI_ALIAS(later)

// clang-format off
UNPLY_COLLECTIVE(Barrier, Ibarrier, kCollectiveBarrier, (), (), (MpiTerms{}), (Bytes{0, 0}))
UNPLY_COLLECTIVE(Bcast, Ibcast, kCollectiveBroadcast,
                 (void* in, int n, MPI_Datatype type, int root,), (in, n, type, root,), (rooted(type, nullptr, root)),
                 broadcast({in, n, type}, root, comm))
UNPLY_COLLECTIVE(Reduce, Ireduce, kCollectiveReduce,
                 (const void* out, void* in, int n, MPI_Datatype type, MPI_Op op, int root,), (out, in, n, type, op, root,), (rooted(type, op, root)),
                 reduced_to_root({in, n, type}, root, comm))
UNPLY_COLLECTIVE(Allreduce, Iallreduce, kCollectiveAllreduce,
                 (const void* out, void* in, int n, MPI_Datatype type, MPI_Op op,), (out, in, n, type, op,), (MpiTerms{type, op, -1}),
                 reduced_to_all({in, n, type}))
UNPLY_COLLECTIVE(Scan, Iscan, kCollectiveScan,
                 (const void* out, void* in, int n, MPI_Datatype type, MPI_Op op,), (out, in, n, type, op,), (MpiTerms{type, op, -1}),
                 reduced_to_all({in, n, type}))
UNPLY_COLLECTIVE(Exscan, Iexscan, kCollectiveScan,
                 (const void* out, void* in, int n, MPI_Datatype type, MPI_Op op,), (out, in, n, type, op,), (MpiTerms{type, op, -1}),
                 reduced_to_all({in, n, type}))
UNPLY_COLLECTIVE(Gather, Igather, kCollectiveGather,
                 (const void* out, int no, MPI_Datatype to, void* in, int ni, MPI_Datatype ti, int root,),
                 (out, no, to, in, ni, ti, root,), (rooted(out == MPI_IN_PLACE ? ti : to, nullptr, root)), gathered({out, no, to}, Side{in, ni, ti}, root, comm))
UNPLY_COLLECTIVE(Gatherv, Igatherv, kCollectiveGather,
                 (const void* out, int no, MPI_Datatype to, void* in, const int* ni, const int* at, MPI_Datatype ti, int root,),
                 (out, no, to, in, ni, at, ti, root,), (rooted(out == MPI_IN_PLACE ? ti : to, nullptr, root)), gathered({out, no, to}, Sides{in, ni, ti}, root, comm))
UNPLY_COLLECTIVE(Allgather, Iallgather, kCollectiveAllgather,
                 (const void* out, int no, MPI_Datatype to, void* in, int ni, MPI_Datatype ti,),
                 (out, no, to, in, ni, ti,), (MpiTerms{out == MPI_IN_PLACE ? ti : to, nullptr, -1}), gathered_to_all({out, no, to}, Side{in, ni, ti}, comm))
UNPLY_COLLECTIVE(Allgatherv, Iallgatherv, kCollectiveAllgather,
                 (const void* out, int no, MPI_Datatype to, void* in, const int* ni, const int* at, MPI_Datatype ti,),
                 (out, no, to, in, ni, at, ti,), (MpiTerms{out == MPI_IN_PLACE ? ti : to, nullptr, -1}), gathered_to_all({out, no, to}, Sides{in, ni, ti}, comm))
UNPLY_COLLECTIVE(Scatter, Iscatter, kCollectiveScatter,
                 (const void* out, int no, MPI_Datatype to, void* in, int ni, MPI_Datatype ti, int root,),
                 (out, no, to, in, ni, ti, root,), (rooted(in == MPI_IN_PLACE ? to : ti, nullptr, root)), scattered(Side{out, no, to}, {in, ni, ti}, root, comm))
UNPLY_COLLECTIVE(Scatterv, Iscatterv, kCollectiveScatter,
                 (const void* out, const int* no, const int* at, MPI_Datatype to, void* in, int ni, MPI_Datatype ti, int root,),
                 (out, no, at, to, in, ni, ti, root,), (rooted(in == MPI_IN_PLACE ? to : ti, nullptr, root)), scattered(Sides{out, no, to}, {in, ni, ti}, root, comm))
UNPLY_COLLECTIVE(Alltoall, Ialltoall, kCollectiveAlltoall,
                 (const void* out, int no, MPI_Datatype to, void* in, int ni, MPI_Datatype ti,),
                 (out, no, to, in, ni, ti,), (MpiTerms{out == MPI_IN_PLACE ? ti : to, nullptr, -1}), exchanged(Side{out, no, to}, Side{in, ni, ti}, comm))
UNPLY_COLLECTIVE(Alltoallv, Ialltoallv, kCollectiveAlltoall,
                 (const void* out, const int* no, const int* ato, MPI_Datatype to, void* in, const int* ni, const int* ati, MPI_Datatype ti,),
                 (out, no, ato, to, in, ni, ati, ti,), (MpiTerms{out == MPI_IN_PLACE ? ti : to, nullptr, -1}), exchanged(Sides{out, no, to}, Sides{in, ni, ti}, comm))
UNPLY_COLLECTIVE(Reduce_scatter, Ireduce_scatter, kCollectiveReduceScatter,
                 (const void* out, void* in, const int* n, MPI_Datatype type, MPI_Op op,), (out, in, n, type, op,), (MpiTerms{type, op, -1}),
                 scattered_sums(Sides{in, n, type}, comm))
UNPLY_COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, kCollectiveReduceScatter,
                 (const void* out, void* in, int n, MPI_Datatype type, MPI_Op op,), (out, in, n, type, op,), (MpiTerms{type, op, -1}),
                 scattered_sums(Side{in, n, type}, comm))
// clang-format on
