#include "measured_child.h"
#include "peers.h"
#ifdef UNPLY_HAVE_TRACES
#define _Thread_local thread_local // C, in a header that C++ includes
extern "C" {
#include <nauty/traces.h>
}
#undef _Thread_local
#endif
#include <algorithm>
#include <numeric>

namespace unply {

#ifdef UNPLY_HAVE_TRACES
static PeerAnswer run_traces(const Dag& dag, const std::vector<uint32_t>& levels) {
  auto n = static_cast<int>(dag.vertices());
  std::vector<size_t> first;
  std::vector<int> degree, neighbours, lab(n), ptn(n, 0), orbits(n);
  neighbours.reserve(size_t{dag.edges()} * 2);
  for (uint32_t v = 0; v < dag.vertices(); ++v) {
    first.push_back(neighbours.size());
    for (auto list : {dag.predecessors(v), dag.successors(v)})
      neighbours.insert(neighbours.end(), list.begin(), list.end());
    degree.push_back(static_cast<int>(neighbours.size() - first.back()));
  }
  std::iota(lab.begin(), lab.end(), 0);
  std::ranges::sort(lab, {}, [&](int v) { return std::pair(levels[v], v); });
  for (int i = 0; i + 1 < n; ++i) ptn[i] = levels[lab[i]] == levels[lab[i + 1]]; // 0: the last of a colour
  if (neighbours.empty()) neighbours.push_back(0);
  SG_DECL(graph);
  graph.nv = n, graph.nde = size_t{dag.edges()} * 2;
  graph.v = first.data(), graph.d = degree.data(), graph.e = neighbours.data();
  graph.vlen = graph.dlen = first.size(), graph.elen = neighbours.size();
  DEFAULTOPTIONS_TRACES(options);
  options.defaultptn = FALSE;
  TracesStats stats;
  double begin = cpu_seconds();
  Traces(&graph, lab.data(), ptn.data(), orbits.data(), &options, &stats, nullptr);
  return {cpu_seconds() - begin, static_cast<uint32_t>(stats.numorbits)};
}

Peer traces_peer() { return {"Traces", run_traces}; }
#else
Peer traces_peer() { return {"Traces", {}}; }
#endif

} // namespace unply
