// The pattern of a trace region: the pattern of its largest execution, and the number of other executions with the same
// one.
#pragma once
#include "analysis/pattern/pattern.h"
#include "base/result.h"
#include "graph/execution_graph.h"
#include "graph/kind_set.h"

namespace unply {

struct TracePattern {
  Pattern pattern;        // name empty: no task ran in any execution
  uint32_t execution = 0; // whose pattern it is, row of Trace::traces
  uint64_t same = 0;      // executions with the same name and parameters, this one included; irregular ones: 1
};

Result<TracePattern> find_trace_pattern(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                        KindSet kinds);

} // namespace unply
