// Machine-readable output of the quotient. Keys are only added within a schema version. Classes are numbered from 1 in
// the order of their first tasks. Written row by row: with --classes there may be ten million of them.
#include "cli/quotient/quotient_report.h"
#include <fmt/format.h>

namespace unply {

namespace {
std::string_view truth(bool value) { return value ? "true" : "false"; }

void put_quotient(const QuotientGraph& q, TextOutput& out) {
  out.put("\"classes\":", q.relation.classes, ",\"quotient_edges\":", uint64_t{q.edges.size()},
          ",\"is_chain\":", truth(q.is_chain()), ",\"acyclic\":", truth(q.acyclic()),
          ",\"independent_classes\":", truth(q.classes_independent()), ",\"execution_time\":", q.execution_time,
          ",\"optimal\":", truth(q.optimal()));
}

void put_rounds(const QuotientReport& report, TextOutput& out) {
  if (!report.explored) return out.put(",\"rounds\":0");
  const SymExploration& explored = *report.explored;
  out.put(",\n\"rounds\":", uint64_t{explored.rounds.size()}, ",\"finished\":", truth(explored.finished),
          ",\n\"round_list\":[");
  std::string_view separator = "\n";
  for (const SymRound& round : explored.rounds) {
    out.put(separator, "{\"vertices\":", round.vertices, ",\"edges\":", round.edges,
            ",\"classes\":", round.found.orbits.classes, ",\"equitable_classes\":", round.found.equitable_cells,
            ",\"automorphisms\":", round.found.automorphisms, ",\"proof\":\"", proof_name(round.found.proof), "\"}");
    separator = ",\n";
  }
  out.put("]");
}

// class_of[i] is the class of the task with the id task_ids[i].
void put_classes(const QuotientReport& report, TextOutput& out) {
  const QuotientGraph& q = report.quotient;
  out.put(",\n\"class_list\":[");
  std::string_view separator = "\n";
  for (uint32_t c = 0; c < q.relation.classes; ++c) {
    out.put(separator, "{\"class\":", c + 1, ",\"tasks\":", q.size[c], ",\"level\":", report.level_of[c] + 1,
            ",\"first_task\":", report.input.graph.id[report.first_of[c]], ",\"region\":");
    out.put_json_string(report.region_text(c));
    out.put("}");
    separator = ",\n";
  }
  out.put("],\n\"edge_list\":[");
  separator = "\n";
  for (const QuotientEdge& e : q.edges) {
    out.put(separator, "{\"from\":", e.from + 1, ",\"to\":", e.to + 1, ",\"multiplicity\":", e.multiplicity, "}");
    separator = ",\n";
  }
  out.put("],\n\"task_ids\":[");
  separator = "";
  for (uint32_t id : report.input.graph.id) out.put(separator, id), separator = ",";
  out.put("],\n\"class_of\":[");
  separator = "";
  for (uint32_t c : q.relation.class_of) out.put(separator, c + 1), separator = ",";
  out.put("]");
}
} // namespace

void quotient_json(const QuotientReport& report, TextOutput& out) {
  const QuotientOptions& options = report.options;
  out.put("{\"schema\":", kQuotientSchema, ",\"file\":");
  out.put_json_string(report.input.file);
  out.put(",\"trace\":", report.input.trace_id, ",\"execution\":", report.input.execution,
          ",\"executions\":", report.input.executions, ",\"kinds\":\"", options.choice.kinds.names(","), "\",\"by\":\"",
          options.by == QuotientBy::automorphism ? "automorphism"
          : options.by == QuotientBy::level      ? "level"
                                                 : "equitable",
          "\",\"colors\":\"", options.region_colours ? "region" : "none",
          "\",\n\"tasks\":", report.input.graph.dag.vertices(), ",\"edges\":", report.input.graph.dag.edges(),
          ",\"levels\":", report.quotient.longest_path, ",\"connected\":", truth(report.connected), ",\n");
  put_quotient(report.quotient, out);
  out.put(",\"lower_bound\":", report.quotient.longest_path, ",\"proven\":", truth(report.proven()),
          ",\"lemma_3_14_premises\":", truth(report.lemma_premises_hold()));
  put_rounds(report, out);
  out.put(",\n\"level_quotient\":{");
  put_quotient(report.levels, out);
  out.put(",\"skipping_edges\":", report.skipping_edges, "},\n\"equitable_classes\":", report.equitable_classes);
  if (options.classes) put_classes(report, out);
  out.put("}\n");
}

} // namespace unply
