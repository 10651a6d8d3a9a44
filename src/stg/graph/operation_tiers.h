// How much is known of each operation of a program.
#pragma once
#include "stg/graph/task_graph_file.h"

namespace unply::stg {

struct OperationTier { // evaluable where the file has no graph
  // Which instances there are, with whom, and which message meets which: the least certain of its set, its partner or
  // root, and its maps; of its tag where it has no map.
  Tier pairing = Tier::evaluable;
  Tier size = Tier::evaluable; // of its counts
};
using Tiers = std::vector<std::vector<OperationTier>>; // of each procedure's operations

Tiers operation_tiers(const TaskGraphFile& file);

} // namespace unply::stg
