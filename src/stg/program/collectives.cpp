#include "stg/program/collectives.h"

namespace unply::stg {

bool is_nonblocking_collective(Call call) { return call >= Call::ibarrier && call <= Call::ialltoall; }

CollectiveKind collective_kind(Call call) {
  switch (call) {
  case Call::barrier:
  case Call::ibarrier:
    return CollectiveKind::barrier;
  case Call::bcast:
  case Call::ibcast:
    return CollectiveKind::broadcast;
  case Call::reduce:
  case Call::ireduce:
  case Call::allreduce:
  case Call::iallreduce:
  case Call::reduce_scatter:
  case Call::reduce_scatter_block:
    return CollectiveKind::reduction;
  case Call::gather:
  case Call::gatherv:
  case Call::igather:
    return CollectiveKind::gather;
  case Call::scatter:
  case Call::scatterv:
  case Call::iscatter:
    return CollectiveKind::scatter;
  case Call::allgather:
  case Call::allgatherv:
  case Call::iallgather:
  case Call::alltoall:
  case Call::alltoallv:
  case Call::ialltoall:
    return CollectiveKind::all_to_all;
  case Call::scan:
  case Call::exscan:
    return CollectiveKind::scan;
  default:
    return is_collective(call) && call != Call::init && call != Call::finalize ? CollectiveKind::creation
                                                                               : CollectiveKind::none;
  }
}

DataFlow flow_of(Call call) {
  switch (collective_kind(call)) {
  case CollectiveKind::none:
    return DataFlow::none;
  case CollectiveKind::broadcast:
  case CollectiveKind::scatter:
    return DataFlow::from_root;
  case CollectiveKind::gather:
    return DataFlow::to_root;
  case CollectiveKind::reduction:
    return call == Call::reduce || call == Call::ireduce ? DataFlow::to_root : DataFlow::among_all;
  case CollectiveKind::scan:
    return DataFlow::along;
  default:
    return DataFlow::among_all;
  }
}

} // namespace unply::stg
