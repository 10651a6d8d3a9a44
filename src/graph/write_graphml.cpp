// GraphML as yEd, Gephi and networkx read it: typed keys first, then nodes n1.., then edges.
#include "graph/names.h"
#include "graph/write_graph.h"

namespace unply {

static void put_keys(TextOutput& out) {
  struct Key {
    std::string_view id, target, type;
  };
  constexpr Key kKeys[] = {
      {"label", "node", "string"},     {"region", "node", "string"},  {"begin_ns", "node", "long"},
      {"end_ns", "node", "long"},      {"self_ns", "node", "long"},   {"overhead_ns", "node", "long"},
      {"instance", "node", "long"},    {"trace", "node", "long"},     {"kind", "edge", "string"},
      {"site_from", "edge", "string"}, {"site_to", "edge", "string"}, {"variable", "edge", "string"},
      {"count", "edge", "long"}};
  for (const Key& key : kKeys)
    out.put("  <key id=\"", key.id, "\" for=\"", key.target, "\" attr.name=\"", key.id, "\" attr.type=\"", key.type,
            "\"/>\n");
}

static void put_data(TextOutput& out, std::string_view key, std::string_view text) {
  out.put("<data key=\"", key, "\">");
  out.put_xml(text);
  out.put("</data>");
}

static void put_data(TextOutput& out, std::string_view key, uint64_t number) {
  out.put("<data key=\"", key, "\">", number, "</data>");
}

void write_graphml(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out) {
  const Trace& trace = graph.trace();
  const TaskColumns& tasks = trace.tasks;
  const EdgeColumns& edges = trace.edges;
  out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  put_keys(out);
  out.put("  <graph id=\"execution_graph\" edgedefault=\"directed\">\n");
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    if (!selection.has_vertex(graph, v)) continue;
    out.put("    <node id=\"n", v + 1, "\">");
    put_data(out, "label", task_label(trace, v));
    put_data(out, "region", region_text(trace, tasks.region[v]));
    put_data(out, "begin_ns", tasks.begin_ns[v]);
    put_data(out, "end_ns", tasks.end_ns[v]);
    put_data(out, "self_ns", tasks.self_ns[v]);
    put_data(out, "overhead_ns", tasks.overhead_ns[v]);
    put_data(out, "instance", uint64_t{tasks.instance[v]} + 1);
    put_data(out, "trace", uint64_t{tasks.trace[v]});
    out.put("</node>\n");
  }
  graph.each_edge([&](uint32_t e, uint32_t to) {
    if (!selection.has_edge(graph, e, to)) return;
    out.put("    <edge source=\"n", edges.from[e] + 1, "\" target=\"n", to + 1, "\">");
    put_data(out, "kind", kind_name(edges.kind[e]));
    put_data(out, "site_from", site_text(trace, edges.site_from[e]));
    put_data(out, "site_to", site_text(trace, edges.site_to[e]));
    put_data(out, "variable", variable_list(trace, e));
    put_data(out, "count", edges.bytes[e]);
    out.put("</edge>\n");
  });
  out.put("  </graph>\n</graphml>\n");
}

} // namespace unply
