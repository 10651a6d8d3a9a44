// The independent check of a quotient before it is printed: shares no code with quotient.cpp, and looks at the graph's
// adjacency alone.
#pragma once
#include "analysis/symmetry/quotient.h"
#include <span>

namespace unply {

// Fails with a description of the error. Checks relation, sizes, edges, multiplicities, order or cycle, independence of
// each class (both ways, except where it is undecided), execution time and longest path. O(vertices + edges log edges),
// and one sweep for each 64 classes that lie on several levels and are not undecided.
Result<void> check_quotient(const Dag& dag, const QuotientGraph& quotient);

// Fails unless the members of each class have the same colour, and equally many predecessors and equally many
// successors in each class. Colours: empty for none.
Result<void> check_equitable(const Dag& dag, std::span<const uint32_t> colours, const Partition& partition);

} // namespace unply
