// What a change to a program would bring: the graph of one execution in which every dependence keeps its kind, its
// variable and its two places in the source, so that some can be taken away, and the figures of the graph that is left.
//
// A change is removing groups of dependences, making a region some times faster, or merging consecutive instances of a
// region; each gives another graph of the same form, so changes add up.
#pragma once
#include "graph/kind_set.h"
#include "sim/job_graph.h"

namespace unply {

// What a programmer can change: all dependences of one kind between the same two places in the source.
struct DependenceGroup {
  EdgeKind kind = EdgeKind::flow;
  std::string variable;       // "u[]", "" if unknown
  std::string from, to;       // "heat.cpp:14:9", as reports call the places; "" if unknown
  uint64_t edges = 0;         // of the recording, in this execution
  std::string line_from = {}; // the source there, "" if unknown
  std::string line_to = {};
};

// Invariants: edges ascend (from < to), sorted by (to, from, group) without repetition.
struct WhatIfGraph {
  std::vector<uint64_t> length; // of each task
  std::vector<uint32_t> id;     // as the user knows it; of a merged task, that of its first one
  std::vector<uint32_t> region; // index into region_names
  std::vector<std::string> region_names;
  std::vector<uint32_t> in_first = {0}; // edges into task v: rows in_first[v] to in_first[v + 1]
  std::vector<uint32_t> from, group;
  std::vector<DependenceGroup> groups;

  uint32_t tasks() const { return static_cast<uint32_t>(length.size()); }
  uint32_t edges() const { return static_cast<uint32_t>(from.size()); }
};

struct GroupedEdge {
  uint32_t from, to, group;
};

// Puts edges in any order into the graph's rows; fails if one is not ascending or out of range, or lengths add up to
// more than 63 bits.
Result<void> set_edges(WhatIfGraph& graph, std::vector<GroupedEdge> edges);

struct WhatIfChanges {
  std::vector<bool> removed = {};   // of each group; empty: none
  std::vector<double> faster = {};  // of each region, times; empty: 1
  std::vector<uint32_t> grain = {}; // of each region, instances merged into one task; empty: 1
  bool none() const { return removed.empty() && faster.empty() && grain.empty(); }
};

// Merging comes last. Fails, with the tasks in a cycle, if merged tasks would have to wait for each other.
Result<WhatIfGraph> apply_changes(const WhatIfGraph& graph, const WhatIfChanges& changes);

// The length of a task that runs `times` times faster, to the nearest unit. Precondition: times > 0.
uint64_t faster_length(uint64_t length, double times);

struct WhatIfFigures {
  uint32_t tasks = 0;
  uint64_t edges = 0; // dependences, several between two tasks if of several groups
  uint64_t work = 0, span = 0;
  double parallelism() const { return span == 0 ? 1 : static_cast<double>(work) / static_cast<double>(span); }
  // Of any schedule at least, and of any greedy one at most. Precondition: processors > 0.
  uint64_t least_time(uint32_t processors) const;
  uint64_t greedy_time(uint32_t processors) const;
};

WhatIfFigures figures_of(const WhatIfGraph& graph);

// Of each task, the heaviest path that ends with it.
std::vector<uint64_t> finish_times(const WhatIfGraph& graph);

// For schedulers: one edge between two tasks, whatever number of dependences it stands for.
Result<JobGraph> job_graph_of(const WhatIfGraph& graph);

} // namespace unply
