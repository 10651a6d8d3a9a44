// Predicts the effect of a change to a program: the graph in which every dependence keeps its kind, its variable and
// its two places in the source, so that some can be removed, and the figures of the remaining graph. Executions of a
// trace region are parts of it, one after the other: work and span are sums over them.
//
// A change is removing groups of dependences, making a region some times faster, or merging consecutive instances of a
// region; each gives another graph of the same form, so changes add up.
#pragma once
#include "graph/kind_set.h"
#include "sim/job_graph.h"
#include <span>

namespace unply {

// The unit of a change by a programmer: all dependences of one kind between the same two places in the source.
struct DependenceGroup {
  EdgeKind kind = EdgeKind::flow;
  std::string variable;       // "u[]", "" if unknown
  std::string from, to;       // "heat.cpp:14:9", as reports call the places; "" if unknown
  uint64_t edges = 0;         // of the recording, in these executions
  std::string line_from = {}; // the source there, "" if unknown
  std::string line_to = {};
};

// A set of groups carries an edge, and many edges share a set. Algorithms visit edges; they compute the effect of a
// change on a set once.
//
// Edges that many tasks have in common are a list, as in a recording: 30,000 tasks that wait for the same 30,000 take
// 30,000 rows. Algorithms compute what a list means for its users once.
//
// Invariants: edges ascend (from < to) within a part; rows of single tasks are sorted by (to, from) without repetition;
// all users of a list are in one part; sets are distinct.
struct WhatIfGraph {
  struct ListUse {
    uint32_t to, list;
  };

  std::vector<uint64_t> length; // of each task
  std::vector<uint32_t> id;     // as the user knows it; of a merged task, that of its first one
  std::vector<uint32_t> region; // index into region_names
  std::vector<std::string> region_names;
  std::vector<uint32_t> part_first = {0};  // the first task of each part, ascending
  std::vector<uint32_t> in_first = {0};    // edges into task v alone: rows in_first[v] to in_first[v + 1]
  std::vector<uint32_t> from, set;         // by row
  std::vector<uint32_t> list_first;        // of each list, its first row, behind those of single tasks
  std::vector<ListUse> uses;               // ascending by task
  std::vector<uint32_t> use_first;         // of each task, into uses; empty: there are none
  std::vector<std::vector<uint32_t>> sets; // groups, ascending; none is empty
  std::vector<DependenceGroup> groups;

  uint32_t tasks() const { return static_cast<uint32_t>(length.size()); }
  uint32_t list_end(uint32_t list) const {
    return list + size_t{1} < list_first.size() ? list_first[list + size_t{1}] : static_cast<uint32_t>(from.size());
  }
  uint64_t edges() const {
    uint64_t count = in_first.back();
    for (const ListUse& use : uses) count += list_end(use.list) - list_first[use.list];
    return count;
  }
  std::span<const ListUse> lists_of(uint32_t task) const {
    if (use_first.empty()) return {};
    return std::span(uses).subspan(use_first[task], use_first[task + size_t{1}] - use_first[task]);
  }
  // Calls visit(row) for every edge into the task, those of lists last.
  template <class Visit> void each_edge_into(uint32_t task, Visit visit) const {
    for (uint32_t row = in_first[task]; row < in_first[task + size_t{1}]; ++row) visit(row);
    for (const ListUse& use : lists_of(task))
      for (uint32_t row = list_first[use.list]; row < list_end(use.list); ++row) visit(row);
  }
  uint32_t part_end(size_t part) const { return part + 1 < part_first.size() ? part_first[part + 1] : tasks(); }

  // The common property of all groups of each set: an edge is removed if all its groups are removed.
  template <class Mask> std::vector<Mask> common_of_sets(const std::vector<Mask>& of_group) const {
    std::vector<Mask> common;
    for (const std::vector<uint32_t>& each : sets) {
      Mask all = static_cast<Mask>(~Mask{0});
      for (uint32_t g : each) all &= of_group[g];
      common.push_back(all);
    }
    return common;
  }
};

struct GroupedEdge {
  uint32_t from, to, set; // of WhatIfGraph::sets
};

// Puts edges in any order into the graph's rows, those between the same two tasks as one; fails if one is not
// ascending, leads to another part or is out of range, or lengths add up to more than 63 bits. Precondition: part_first
// is set.
Result<void> set_edges(WhatIfGraph& graph, std::vector<GroupedEdge> edges);

struct SharedEdges {
  struct Row {
    uint32_t from, set;
  };
  std::vector<Row> rows;
  std::vector<uint32_t> users; // ascending
};

// Appends lists to a graph whose other edges are set. Fails as set_edges does.
Result<void> add_lists(WhatIfGraph& graph, const std::vector<SharedEdges>& lists);

// What a list means for its users, computed at the first of them, when all tasks before it are known.
template <class Value> class ListMeanings {
public:
  explicit ListMeanings(const WhatIfGraph& graph)
      : graph_(graph), known_(graph.list_first.size()), value_(graph.list_first.size()) {}
  template <class Add> const Value& of(uint32_t list, Add add) { // add(row, value) for each row
    if (!known_[list])
      for (uint32_t row = graph_.list_first[list]; row < graph_.list_end(list); ++row) add(row, value_[list]);
    known_[list] = true;
    return value_[list];
  }

private:
  const WhatIfGraph& graph_;
  std::vector<bool> known_;
  std::vector<Value> value_;
};

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

// Of each task, the heaviest path that ends with it, with all that comes before its part.
std::vector<uint64_t> finish_times(const WhatIfGraph& graph);

// For schedulers: a part. A list is a job of length 0 between what its users wait for and them. It becomes ready when
// they do and has the priority of the first of them, so that a list scheduler finds the same schedule but for ties.
Result<JobGraph> job_graph_of(const WhatIfGraph& graph, size_t part);

} // namespace unply
