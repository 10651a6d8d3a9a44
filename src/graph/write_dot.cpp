// Graphviz: ids, labels and colours as in the SVG, details of an edge in its tooltip, executions of trace regions as
// clusters when there are several.
#include "graph/names.h"
#include "graph/write_graph.h"
#include <fmt/format.h>

namespace unply {

static void put_vertices(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out) {
  const Trace& trace = graph.trace();
  for (uint32_t execution = 0; execution < graph.executions(); ++execution) {
    std::span<const uint32_t> members = graph.vertices_of(execution);
    if (members.empty() || !selection.has_vertex(graph, members[0])) continue;
    bool cluster = members.size() < graph.vertices();
    if (cluster) {
      out.put("  subgraph cluster_", execution, " {\n    color=\"#bbbbbb\"; label=");
      out.put_dot_string(
          fmt::format("execution {} of {}", execution, base_name(region_text(trace, trace.traces[execution].region))));
      out.put(";\n");
    }
    for (uint32_t v : members) {
      out.put(cluster ? "    " : "  ", v + 1, " [label=");
      out.put_dot_string(task_label(trace, v));
      if (selection.colours) {
        Fill fill = selection.colours->fill_of(v);
        out.put(", fillcolor=\"", fill.colour, "\", style=\"", fill.dot_style, "\", tooltip=");
        out.put_dot_string(fmt::format("{} {}", selection.colours->what, selection.colours->group[v] + 1));
      }
      out.put("];\n");
    }
    if (cluster) out.put("  }\n");
  }
}

void write_dot(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out) {
  const Trace& trace = graph.trace();
  const EdgeColumns& edges = trace.edges;
  out.put("digraph execution_graph {\n  rankdir=TB;\n  node [shape=box, style=rounded, fontname=\"sans-serif\", "
          "fontsize=10];\n");
  put_vertices(graph, selection, out);
  graph.each_edge([&](uint32_t e, uint32_t to) {
    if (!selection.has_edge(graph, e, to)) return;
    std::string_view kind = kind_name(edges.kind[e]);
    out.put("  ", edges.from[e] + 1, " -> ", to + 1, " [color=\"", kind_colour(edges.kind[e]), "\"");
    if (edges.kind[e] == EdgeKind::extension) out.put(", style=dashed");
    out.put(", kind=", kind, ", tooltip=");
    out.put_dot_string(fmt::format("{} {} {} -> {}, {} bytes", kind, variable_list(trace, e),
                                   site_text(trace, edges.site_from[e]), site_text(trace, edges.site_to[e]),
                                   edges.bytes[e]));
    out.put("];\n");
  });
  out.put("}\n");
}

} // namespace unply
