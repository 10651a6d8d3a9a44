// Edges between the tasks of OpenMP, from their depend clauses, and to and from the barriers and taskwaits around them.
#pragma once
#include "sets/nodes.h"

namespace unply::sets {

void add_task_edges(NodeList& list);

} // namespace unply::sets
