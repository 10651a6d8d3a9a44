// The independent check of a quotient before it is printed: shares no code with quotient.cpp, and looks at the graph's
// adjacency alone.
#pragma once
#include "analysis/quotient.h"

namespace unply {

// Fails with what is wrong. Relation, sizes, edges, multiplicities, order or cycle, independence of each class (both
// ways, except where it is undecided), execution time and longest path. O(vertices + edges log edges), and one sweep
// for each 64 classes that lie on several levels and are not undecided.
Result<void> check_quotient(const Dag& dag, const QuotientGraph& quotient);

} // namespace unply
