// Earliest levels of an execution graph: a vertex without counted in-edges is in level 0, every other one a level after
// the latest of its predecessors. Each execution starts again at level 0.
#pragma once
#include "graph/execution_graph.h"

namespace unply {

std::vector<uint32_t> earliest_levels(const ExecutionGraph& graph, KindSet kinds);

} // namespace unply
