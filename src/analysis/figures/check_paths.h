// Independent checks of the report's figures: they use the raw edge rows only, share no code with the search, and run
// before every report. A failure means a defect in unply, and the report is withheld.
#pragma once
#include "analysis/figures/execution_figures.h"

namespace unply {

// Levels are a valid and tight layering; finish times are bounds that no edge violates, and the critical path of every
// execution is a path of counted edges whose work adds up to its span: so the span is the longest path, neither more
// nor less. Figures agree with a recount of vertices, edges and levels, and with Proposition 3.8 (completely serial
// exactly if the longest path visits every vertex).
Result<void> check_longest_paths(const ExecutionGraph& graph, const LongestPaths& paths,
                                 const std::vector<Figures>& figures);

} // namespace unply
