#include "sets/constructs.h"
#include <algorithm>

namespace unply::sets {

void apply(const Procedure& procedure, ValueId operation, Constructs& open) {
  const Call call = procedure.operations[procedure.values[operation].number].call;
  if (opens_construct(call)) open.push_back(operation);
  if (call == Call::omp_end && !open.empty()) open.pop_back();
}

NodeKind kind_of(Call call) {
  switch (call) {
  case Call::omp_loop:
  case Call::omp_sections:
    return NodeKind::workshare;
  case Call::omp_task:
  case Call::omp_taskloop:
    return NodeKind::task;
  case Call::omp_barrier:
  case Call::omp_taskwait:
  case Call::omp_reduction:
    return NodeKind::sync;
  default:
    return NodeKind::region;
  }
}

// Constructs have one way in and one way out: where paths meet, the same ones are open on all of them.
void OpenConstructs::add(const Frame& frame) {
  const Procedure& p = *frame.procedure;
  std::vector<Constructs>& entry = at_entry_[&frame];
  entry.assign(p.blocks.size(), {});
  std::vector<bool> reached(p.blocks.size());
  for (const BlockId b : frame.sequence) {
    Constructs open = entry[b];
    for (const ValueId v : p.blocks[b].values)
      if (p.values[v].opcode == Opcode::operation) apply(p, v, open);
    for (const BlockId next : {p.blocks[b].then, p.blocks[b].otherwise}) {
      if (next == kNone) continue;
      Constructs& there = entry[next];
      if (!reached[next])
        there = open, reached[next] = true;
      else if (open.size() < there.size())
        there = open;
    }
  }
}

static bool is_parallel(const Node& node) { return node.kind == NodeKind::region && node.name.starts_with("parallel"); }

const Node* run_by_each_thread(const Graph& graph, const Node& node) {
  for (uint32_t at = node.parent; at != kNoNode; at = graph.nodes[at].parent) {
    const Node& above = graph.nodes[at];
    if (is_parallel(above)) return &above;
    const bool once = above.name == "single" || above.name == "master" || above.name == "masked";
    if (above.kind == NodeKind::workshare || above.kind == NodeKind::task || (above.kind == NodeKind::region && once))
      return nullptr;
  }
  return nullptr;
}

uint32_t maker_of(const Graph& graph, uint32_t node) {
  for (uint32_t at = graph.nodes[node].parent; at != kNoNode; at = graph.nodes[at].parent)
    if (graph.nodes[at].kind == NodeKind::task || is_parallel(graph.nodes[at])) return at;
  return kNoNode;
}

} // namespace unply::sets
