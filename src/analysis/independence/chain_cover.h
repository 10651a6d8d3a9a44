// The fewest chains that cover all vertices of a graph, where chains may share vertices: a maximum flow.
//
// Every vertex has a tail, which supplies one unit (its chain goes on), and a head, which takes one (a chain comes in).
// Units go from tails to the heads of successors, and from a head to the tail of the same vertex without limit: a chain
// passes through a vertex that another one covers. Each unit that arrives joins two chains, so chains = vertices -
// units. Phases after Dinic (1970) and Hopcroft and Karp (1973), from a greedy start that is often a maximum already.
#pragma once
#include "analysis/independence/antichain_options.h"
#include "analysis/independence/check_independence.h"
#include <chrono>

namespace unply {

class ChainCover {
public:
  ChainCover(const Dag& dag, const AntichainOptions& options);
  // Joins chains greedily, in one pass over the edges.
  void start(const std::vector<uint32_t>& level);
  // Joins more until no two can be joined (true), there are no more than `enough` chains (true), or a limit is met.
  bool improve(uint32_t enough);
  uint32_t chains() const { return chains_; }
  uint64_t arcs() const { return arcs_; } // looked at
  // The vertices at which all units that could still be joined are stopped: independent of each other, and as many as
  // there are chains when no two can be joined.
  std::vector<uint32_t> cut();
  std::vector<ChainLink> links() const;

private:
  // The network's nodes: tail of v is 2v, head of v is 2v + 1.
  static constexpr uint32_t kUnseen = 0xffffffff;
  bool find_distances();
  bool push_from(uint32_t end);
  uint32_t next_node(uint32_t node);
  void push_along_path();
  uint32_t& units_between(uint32_t from, uint32_t to);
  void send_together();
  void take_back(std::vector<uint32_t>& left);
  bool out_of_limits();

  const Dag& dag_;
  AntichainOptions options_;
  std::chrono::steady_clock::time_point begin_;
  uint64_t arcs_ = 0, arcs_at_next_look_ = 0;
  uint32_t chains_;
  std::vector<uint32_t> first_in_;       // of each vertex, the place of its first incoming edge in units_
  std::vector<uint32_t> units_;          // along each edge
  std::vector<uint32_t> passing_;        // from head to tail of each vertex
  std::vector<uint8_t> starts_, ends_;   // whether a chain starts (ends) at the vertex
  std::vector<uint32_t> distance_, arc_; // by node: from the ends of chains, next arc to try
  std::vector<uint32_t> queue_, path_;   // nodes
};

} // namespace unply
