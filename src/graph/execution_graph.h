// The execution graph of a recording (Definition 3.1 of execution-graphs-mora-2021) in compressed sparse rows: vertex v
// is row v of Trace::tasks, and rows are a topological order (Proposition 3.2). An edge into v is a row of
// Trace::edges, which it may have in common with edges into other vertices: v must be known beside the row.
//
// Each execution of a trace region has its own graph (the paper gives each __mt_btrace a new trace id): the graph of
// execution x is induced by vertices_of(x). Edges between different executions exist in the recording but belong to
// none of these graphs.
//
// Cost beyond the Trace: 12 bytes a vertex. Edges need nothing, since they are sorted by their sink.
#pragma once
#include "graph/kind_set.h"
#include "trace/edge_index.h"
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
  uint64_t edges() const { return edges_; }
  uint32_t executions() const { return static_cast<uint32_t>(trace_.traces.size()); }

  InEdges in_edges(uint32_t vertex) const { return index_.into(trace_.edges, vertex); } // ascending by (from, kind)
  // The same in two parts: rows of the vertex alone, and lists, whose rows vertices have in common.
  auto own_edges(uint32_t vertex) const {
    auto [first, end] = index_.own(vertex);
    return std::views::iota(first, end);
  }
  std::span<const EdgeListUse> lists_of(uint32_t vertex) const { return index_.uses(trace_.edges, vertex); }
  auto rows_of(uint32_t list) const {
    return std::views::iota(trace_.edges.list_first[list], trace_.edges.list_end(list));
  }
  size_t lists() const { return trace_.edges.list_first.size(); }
  // Calls visit(row, to) for every edge, ascending by (to, from, kind).
  template <class Visit> void each_edge(Visit visit) const {
    for (uint32_t to = 0; to < vertices(); ++to)
      for (uint32_t row : in_edges(to)) visit(row, to);
  }
  std::span<const uint32_t> vertices_of(uint32_t execution) const { // ascending
    return std::span(members_).subspan(member_first_[execution],
                                       member_first_[execution + 1] - member_first_[execution]);
  }
  uint32_t execution_of(uint32_t vertex) const { return trace_.tasks.trace[vertex]; }
  bool within_one_execution(uint32_t row, uint32_t to) const {
    return execution_of(trace_.edges.from[row]) == execution_of(to);
  }
  // Whether the edge counts in the graph of its execution when only `kinds` do.
  bool counts(uint32_t row, uint32_t to, KindSet kinds) const {
    return kinds.contains(trace_.edges.kind[row]) && within_one_execution(row, to);
  }
  bool starts_instance(uint32_t vertex) const { return trace_.tasks.instance[vertex] == vertex; }
  uint64_t measured_ns(uint32_t vertex) const { return trace_.tasks.self_ns[vertex]; }
  // The vertex's own time with the estimated tracing cost subtracted.
  uint64_t work_ns(uint32_t vertex) const { return trace_.tasks.self_ns[vertex] - trace_.tasks.overhead_ns[vertex]; }

  // The implicit trace first if it has tasks, then trace regions in the order of their first execution.
  std::vector<TraceRegionRuns> trace_regions() const;

private:
  Trace trace_;
  EdgeIndex index_;
  uint64_t edges_ = 0;
  std::vector<uint32_t> member_first_, members_;
};

} // namespace unply
