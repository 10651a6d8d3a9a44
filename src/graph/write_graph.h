// The execution graph in the formats other tools read. Every writer is deterministic: vertices and edges in row order,
// no hashing, no times but those recorded. The same selection applies to all: dependences of `kinds`, and the vertices
// of the chosen executions only.
#pragma once
#include "graph/execution_graph.h"
#include "graph/svg_parts.h"
#include "graph/text_output.h"
#include <memory>

namespace unply {

inline constexpr int kGraphJsonSchema = 1;

// The groups shown by the boxes' fills instead of task regions.
struct GraphColours {
  enum class Scheme { classes, levels };
  Scheme scheme;
  std::string what;            // "class": what a group is, in tooltips
  std::string legend;          // one line below the picture
  std::vector<uint32_t> group; // of each vertex, from 0
  uint32_t groups = 0;
  std::vector<uint32_t> hue; // of each group, only of classes: kNoHue for those of one task, which stay white
  static constexpr uint32_t kNoHue = 0xffffffff;
  Fill fill_of(uint32_t vertex) const;
};

struct GraphSelection {
  KindSet kinds = KindSet::all();
  std::shared_ptr<const GraphColours> colours; // for dot and svg; none: by task region
  std::vector<bool> executions;                // by row of Trace::traces; empty: all

  bool has_vertex(const ExecutionGraph& graph, uint32_t v) const {
    return executions.empty() || executions[graph.execution_of(v)];
  }
  bool has_edge(const ExecutionGraph& graph, uint32_t row, uint32_t to) const {
    const EdgeColumns& edges = graph.trace().edges;
    return kinds.contains(edges.kind[row]) && has_vertex(graph, edges.from[row]) && has_vertex(graph, to);
  }
};

void write_json(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out);
void write_dot(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out);
void write_graphml(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out);

// A picture by level: every vertex and edge for graphs up to kDrawnVertices and kDrawnEdges, else one bar per level.
inline constexpr size_t kDrawnVertices = 3000, kDrawnEdges = 15000;
void write_svg(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out);

} // namespace unply
