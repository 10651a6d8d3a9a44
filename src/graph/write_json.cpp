// {"schema", "tasks": [...], "edges": [...]}: one task and one edge a line, ids from 1 in topological order
// (Proposition 3.2). Optional keys appear only where they say something: "incomplete", "between_executions", and
// "pairs", of an edge that several pairs of sites carry: the edge itself names the one with the most bytes.
// "call_paths" has the calls by which tasks reached accesses in other functions, once for each pair of sites and task
// region.
#include "graph/names.h"
#include "graph/write_graph.h"
#include <algorithm>

namespace unply {

// Site strings are escaped once each: there are few sites and up to fifty million edges.
static std::vector<std::string> quoted_sites(const Trace& trace) {
  std::vector<std::string> quoted(trace.sites.size());
  for (uint32_t site = 0; site < trace.sites.size(); ++site) {
    TextOutput out(quoted[site]);
    out.put_json_string(site_text(trace, site));
    (void)out.finish(); // to memory: cannot fail
  }
  return quoted;
}

static void put_task(const Trace& trace, uint32_t v, TextOutput& out) {
  const TaskColumns& tasks = trace.tasks;
  out.put("{\"id\":", v + 1, ",\"region\":", tasks.region[v], ",\"begin_ns\":", tasks.begin_ns[v],
          ",\"end_ns\":", tasks.end_ns[v], ",\"label\":");
  out.put_json_string(task_label(trace, v));
  out.put(",\"self_ns\":", tasks.self_ns[v], ",\"overhead_ns\":", tasks.overhead_ns[v],
          ",\"instance\":", tasks.instance[v] + 1, ",\"trace\":", tasks.trace[v], ",\"parent\":", tasks.parent[v]);
  if (tasks.incomplete[v]) out.put(",\"incomplete\":true");
  out.put("}");
}

// Of an edge with several pairs of sites: all of them.
static void put_pairs(const Trace& trace, uint32_t e, const std::vector<std::string>& sites, TextOutput& out) {
  if (trace.edges.pair_set.empty() || trace.edges.pair_set[e] == 0) return;
  std::string_view separator = ",\"pairs\":[";
  trace.each_pair(e, [&](const SitePair& pair) {
    out.put(separator, "{\"site_from\":", sites[pair.from], ",\"site_to\":", sites[pair.to], ",\"variable\":");
    out.put_json_string(edge_variable(trace, pair.from, pair.to));
    out.put(",\"count\":", pair.bytes, "}");
    separator = ",";
  });
  out.put("]");
}

static void put_calls(const Trace& trace, std::string_view key, uint32_t path, TextOutput& out) {
  out.put(",\"", key, "\":[");
  std::string_view separator;
  for (const PathCall& call : trace.call_paths.at(path)) {
    out.put(separator, "{\"function\":");
    out.put_json_string(trace.text(call.function));
    out.put(",\"place\":");
    out.put_json_string(call_text(trace, call));
    if (call.left_out > 0) out.put(",\"left_out\":", call.left_out);
    out.put("}");
    separator = ",";
  }
  out.put("]");
}

// One example a line, if either access was reached by a call; without examples of pairs, the first accesses. Unknown
// values have no key.
static void put_call_paths(const Trace& trace, const std::vector<std::string>& sites, TextOutput& out) {
  const CallPaths& paths = trace.call_paths;
  const bool pairs = std::ranges::any_of(paths.reached(), [](const ReachedSite& row) { return row.site_from != 0; });
  std::string_view separator = ",\n\"call_paths\":[\n";
  for (const ReachedSite& to : paths.reached()) {
    if (pairs && to.site_from == 0) continue;
    const ReachedSite* from = to.site_from == 0 ? nullptr : paths.first_in(to.region_from, to.site_from);
    if (to.path == 0 && (!from || from->path == 0)) continue;
    out.put(separator, "{");
    if (to.site_from == 0)
      out.put("\"first_at\":", sites[to.site]);
    else
      out.put("\"kind\":\"", kind_name(to.kind), "\",\"site_from\":", sites[to.site_from],
              ",\"site_to\":", sites[to.site]);
    out.put(",\"region\":", to.region);
    put_calls(trace, "calls_to", to.path, out);
    if (from) {
      out.put(",\"region_from\":", to.region_from);
      put_calls(trace, "calls_from", from->path, out);
    }
    out.put("}");
    separator = ",\n";
  }
  if (separator.size() == 2) out.put("\n]");
}

void write_json(const ExecutionGraph& graph, const GraphSelection& selection, TextOutput& out) {
  const Trace& trace = graph.trace();
  const EdgeColumns& edges = trace.edges;
  std::vector<std::string> sites = quoted_sites(trace);
  out.put("{\"schema\":", kGraphJsonSchema, ",\n\"tasks\":[");
  std::string_view separator = "\n";
  for (uint32_t v = 0; v < graph.vertices(); ++v) {
    if (!selection.has_vertex(graph, v)) continue;
    out.put(separator);
    put_task(trace, v, out);
    separator = ",\n";
  }
  out.put("\n],\n\"edges\":[");
  separator = "\n";
  graph.each_edge([&](uint32_t e, uint32_t to) {
    if (!selection.has_edge(graph, e, to)) return;
    out.put(separator, "{\"from\":", edges.from[e] + 1, ",\"to\":", to + 1, ",\"kind\":\"", kind_name(edges.kind[e]),
            "\",\"site_from\":", sites[edges.site_from[e]], ",\"site_to\":", sites[edges.site_to[e]], ",\"variable\":");
    out.put_json_string(edge_variable(trace, edges.site_from[e], edges.site_to[e]));
    out.put(",\"count\":", edges.bytes[e]);
    put_pairs(trace, e, sites, out);
    if (!graph.within_one_execution(e, to)) out.put(",\"between_executions\":true");
    out.put("}");
    separator = ",\n";
  });
  out.put("\n]");
  put_call_paths(trace, sites, out);
  out.put("}\n");
}

} // namespace unply
