// One event for each matched pair of a send and a receive; opposite shifts of one phase are one exchange.
#include "sets/events.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::sets {

namespace {

struct WaitOf {    // the completion of a posted operation
  size_t wait = 0; // in operations
  bool certain = false;
};

struct EventMaker {
  NodeList& list;
  const Matching& matching;
  Walk& walk = list.walk;
  Graph& graph = list.graph;
  std::map<uint32_t, std::vector<uint32_t>> completions = {}; // waits of a node
  struct Draft {
    Event event;
    const End* send;
    std::vector<uint32_t> procedures;
  };
  std::vector<Draft> drafts = {};

  uint32_t add_edge(uint32_t source, uint32_t target, EdgeKind kind, Tier tier, std::string map, std::string reason) {
    const uint32_t id = uint32_t(graph.edges.size());
    graph.edges.push_back({.id = id,
                           .source = source,
                           .target = target,
                           .kind = kind,
                           .tier = tier,
                           .map = std::move(map),
                           .reason = std::move(reason)});
    return id;
  }

  static bool completes(Call call) { return stg::is_wait(call) || stg::is_test(call); }

  // Requests are told by the memory they lie in: the next wait behind a post that covers its place.
  std::optional<WaitOf> wait_of(size_t post) const {
    const CommNode& from = list.operations[post];
    const auto request = from.arguments.find(Role::request);
    if (request == from.arguments.end() || request->second.object.empty()) return {};
    for (size_t i = 0; i < list.operations.size(); ++i) { // in program order, apart from starts
      const CommNode& to = list.operations[i];
      if (to.node <= from.node || !completes(to.operation->call) || to.frame != from.frame || to.loops != from.loops)
        continue;
      const bool many = to.arguments.contains(Role::requests);
      const auto waited = to.arguments.find(many ? Role::requests : Role::request);
      if (waited == to.arguments.end() || waited->second.object != request->second.object) continue;
      const bool all = to.operation->call == Call::wait || to.operation->call == Call::wait_all;
      const auto place = constant_of({.value = request->second.value});
      const auto start = constant_of({.value = waited->second.value});
      const auto count = many ? constant_of(to.arguments.at(Role::request_count)) : std::optional<int64_t>(1);
      if (!place || !start || !count) return WaitOf{i, false};
      const int64_t size = walk.program.request_bytes;
      if (*place < *start || *place >= *start + *count * size) continue;
      return WaitOf{i, all && from.domain.is_subset(to.domain) && only_post(post, i, *place)};
    }
    return {};
  }

  static bool is_persistent(const CommNode& node) { // matching has told their requests apart
    const Call call = node.operation->call;
    return call == Call::send_init || call == Call::ssend_init || call == Call::recv_init;
  }

  // No other operation between puts its request at the same place for the same process.
  bool only_post(size_t post, size_t wait, int64_t place) const {
    const Symbolic& request = list.operations[post].arguments.at(Role::request);
    for (size_t i = 0; i < wait; ++i) {
      const CommNode& other = list.operations[i];
      const auto found = other.arguments.find(Role::request);
      if (i == post || is_persistent(other) || found == other.arguments.end() || found->second.object != request.object)
        continue;
      const auto at = constant_of({.value = found->second.value});
      if (completes(other.operation->call)) continue;
      if ((!at || *at == place) && !other.domain.is_disjoint(list.operations[post].domain)) return false;
    }
    return true;
  }

  void add_completions() {
    for (size_t i = 0; i < list.operations.size(); ++i) {
      const Call call = list.operations[i].operation->call;
      const bool posts = is_send(call) || is_receive(call) || list.operations[i].started;
      if (!posts) continue;
      std::optional<WaitOf> wait;
      if (!walk.budget.answers([&] { wait = wait_of(i); }) || !wait) continue;
      const CommNode &from = list.operations[i], &to = list.operations[wait->wait];
      Node& source = graph.nodes[from.node];
      completions[from.node].push_back(to.node);
      Tier tier = std::max(source.instances.tier, wait->certain ? Tier::exact : Tier::evaluable);
      std::string reason = source.instances.reason, map;
      if (!wait->certain)
        reason = "which request is waited for follows from its place in memory";
      else
        map = text_of(same_instances(from));
      add_edge(from.node, to.node, EdgeKind::completion, tier, map, reason);
    }
  }

  isl::map same_instances(const CommNode& node) const {
    Names dims;
    instances_of(walk, node.domain, node.loops, dims);
    const isl::set set = dims[0] == "x" ? walk.grid.in_coordinates(node.domain) : isl::set(node.domain);
    const isl::set points = with_dimensions(set, dims);
    return points.identity();
  }

  const CommNode& comm_of(size_t end) const { return list.operations[matching.ends[end].comm_node]; }

