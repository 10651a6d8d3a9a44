// How much is known of each operation of a program.
#pragma once
#include "stg/graph/task_graph_file.h"

namespace unply::stg {

// Of each procedure's operations. One is as uncertain as the least certain of its instances and arguments; evaluable
// where the file has no graph.
std::vector<std::vector<Tier>> operation_tiers(const TaskGraphFile& file);

} // namespace unply::stg
