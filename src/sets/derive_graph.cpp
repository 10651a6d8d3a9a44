#include "sets/derive_graph.h"
#include "sets/events.h"
#include "sets/task_edges.h"
#include <isl/options.h>

namespace unply::sets {

namespace {

// The words of all sets, maps and polynomials.
std::set<std::string> words_of(const Graph& graph) {
  std::set<std::string> words;
  const auto add = [&](const std::string& text) {
    std::string word;
    for (const char c : text + " ")
      if (isalnum((unsigned char)c) || c == '_')
        word += c;
      else
        words.insert(std::exchange(word, {}));
  };
  const auto add_all = [&](const Polynomial& polynomial) {
    for (const PolynomialPiece& piece : polynomial.pieces) add(piece.domain), add(piece.polynomial);
  };
  for (const Node& node : graph.nodes) add(node.instances.set), add_all(node.iterations);
  for (const Edge& edge : graph.edges) add(edge.map);
  for (const Event& event : graph.events) {
    add(event.bytes), add_all(event.messages), add_all(event.total_bytes);
    for (const Unmatched& unmatched : event.unmatched) add(unmatched.set);
  }
  return words;
}

void describe_parameters(Walk& walk, Graph& graph) {
  if (walk.has_ranks) graph.parameters.push_back({.name = "P", .text = "the number of processes"});
  const std::set<std::string> words = words_of(graph);
  for (const auto& [name, symbol] : walk.symbols)
    if (words.contains(name))
      graph.parameters.push_back({.name = name, .text = symbol.text, .tier = symbol.tier, .reason = symbol.reason});
  graph.assumptions.assign(walk.assumptions.begin(), walk.assumptions.end());
  graph.assumptions.push_back("integers do not overflow");
  if (!walk.incomplete.empty()) graph.assumptions.push_back("not all operations are seen: " + walk.incomplete);
}

// Without matches every message is left to the interpreter.
void match(NodeList& list) {
  const size_t before = list.graph.edges.size(); // of tasks
  try {
    const Matching matching = match_messages(list);
    add_message_events(list, matching);
  } catch (const std::exception& error) {
    list.graph.edges.resize(before), list.graph.events.clear();
    list.graph.unmatched_complete = false;
    list.graph.assumptions.push_back(std::string("messages are not matched symbolically: ") + error.what());
  }
}

} // namespace

// Throws GridFound where the walk is to be begun anew.
static void derive(const isl::ctx& ctx, const Program& program, Findings& found, Graph& graph,
                   unsigned long operations) {
  Walk walk(ctx, program, found, operations);
  NodeList list{graph, walk};
  add_nodes(list);
  add_task_edges(list);
  match(list);
  add_collective_events(list);
  if (walk.budget.ran_out()) graph.assumptions.push_back(std::string(kRanOut) + " for what is evaluable for this");
  describe_parameters(walk, graph);
  found.probes.sides = walk.grid.extents();
  for (const auto& [factors, name] : found.grid.products)
    found.probes.products[name].assign(factors.begin(), factors.end());
}

Graph derive_graph(const Program& program, Probes* probes, unsigned long operations) {
  Graph graph;
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  const isl::ctx ctx(owner.get());
  isl_options_set_on_error(owner.get(), ISL_ON_ERROR_CONTINUE);
  Findings found;
  while (
      true) { // few times: each leaves with a divisor of the rank or a product for P that the one before did not know
    try {
      derive(ctx, program, found, graph, operations);
      if (probes) *probes = found.probes;
      return graph;
    } catch (const GridFound&) {
      graph = {};
    } catch (const std::exception& error) {
      graph = {};
      graph.assumptions = {std::string("the sets of this program are not found: ") + error.what()};
      return graph;
    }
  }
}

} // namespace unply::sets
