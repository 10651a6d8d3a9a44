// What collective operations do with data, and who waits for whom in them: one classification for the sets, dynamic
// graphs and task classes.
#pragma once
#include "stg/program/program.h"

namespace unply::stg {

// What a collective operation does with data. Those that do not block are as their sisters that do.
enum class CollectiveKind : uint8_t {
  none,
  barrier,
  broadcast,
  reduction,
  gather,
  scatter,
  all_to_all,
  scan,
  creation
};
CollectiveKind collective_kind(Call call);
enum class DataFlow : uint8_t {
  none,
  from_root,
  to_root,
  along,
  among_all
}; // along: from each rank to those behind it
DataFlow flow_of(Call call); // who must wait for whom; of MPI_Init and MPI_Finalize: none
bool is_nonblocking_collective(Call call);

} // namespace unply::stg