  static bool synchronous(Call call) { return call == Call::ssend || call == Call::issend || call == Call::ssend_init; }

  // Where a post is complete: at its wait, if it has one.
  uint32_t end_of_post(uint32_t node) const {
    const auto found = completions.find(node);
    return found == completions.end() ? node : found->second.back();
  }

  void add_pair(const Match& match) {
    const End& send = matching.ends[match.send];
    const CommNode &from = comm_of(match.send), &to = comm_of(match.receive);
    Event event{.tier = match.tier, .reason = match.reason, .communicator = send.communicator};
    const std::string map = text_of(match.map);
    event.edges.push_back(add_edge(from.node, to.node, EdgeKind::message, match.tier, map, match.reason));
    const uint32_t received = end_of_post(to.node), sent = end_of_post(from.node);
    if (received != to.node)
      event.edges.push_back(add_edge(from.node, received, EdgeKind::arrival, match.tier, map, match.reason));
    if (synchronous(from.operation->call)) {
      const std::string back = text_of(match.map.reverse());
      event.edges.push_back(add_edge(received, sent, EdgeKind::back, match.tier, back, match.reason));
    }
    event.nodes = {from.node, to.node};
    for (const uint32_t node : {from.node, to.node})
      if (completions.contains(node))
        for (const uint32_t wait : completions[node]) event.nodes.push_back(wait);
    if (!walk.budget.answers([&] { set_shape(event, match, received); })) event.text = "irregular";
    if (!walk.budget.answers([&] { set_bytes(event, match, send, from); }))
      event.messages = event.total_bytes = {.tier = Tier::evaluable, .pieces = {}, .reason = kRanOut};
    drafts.push_back({std::move(event), &send, {graph.nodes[from.node].parent, graph.nodes[to.node].parent}});
  }

  // The pairs are proven for every value of the names in the map, and some of these are numbers that no formula gives.
  bool only_sizes_unknown(const Match& match) const {
    if (match.map.is_null() || !match.settled) return false;
    for (const End* end : {&matching.ends[match.send], &matching.ends[match.receive]})
      if (end->tag.is_null() || end->any_source || end->any_tag || end->communicator.starts_with("?") ||
          std::ranges::any_of(end->peers, [](const PeerPiece& piece) { return piece.coordinates.empty(); }))
        return false;
    bool uniform = true;
    std::string reason;
    const Tier tier = walk.tier_of(parameters_of(match.map), &reason, &uniform);
    return uniform && tier == match.tier && reason == match.reason;
  }

  // Partners at distances that double or halve: in a hypercube each process sends and receives in each step; in a tree
  // it does one of them.
  void set_evaluable_shape(Event& event, const CommNode& send, const CommNode& receive) const {
    event.pattern = Pattern::irregular, event.text = "irregular";
    const auto peer = send.arguments.find(Role::peer);
    if (peer == send.arguments.end()) return;
    const Symbolic& to = peer->second;
    const bool from_rank = to.value.is_null() && to.depends.contains("rank");
    const bool both = send.block == receive.block && send.frame == receive.frame;
    if (from_rank && both && to.opcode == Opcode::xor_)
      event.pattern = Pattern::hypercube, event.text = "hypercube, partner " + to.text;
    else if (from_rank && !both && to.doubles)
      event.pattern = Pattern::tree, event.text = "binomial tree, partner " + to.text;
  }

  void set_shape(Event& event, const Match& match, uint32_t received) {
    const End &send = matching.ends[match.send], &receive = matching.ends[match.receive];
    const CommNode& from = comm_of(match.send);
    if (match.tier != Tier::exact && !only_sizes_unknown(match)) {
      return set_evaluable_shape(event, from, comm_of(match.receive));
    }
    const auto buffer = from.arguments.find(Role::buffer);
    bool same_data = buffer != from.arguments.end() && !buffer->second.value.is_null();
    if (same_data)
      for (const std::string& name : parameters_of(buffer->second.value)) same_data &= !walk.loop_names.contains(name);
    const isl::map processes =
        without_dimensions(match.map, unsigned(send.process.size()), unsigned(receive.process.size()));
    const Shape shape = shape_of(walk, processes, send, receive, same_data);
    event.pattern = shape.pattern, event.vector = shape.vector, event.text = shape.text;
    const bool moves = std::ranges::any_of(shape.vector, [](int64_t one) { return one != 0; });
    const bool same_nest = !send.loops.empty() && send.loops == receive.loops;
    if (shape.pattern == Pattern::shift && moves && same_nest && received < from.node) {
      event.pattern = Pattern::pipelined_shift;
      event.text = "pipelined " + shape.text;
    }
  }

