// Merges edges into one for each (from, to, kind): the bytes add up, the pair of sites that carries most of them comes
// first (smaller ids on a tie), and several pairs become a set in `sets`.
#pragma once
#include "trace/rows.h"

namespace unply {

// Sorts by (to, from, kind, sites) and merges equal ones. Rows may already be merged.
void merge_edges(std::vector<EdgeRow>& edges, SitePairSets& sets);

// Likewise for rows that ascend by (to, from, kind) already; returns how many are left, at the front.
size_t merge_sorted_edges(std::span<EdgeRow> edges, SitePairSets& sets);

} // namespace unply
