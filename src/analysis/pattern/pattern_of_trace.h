// The pattern of a trace region: that of its largest execution, and how many of the others have the same.
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
