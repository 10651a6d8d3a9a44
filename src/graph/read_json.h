// Reads the JSON of `unply graph`, and files of the same form from other programs:
//   {"tasks":[{"id":1},{"id":2}],"edges":[{"from":1,"to":2}]}
// Optional are "region" (a number or a name), "label", "self_ns", "overhead_ns" and "trace" (the execution) of a task,
// and "kind" of an edge (flow without it), "variable", "site_from" and "site_to", or a list "pairs" of objects with
// these three; other keys are passed over. Ids are distinct, tasks and edges in any order.
//
// Cost: 20 bytes a task and 12 an edge, 16 with carriers; the text is never held as a tree.
#pragma once
#include "graph/kind_set.h"
#include "graph/task_graph.h"
#include <span>

namespace unply {

struct GraphDocument {
  struct Edge {
    uint32_t from, to; // rows of the columns below
    EdgeKind kind;
  };
  std::vector<uint32_t> id;     // ascending
  std::vector<uint32_t> region; // index into region_names
  std::vector<uint32_t> trace;  // the execution as the file numbers it, 0 without "trace"
  std::vector<uint64_t> work_ns;
  std::vector<std::string> region_names; // "heat.cpp:14", "region 3", or "task" where the file names none
  std::vector<Edge> edges;

  // The variable and source places of a dependence, as given in the file; "" if missing.
  struct Carrier {
    std::string variable, site_from, site_to;
    bool operator==(const Carrier&) const = default;
  };
  std::vector<std::vector<Carrier>> carriers; // all of an edge, distinct, in the order of their first edges
  std::vector<uint32_t> carriers_of;          // of each edge; empty unless asked for

  uint64_t untimed = 0; // tasks without "self_ns"

  size_t tasks() const { return id.size(); }
};

struct GraphSizeLimits {
  uint64_t tasks = Dag::kMostVertices, edges = Dag::kMostEdges;
};

// Whether a file is to be read as JSON: its first byte that is not white space opens an object.
bool looks_like_json(std::span<const uint8_t> bytes);

// name: of the file, in messages. Limits: only tests choose others. with_carriers: they take time and memory.
Result<GraphDocument> read_graph_json(std::span<const uint8_t> bytes, const std::string& name,
                                      const GraphSizeLimits& limits = {}, bool with_carriers = false);

// The graph of the tasks whose "trace" is this, in which the dependences of `kinds` count. Vertices are in the order of
// ids where that is a topological one, else in the nearest one; fails with a cycle where there is none.
Result<TaskGraph> task_graph_of(const GraphDocument& document, uint32_t trace, KindSet kinds, const std::string& name);

} // namespace unply
