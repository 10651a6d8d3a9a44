// The static task graph of a program: which tasks and messages exist for every number of processes and every size.
// Nodes carry integer sets of their instances, edges carry integer maps, events group the nodes of one communication.
// Sets and maps are isl's text ("[P] -> { [rank] : 0 < rank < P }"): compare them by isl's equality, never by text.
//
// Invariant (checked when a file is read): Node::id is its position in `nodes`, the same for edges and events, and
// every id that a node, an edge or an event names exists. The same program gives the same ids.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace unply::stg {

// How much is known. exact: proven for all parameters. evaluable: the interpreter (stg/run) gives it for given values.
// observed: it depends on data that only a run has.
enum class Tier : uint8_t { exact, evaluable, observed };
const char* name_of(Tier tier);

struct InstanceSet {
  Tier tier = Tier::exact;
  std::string set = {};    // isl text; empty if there is none. Not exact: a superset of the instances
  std::string reason = {}; // a sentence, where the tier is not exact: "the condition of line 12 depends on data"
};

struct Expression {
  std::string role =
      {}; // "lower", "upper", "stride", "condition", a formal's name, "peer", "tag", "count", "bytes", ...
  Tier tier = Tier::exact;
  std::string text = {};   // for people: "rank ^ d"
  std::string affine = {}; // isl text of its value over the parameters; empty if it has none
};

struct PolynomialPiece {
  std::string domain = {};     // isl text over parameters and the node's dimensions; empty: everywhere
  std::string polynomial = {}; // "1/2*b^2 + 1/2*b"
};
struct Polynomial {
  Tier tier = Tier::exact;
  std::vector<PolynomialPiece> pieces = {}; // they add up where their domains overlap; 0 elsewhere
  std::string reason = {};
  bool at_most = false; // an upper bound: see Work::at_most
};

enum class NodeKind : uint8_t {
  procedure,
  loop,
  branch,
  call,
  computation,
  operation,
  // OpenMP: a region is one of parallel, single, master, critical, taskgroup; a workshare has an instance for each
  // iteration; a sync is a barrier, a taskwait or a reduction.
  region,
  workshare,
  task,
  sync,
};
const char* name_of(NodeKind kind);

constexpr uint32_t kNoNode = UINT32_MAX;
struct Node {
  uint32_t id = 0;
  NodeKind kind = NodeKind::procedure;
  uint32_t parent =
      kNoNode; // the enclosing loop, construct or procedure node; a procedure's is its call, kNoNode for main's
  uint32_t procedure = 0; // in Program::procedures
  uint32_t index = 0;     // loop: in loops; branch: block; call: value; computation: in its table; else in operations
  std::string name = {};  // "k", "MPI_Send", "sweep"
  uint32_t file = UINT32_MAX, line = 0, column = 0;
  std::vector<std::string> dims = {}; // of the set: process coordinates, then loop variables, outer ones first
  InstanceSet instances = {};
  std::vector<Expression> expressions = {};
  Polynomial count = {}; // of all instances of a task or a workshare, on one process
  // Of a computation, for one instance.
  Polynomial iterations = {};
  uint32_t flops = 0, memory_operations = 0; // of one innermost iteration, summed over the nests
};

enum class EdgeKind : uint8_t { program, message, completion, arrival, back, depend, wait };
// message: send to receive (where it is posted). completion: post to wait. arrival: remote send to the wait of the
// receive. back: the receive to a synchronous send, which cannot end before.
// depend: between tasks, from the last one that writes a location to those that read or write it, and from those that
// read it to the next one that writes. wait: from a task to the next barrier or taskwait that waits for it, and from
// there to the tasks that are made behind it; and to a taskgroup, whose end waits for it.
const char* name_of(EdgeKind kind);
struct Edge {
  uint32_t id = 0, source = 0, target = 0;
  EdgeKind kind = EdgeKind::message;
  Tier tier = Tier::exact;
  std::string map = {}; // isl text; empty if there is none
  std::string reason = {};
};

enum class Pattern : uint8_t {
  shift,
  pipelined_shift,
  circular_shift,
  exchange,
  broadcast,
  reduction,
  gather,
  scatter,
  all_to_all,
  tree,
  hypercube,
  barrier,
  scan,
  pairs, // an exact map that has none of the shapes above
  irregular,
};
const char* name_of(Pattern pattern);

struct Unmatched { // instances that no partner's instance can match
  uint32_t node = 0;
  bool is_send = false;
  std::string set = {}; // exact, over the node's dims
};

struct Event {
  uint32_t id = 0;
  Pattern pattern = Pattern::irregular;
  std::vector<int64_t> vector = {}; // of a shift, in process coordinates
  std::string text = {};            // "shift by -1", "exchange of shift by -1 and shift by +1"
  Tier tier = Tier::exact;
  std::string reason = {};
  std::string bytes = {};           // of one message: "8*b"
  Polynomial messages = {};         // how many in the whole run, over the parameters
  Polynomial total_bytes = {};      // of all messages
  std::string communicator = {};    // "MPI_COMM_WORLD"
  std::vector<uint32_t> nodes = {}; // all that take part, waits included
  std::vector<uint32_t> edges = {};
  std::vector<Unmatched> unmatched = {};
};

struct GraphParameter {
  std::string name = {}; // in sets
  std::string text = {}; // what it stands for: "n / P"
  Tier tier = Tier::exact;
  std::string reason = {};
};

struct Graph {
  std::vector<Node> nodes = {};
  std::vector<Edge> edges = {};
  std::vector<Event> events = {};
  std::vector<GraphParameter> parameters = {};
  std::vector<std::string> assumptions = {}; // one sentence each
  bool unmatched_complete = false; // every unmatched instance is in an event: none means that all messages match
};

} // namespace unply::stg
