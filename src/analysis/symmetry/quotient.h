// The quotient of a graph by an equivalence relation (Definition 3.10 of execution-graphs-mora-2021), any relation: the
// quotient may have cycles, and classes need not be independent sets. Both are detected and reported.
//
// Execution time (Definition 3.16) is the number of steps when classes run one after the other: one step for a class
// that is an independent set, one for each task of any other. It is at least the longest path counted in tasks, for
// every relation: an independent class takes at most one task of the path away. The levels reach it. So a quotient is
// optimal exactly when both are equal, whatever shape it and the graph have.
#pragma once
#include "analysis/symmetry/partition.h"
#include "graph/dag.h"
#include <vector>

namespace unply {

struct QuotientEdge {
  uint32_t from, to;     // classes
  uint64_t multiplicity; // edges of the graph between the two
  bool operator==(const QuotientEdge&) const = default;
};

enum class Independence : uint8_t {
  holds,
  fails,    // a path joins two members
  undecided // the budget did not suffice
};

struct QuotientGraph {
  Partition relation;
  std::vector<uint32_t> size;            // of each class
  std::vector<QuotientEdge> edges;       // ascending by (from, to); from != to
  uint64_t edges_within = 0;             // edges of the graph inside a class: not in the quotient
  std::vector<uint32_t> order;           // classes in a topological order; empty if there is a cycle
  std::vector<uint32_t> cycle;           // of classes; empty if there is none: the relation is DAG-preserving
  std::vector<Independence> independent; // of each class
  uint64_t execution_time = 0;           // an upper bound where a class is undecided
  uint32_t longest_path = 0;             // of the graph, in tasks: its levels

  bool acyclic() const { return cycle.empty(); }
  bool classes_independent() const;
  bool is_chain() const; // one path through all classes and no other edge
  // Whether running class by class takes no longer than any schedule of single steps could.
  bool optimal() const { return acyclic() && execution_time == longest_path; }
};

// budget: steps along vertices and edges for classes whose members are not all on one level; those on one level cost
// nothing.
QuotientGraph quotient_of(const Dag& dag, Partition relation, uint64_t budget = 4'000'000'000);

// The classes as vertices, multiplicities dropped. Precondition: every edge ascends, as for orbits, levels and
// equitable partitions, whose classes are numbered by their first vertices.
Result<Dag> simple_graph_of(const QuotientGraph& quotient);

// Definition 3.13: as an undirected graph.
bool is_connected(const Dag& dag);

} // namespace unply
