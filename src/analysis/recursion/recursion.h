// Functions that call themselves, in a recording whose tasks are their calls (--tasks fn:NAME): the tree of
// activations, how the time falls on its parts, and whether the calls of one activation depend on each other.
//
// A function is divide-and-conquer (divide-and-conquer-skeletons-2007, section 2) if some activation makes two calls or
// more, and no call depends on a call beside it. What is said holds for this execution: other inputs may differ.
#pragma once
#include "graph/execution_graph.h"
#include <functional>

namespace unply {

// What the source has at the place of an access; a trace does not say it. Results pass through memory of their own,
// which calls reuse one after the other: an anti or output dependence between two such places stops nothing.
enum class SiteRole : uint8_t { other, self_call, function_end };
using SiteRoles = std::function<SiteRole(uint32_t site)>;

inline constexpr uint32_t kNoActivation = 0xffffffff;

struct Activation {                                       // one call of the function
  uint32_t vertex;                                        // its first row of Trace::tasks
  uint32_t parent;                                        // the activation that made the call, or kNoActivation
  uint32_t depth;                                         // 0: called by other code
  uint32_t calls = 0;                                     // that it made of itself
  uint32_t last_call = 0;                                 // the vertex that its last call began with
  uint32_t end = 0;                                       // one past the last activation below it
  uint64_t divide_ns = 0, between_ns = 0, combine_ns = 0; // before, between and after its calls; a leaf has divide_ns
  uint64_t own_ns() const { return divide_ns + between_ns + combine_ns; }
};

// In the order of the calls, which is that of a walk from the root: activations below `a` are a + 1 to a.end - 1.
struct RecursionTree {
  std::vector<Activation> activations;
  std::vector<uint32_t> of_vertex; // the innermost activation that each vertex of the graph ran in
};

// Where the calls that one activation makes depend on each other.
struct CallDependence {
  EdgeKind kind;
  uint32_t site_from, site_to;
  bool between; // on the code between two calls, else on a later call
  uint64_t edges;
  bool operator==(const CallDependence&) const = default;
};

struct RecursiveFunction {
  uint32_t region;                                                         // row of Trace::regions
  uint64_t activations = 0, roots = 0, forks = 0, singles = 0, leaves = 0; // forks: with two calls or more
  uint32_t depth = 0;                                                      // activations on the longest path
  uint32_t least_arity = 0, most_arity = 0;                                // of activations with calls
  double largest_part = 0; // mean over forks of the largest call's share of the activations below
  uint64_t divide_ns = 0, between_ns = 0, combine_ns = 0, base_ns = 0;
  uint64_t reused_results = 0;                  // anti and output dependences that come from memory of results alone
  std::vector<CallDependence> dependences = {}; // most edges first
  // Values of calls that code between calls may use: a vertex of the graph that begins there goes on behind the last
  // call, so that only the source says where they are used, and whether a later call needs them.
  std::vector<CallDependence> uses = {};
  uint64_t work_ns() const { return divide_ns + between_ns + combine_ns + base_ns; }
  bool divide_and_conquer() const { return forks > 0 && dependences.empty(); }
};

RecursionTree recursion_tree(const ExecutionGraph& graph, const std::vector<uint32_t>& executions, uint32_t region);

// Of each function whose calls are tasks of these executions, and that calls itself in one of them.
std::vector<RecursiveFunction> find_recursion(const ExecutionGraph& graph, const std::vector<uint32_t>& executions,
                                              const SiteRoles& role);

} // namespace unply
