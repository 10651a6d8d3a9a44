// See recorded_terms.h.
#include "stg/agreement/recorded_terms.h"
#include "unply/event_format.h"
#include <string_view>

namespace unply::stg {

int operator_number(uint32_t handle) { // UnplyOperator of a predefined one
  static constexpr const char* kNames[] = {"",         "MPI_MAX",    "MPI_MIN",    "MPI_SUM",    "MPI_PROD",
                                           "MPI_LAND", "MPI_BAND",   "MPI_LOR",    "MPI_BOR",    "MPI_LXOR",
                                           "MPI_BXOR", "MPI_MAXLOC", "MPI_MINLOC", "MPI_REPLACE"};
  const auto& handles = predefined_handles();
  if (handle < handles.size())
    for (int i = 1; i < int(std::size(kNames)); ++i)
      if (std::string_view(handles[handle].name) == kNames[i]) return i;
  return kOperatorOwn;
}

CollectiveBytes recorded_bytes(const Step& step, bool is_root) {
  const CollectiveCall& call = step.collective;
  switch (step.call) {
  case Call::barrier:
  case Call::ibarrier:
    return {0, 0};
  case Call::bcast:
  case Call::ibcast:
    return is_root ? CollectiveBytes{call.bytes, 0} : CollectiveBytes{0, call.bytes};
  case Call::reduce:
  case Call::ireduce:
  case Call::gather:
  case Call::igather:
    return {call.bytes, is_root ? call.received_bytes : 0};
  case Call::scatter:
  case Call::iscatter:
    return {is_root ? call.bytes : 0, call.received_bytes};
  case Call::gatherv:
  case Call::scatterv:
  case Call::allgatherv:
  case Call::alltoallv:
  case Call::reduce_scatter:
  case Call::reduce_scatter_block:
    return {};
  default:
    return {call.bytes, call.received_bytes};
  }
}

} // namespace unply::stg
