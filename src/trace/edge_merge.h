// Merging edges to one for each (from, to, kind): the bytes add up, and the pair of sites that carries most of them
// stands for all (smaller ids on a tie).
#pragma once
#include "trace/trace_writer.h"

namespace unply {

// Sorts by (to, from, kind, sites) and merges equal ones. Rows may already be merged (other_bytes).
void merge_edges(std::vector<EdgeRow>& edges);

} // namespace unply
