// Names the pattern of a task graph: map, wavefront, butterfly, tiled Cholesky, ... A name is given only to a graph
// that is exactly of that shape: either a property that defines the shape is checked on every edge (trees, layers,
// chains), or the ideal graph is generated for the parameters that the counts allow, and a one-to-one map of the tasks
// is verified on every edge. A graph with one edge more or less therefore never gets the name.
//
// Cost: linear in tasks and edges, apart from find_isomorphism where the order of the tasks does not give the map.
#pragma once
#include "analysis/pattern/pattern.h"
#include "graph/task_graph.h"

namespace unply {

// Regions matter for pipelines and for the parts of irregular graphs only.
Pattern find_pattern(const TaskGraph& graph);

} // namespace unply
