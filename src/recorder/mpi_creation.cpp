// Functions that create and free communicators. Creation is a collective operation of the parent communicator.
#include "recorder/mpi_front.h"

namespace unply::recorder {

namespace {

template <class Call> int create(MpiSite site, MPI_Comm parent, MPI_Comm* made, Call call) {
  if (!site) return call();
  uint64_t operation = begin_collective(site, kCollectiveOther, communicator_number(parent), 0);
  int result = inside_mpi(call);
  if (result == MPI_SUCCESS && *made && *made != mpi_objects.none) add_communicator(*made);
  end_collective(site, operation, 0);
  return result;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

extern "C" {

UNPLY_EXPORT int MPI_Comm_dup(MPI_Comm parent, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Comm_dup), parent, made, [=] { return mpi().Comm_dup(parent, made); });
}
UNPLY_EXPORT int MPI_Comm_dup_with_info(MPI_Comm parent, MPI_Info info, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Comm_dup_with_info), parent, made,
                [=] { return mpi().Comm_dup_with_info(parent, info, made); });
}
UNPLY_EXPORT int MPI_Comm_split(MPI_Comm parent, int colour, int key, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Comm_split), parent, made, [=] { return mpi().Comm_split(parent, colour, key, made); });
}
UNPLY_EXPORT int MPI_Comm_split_type(MPI_Comm parent, int type, int key, MPI_Info info, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Comm_split_type), parent, made,
                [=] { return mpi().Comm_split_type(parent, type, key, info, made); });
}
UNPLY_EXPORT int MPI_Comm_create(MPI_Comm parent, MPI_Group group, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Comm_create), parent, made, [=] { return mpi().Comm_create(parent, group, made); });
}
UNPLY_EXPORT int MPI_Comm_create_group(MPI_Comm parent, MPI_Group group, int tag, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Comm_create_group), parent, made,
                [=] { return mpi().Comm_create_group(parent, group, tag, made); });
}
UNPLY_EXPORT int MPI_Cart_create(MPI_Comm parent, int dimensions, const int* sizes, const int* periodic, int reorder,
                                 MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Cart_create), parent, made,
                [=] { return mpi().Cart_create(parent, dimensions, sizes, periodic, reorder, made); });
}
UNPLY_EXPORT int MPI_Cart_sub(MPI_Comm parent, const int* keep, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Cart_sub), parent, made, [=] { return mpi().Cart_sub(parent, keep, made); });
}
UNPLY_EXPORT int MPI_Graph_create(MPI_Comm parent, int nodes, const int* index, const int* edges, int reorder,
                                  MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Graph_create), parent, made,
                [=] { return mpi().Graph_create(parent, nodes, index, edges, reorder, made); });
}
UNPLY_EXPORT int MPI_Dist_graph_create(MPI_Comm parent, int count, const int* nodes, const int* degrees,
                                       const int* targets, const int* weights, MPI_Info info, int reorder,
                                       MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Dist_graph_create), parent, made, [=] {
    return mpi().Dist_graph_create(parent, count, nodes, degrees, targets, weights, info, reorder, made);
  });
}
UNPLY_EXPORT int MPI_Dist_graph_create_adjacent(MPI_Comm parent, int in, const int* sources, const int* in_weights,
                                                int out, const int* targets, const int* out_weights, MPI_Info info,
                                                int reorder, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Dist_graph_create_adjacent), parent, made, [=] {
    return mpi().Dist_graph_create_adjacent(parent, in, sources, in_weights, out, targets, out_weights, info, reorder,
                                            made);
  });
}
UNPLY_EXPORT int MPI_Intercomm_create(MPI_Comm own, int own_leader, MPI_Comm peer, int other_leader, int tag,
                                      MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Intercomm_create), own, made,
                [=] { return mpi().Intercomm_create(own, own_leader, peer, other_leader, tag, made); });
}
UNPLY_EXPORT int MPI_Intercomm_merge(MPI_Comm parent, int high, MPI_Comm* made) {
  return create(UNPLY_MPI_SITE(Intercomm_merge), parent, made,
                [=] { return mpi().Intercomm_merge(parent, high, made); });
}

UNPLY_EXPORT int MPI_Comm_free(MPI_Comm* communicator) {
  if (UNPLY_MPI_SITE(Comm_free)) forget_communicator(*communicator);
  InsideMpi inside;
  return mpi().Comm_free(communicator);
}
UNPLY_EXPORT int MPI_Comm_disconnect(MPI_Comm* communicator) {
  if (UNPLY_MPI_SITE(Comm_disconnect)) forget_communicator(*communicator);
  InsideMpi inside;
  return mpi().Comm_disconnect(communicator);
}
UNPLY_EXPORT int MPI_Comm_set_name(MPI_Comm communicator, const char* name) {
  if (UNPLY_MPI_SITE(Comm_set_name))
    mpi_core->name_object(kObjectCommunicator, communicator_number(communicator), name);
  InsideMpi inside;
  return mpi().Comm_set_name(communicator, name);
}
}

UNPLY_MPI_ALIAS(Comm_dup)
UNPLY_MPI_ALIAS(Comm_dup_with_info)
UNPLY_MPI_ALIAS(Comm_split)
UNPLY_MPI_ALIAS(Comm_split_type)
UNPLY_MPI_ALIAS(Comm_create)
UNPLY_MPI_ALIAS(Comm_create_group)
UNPLY_MPI_ALIAS(Cart_create)
UNPLY_MPI_ALIAS(Cart_sub)
UNPLY_MPI_ALIAS(Graph_create)
UNPLY_MPI_ALIAS(Dist_graph_create)
UNPLY_MPI_ALIAS(Dist_graph_create_adjacent)
UNPLY_MPI_ALIAS(Intercomm_create)
UNPLY_MPI_ALIAS(Intercomm_merge)
UNPLY_MPI_ALIAS(Comm_free)
UNPLY_MPI_ALIAS(Comm_disconnect)
UNPLY_MPI_ALIAS(Comm_set_name)