  void set_bytes(Event& event, const Match& match, const End& send, const CommNode& from) {
    SumOfMonomials sum;
    const Expression bytes = message_bytes(walk, from, Role::count, Role::datatype, &sum);
    event.bytes = bytes.text;
    if (match.tier != Tier::exact) {
      event.messages = event.total_bytes = {.tier = match.tier, .pieces = {}, .reason = match.reason};
      return;
    }
    // The sends of this match, as parameters again.
    const Names dims = dims_of(send);
    isl::set sends = match.map.domain();
    sends = parameters_from(sends, dims);
    event.messages = polynomial_of(walk, sends, dims, constant_sum(1), everything(walk.ctx));
    if (sum.empty())
      event.total_bytes = {.tier = Tier::evaluable, .pieces = {}, .reason = bytes.text + " is no polynomial"};
    else
      event.total_bytes = polynomial_of(walk, sends, dims, sum, everything(walk.ctx));
  }

  // Opposite shifts of the same loops, below the same nodes, are two halves of one exchange.
  void add_events() {
    std::vector<bool> done(drafts.size());
    for (size_t i = 0; i < drafts.size(); ++i) {
      if (done[i]) continue;
      Event event = drafts[i].event;
      for (size_t k = i + 1; k < drafts.size() && event.pattern == Pattern::shift; ++k) {
        const Event& next = drafts[k].event;
        if (done[k] || next.pattern != Pattern::shift || next.vector.size() != event.vector.size()) continue;
        bool opposite = drafts[i].send->loops == drafts[k].send->loops && drafts[i].procedures == drafts[k].procedures;
        for (size_t d = 0; d < event.vector.size(); ++d) opposite &= event.vector[d] == -next.vector[d];
        if (!opposite || next.bytes != event.bytes || next.communicator != event.communicator) continue;
        done[k] = true;
        join(event, next);
      }
      add_event(std::move(event));
    }
  }

  // Both halves of an exchange mostly have the same count.
  static void add_pieces(Polynomial& to, const Polynomial& from) {
    const auto same = [](const PolynomialPiece& a, const PolynomialPiece& b) {
      return a.domain == b.domain && a.polynomial == b.polynomial;
    };
    if (std::ranges::equal(to.pieces, from.pieces, same))
      for (PolynomialPiece& piece : to.pieces) piece.polynomial = fmt::format("2*({})", piece.polynomial);
    else
      to.pieces.insert(to.pieces.end(), from.pieces.begin(), from.pieces.end());
  }

  void join(Event& event, const Event& other) {
    event.pattern = Pattern::exchange;
    event.text = fmt::format("exchange of {} and {}", event.text, other.text);
    for (const uint32_t edge : other.edges) event.edges.push_back(edge);
    for (const uint32_t node : other.nodes) event.nodes.push_back(node);
    add_pieces(event.messages, other.messages);
    add_pieces(event.total_bytes, other.total_bytes);
    event.messages.tier = std::max(event.messages.tier, other.messages.tier);
    event.total_bytes.tier = std::max(event.total_bytes.tier, other.total_bytes.tier);
  }

  void add_event(Event event) {
    std::ranges::sort(event.nodes);
    event.nodes.erase(std::ranges::unique(event.nodes).begin(), event.nodes.end());
    event.id = uint32_t(graph.events.size());
    graph.events.push_back(std::move(event));
  }

  // Unmatched instances belong to the event that their node is in; a node in none gets an event of its own.
  void add_unmatched() {
    graph.unmatched_complete = walk.incomplete.empty();
    for (const Match& match : matching.matches) graph.unmatched_complete &= match.tier == Tier::exact;
    for (size_t i = 0; i < matching.ends.size(); ++i) {
      const End& end = matching.ends[i];
      if (matching.unmatched[i].is_null()) graph.unmatched_complete = false;
      if (matching.unmatched[i].is_null() || matching.unmatched[i].is_empty()) continue;
      const CommNode& node = list.operations[end.comm_node];
      Event* home = nullptr;
      for (Event& event : graph.events)
        if (!home && std::ranges::find(event.nodes, node.node) != event.nodes.end()) home = &event;
      if (!home) {
        Event alone{.pattern = Pattern::irregular, .text = "no partner", .communicator = end.communicator};
        alone.nodes = {node.node};
        alone.bytes = message_bytes(walk, node, Role::count, Role::datatype, nullptr).text;
        add_event(std::move(alone));
        home = &graph.events.back();
      }
      home->unmatched.push_back({.node = node.node, .is_send = end.is_send, .set = text_of(matching.unmatched[i])});
    }
  }
};

} // namespace

void add_message_events(NodeList& list, const Matching& matching) {
  EventMaker maker{list, matching};
  maker.add_completions();
  for (const Match& match : matching.matches) maker.add_pair(match);
  maker.add_events();
  maker.add_unmatched();
}

} // namespace unply::sets
