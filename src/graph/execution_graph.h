// The execution graph of a recording (Definition 3.1 of execution-graphs-mora-2021) in compressed sparse rows: vertex v
// is row v of Trace::tasks, edge e is row e of Trace::edges, and rows are a topological order (Proposition 3.2).
//
// Each execution of a trace region has its own graph (the paper gives each __mt_btrace a new trace id): the graph of
// execution x is induced by vertices_of(x). Edges between different executions exist in the recording but belong to
// none of these graphs.
//
// Cost beyond the Trace: 20 bytes a vertex and 4 an edge. In-edges need no list, since edges are sorted by their sink.
#pragma once
#include "graph/kind_set.h"
#include "trace/trace.h"
#include <ranges>
#include <span>

namespace unply {

// All executions of one trace region, in the order of time.
struct TraceRegionRuns {
  uint32_t region;                  // row of Trace::regions, kNoRegion for tasks outside every trace region
  std::vector<uint32_t> executions; // rows of Trace::traces
};

class ExecutionGraph {
public:
  // Takes over the recording; fails if its rows do not keep the invariants in trace.h.
  static Result<ExecutionGraph> build(Trace trace);

  const Trace& trace() const { return trace_; }
  uint32_t vertices() const { return static_cast<uint32_t>(trace_.tasks.size()); }
  uint32_t edges() const { return static_cast<uint32_t>(trace_.edges.size()); }
  uint32_t executions() const { return static_cast<uint32_t>(trace_.traces.size()); }

  auto in_edges(uint32_t vertex) const { return std::views::iota(in_first_[vertex], in_first_[vertex + 1]); }
  std::span<const uint32_t> out_edges(uint32_t vertex) const { // ascending by (sink, kind)
    return std::span(out_edges_).subspan(out_first_[vertex], out_first_[vertex + 1] - out_first_[vertex]);
  }
  std::span<const uint32_t> vertices_of(uint32_t execution) const { // ascending
    return std::span(members_).subspan(member_first_[execution],
                                       member_first_[execution + 1] - member_first_[execution]);
  }
  uint32_t execution_of(uint32_t vertex) const { return trace_.tasks.trace[vertex]; }
  bool within_one_execution(uint32_t edge) const {
    return execution_of(trace_.edges.from[edge]) == execution_of(trace_.edges.to[edge]);
  }
  // Whether the edge counts in the graph of its execution when only `kinds` do.
  bool counts(uint32_t edge, KindSet kinds) const {
    return kinds.contains(trace_.edges.kind[edge]) && within_one_execution(edge);
  }
  bool starts_instance(uint32_t vertex) const { return trace_.tasks.instance[vertex] == vertex; }
  uint64_t measured_ns(uint32_t vertex) const { return trace_.tasks.self_ns[vertex]; }
  // The vertex's own time with the estimated tracing cost subtracted.
  uint64_t work_ns(uint32_t vertex) const { return trace_.tasks.self_ns[vertex] - trace_.tasks.overhead_ns[vertex]; }

  // The implicit trace first if it has tasks, then trace regions in the order of their first execution.
  std::vector<TraceRegionRuns> trace_regions() const;

private:
  Trace trace_;
  std::vector<uint32_t> in_first_, out_first_, out_edges_, member_first_, members_;
};

} // namespace unply
