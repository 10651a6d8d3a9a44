// The sets of small programs, compared by isl's equality.
#include "sets/derive_graph.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>
#include <isl/cpp.h>
#include <memory>

using namespace unply::stg;
using unply::sets::derive_graph;

namespace {

struct Isl {
  std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner{isl_ctx_alloc(), isl_ctx_free};
  isl::ctx ctx{owner.get()};
  bool same_set(const std::string& a, const std::string& b) { return isl::set(ctx, a).is_equal(isl::set(ctx, b)); }
  bool same_map(const std::string& a, const std::string& b) { return isl::map(ctx, a).is_equal(isl::map(ctx, b)); }
};

Graph graph_of(const Program& program) {
  Graph graph = derive_graph(program);
  REQUIRE(!graph.nodes.empty());
  return graph;
}

const Node& node_named(const Graph& graph, std::string_view name, size_t skip = 0) {
  for (const Node& node : graph.nodes)
    if (node.name == name && skip-- == 0) return node;
  FAIL("no node " << name);
  return graph.nodes[0];
}

std::vector<const Edge*> messages(const Graph& graph) {
  std::vector<const Edge*> edges;
  for (const Edge& edge : graph.edges)
    if (edge.kind == EdgeKind::message) edges.push_back(&edge);
  return edges;
}

struct Small : ProgramBuilder { // the words of the examples below
  ValueId r = rank(), p = size();
  ValueId number(int64_t n) { return constant(n); }
  ValueId plus(ValueId a, int64_t n) { return emit(Opcode::add, {a, constant(n)}); }
};

Program shift(int64_t distance, bool guarded) {
  Small b;
  b.when(b.less(b.number(0), b.r), [&] { b.send(b.plus(b.r, -distance), b.number(1), "MPI_DOUBLE", b.number(7), 7); });
  const auto receive = [&] { b.receive(b.plus(b.r, 1), b.number(1), "MPI_DOUBLE", b.number(7), 9); };
  if (guarded)
    b.when(b.less(b.r, b.plus(b.p, -1)), receive);
  else
    receive();
  b.finish();
  return b.program;
}

} // namespace

TEST_CASE("a shift: its sets, its map, its bytes") {
  Isl isl;
  const Graph graph = graph_of(shift(1, true));
  CHECK(isl.same_set(node_named(graph, "send").instances.set, "[P] -> { [p] : 1 <= p <= P - 1 }"));
  CHECK(isl.same_set(node_named(graph, "recv").instances.set, "[P] -> { [p] : 0 <= p <= P - 2 }"));
  REQUIRE(messages(graph).size() == 1);
  CHECK(messages(graph)[0]->tier == Tier::exact);
  CHECK(isl.same_map(messages(graph)[0]->map, "[P] -> { [p] -> [p - 1] : 1 <= p <= P - 1 }"));
  REQUIRE(graph.events.size() == 1);
  CHECK(graph.events[0].pattern == Pattern::shift);
  CHECK(graph.events[0].vector == std::vector<int64_t>{-1});
  CHECK(graph.events[0].bytes == "8");
  CHECK(graph.events[0].unmatched.empty());
  CHECK(graph.events[0].messages.pieces.at(0).polynomial == "P - 1");
  CHECK(graph.unmatched_complete);
}

TEST_CASE("a receive without a guard waits for a process that is not there") {
  Isl isl;
  const Graph graph = graph_of(shift(1, false));
  REQUIRE(graph.events.size() == 1);
  REQUIRE(graph.events[0].unmatched.size() == 1);
  CHECK(!graph.events[0].unmatched[0].is_send);
  CHECK(isl.same_set(graph.events[0].unmatched[0].set, "[P] -> { [p] : p = P - 1 and P >= 1 }"));
}

TEST_CASE("a wrong distance leaves sends and receives unmatched") {
  Isl isl;
  const Graph graph = graph_of(shift(2, true));
  CHECK(messages(graph).empty());
  size_t seen = 0;
  for (const Event& event : graph.events)
    for (const Unmatched& unmatched : event.unmatched) {
      ++seen;
      CHECK(isl.same_set(unmatched.set,
                         unmatched.is_send ? "[P] -> { [p] : 1 <= p < P }" : "[P] -> { [p] : 0 <= p <= P - 2 }"));
    }
  CHECK(seen == 2);
}

TEST_CASE("a pipeline: tags number the blocks, the receive stands before the send") {
  Isl isl;
  Small b;
  const ValueId nb = b.parameter("nb"), size = b.parameter("b");
  const ValueId k = b.begin_loop("k", b.number(0), nb);
  b.when(b.less(b.number(0), b.r), [&] { b.receive(b.plus(b.r, -1), size, "MPI_DOUBLE", k, 10); });
  Procedure& p = b.procedure();
  const auto index = [&] {
    p.values.push_back({.opcode = Opcode::index, .bits = 32});
    return ValueId(p.values.size() - 1);
  };
  const ValueId i = index(), j = index();
  const ValueId one = b.number(1), behind_i = index();
  p.values[behind_i] = {.opcode = Opcode::add, .bits = 32, .operands = {i, one}};
  Work work{.ranges = {{.variable = i, .first = b.number(0), .limit = size, .name = "i"},
                       {.variable = j, .first = b.number(0), .limit = behind_i, .name = "j"}},
            .flops = 2};
  b.computation({.work = {work}, .name = "work"});
  b.when(b.less(b.plus(b.r, 1), b.p), [&] { b.send(b.plus(b.r, 1), size, "MPI_DOUBLE", k, 12); });
  b.end_loop(), b.finish();
  const Graph graph = graph_of(b.program);
  REQUIRE(graph.events.size() == 1);
  CHECK(graph.events[0].pattern == Pattern::pipelined_shift);
  CHECK(graph.events[0].vector == std::vector<int64_t>{1});
  CHECK(graph.events[0].bytes == "8*b");
  CHECK(isl.same_map(messages(graph).at(0)->map,
                     "[nb, P] -> { [p, k] -> [p + 1, k] : 0 <= p <= P - 2 and 0 <= k < nb }"));
  CHECK(isl.same_set(node_named(graph, "recv").instances.set, "[nb, P] -> { [p, k] : 1 <= p < P and 0 <= k < nb }"));
  CHECK(node_named(graph, "work").iterations.pieces.at(0).polynomial == "1/2*b^2 + 1/2*b");
}

TEST_CASE("a ring: remainders by the number of processes, one tag in a loop") {
  Isl isl;
  Small b;
  const ValueId right = b.emit(Opcode::srem, {b.plus(b.r, 1), b.p});
  const ValueId left = b.emit(Opcode::srem, {b.emit(Opcode::add, {b.plus(b.r, -1), b.p}), b.p});
  b.begin_loop("s", b.number(0), b.plus(b.p, -1));
  const ValueId one = b.number(1), type = b.predefined("MPI_DOUBLE"), tag = b.number(3);
  b.operation(Call::sendrecv, {{Role::count, one},
                               {Role::datatype, type},
                               {Role::peer, right},
                               {Role::tag, tag},
                               {Role::recv_count, one},
                               {Role::recv_datatype, type},
                               {Role::source, left},
                               {Role::recv_tag, tag},
                               {Role::comm, b.predefined("MPI_COMM_WORLD")}});
  b.end_loop(), b.finish();
  const Graph graph = graph_of(b.program);
  REQUIRE(graph.events.size() == 1);
  CHECK(graph.events[0].pattern == Pattern::circular_shift);
  CHECK(graph.events[0].vector == std::vector<int64_t>{1});
  CHECK(graph.unmatched_complete);
  CHECK(isl.same_map(
      messages(graph).at(0)->map,
      "[P] -> { [p, s] -> [p + 1, s] : 0 <= p <= P - 2 and 0 <= s <= P - 2; [P - 1, s] -> [0, s] : 0 <= s <= P - 2 }"));
}

TEST_CASE("rank 0 gathers in a loop and scatters in another") {
  Isl isl;
  Small b;
  const BlockId root = b.new_block(), others = b.new_block(), after = b.new_block();
  b.branch(b.emit(Opcode::eq, {b.r, b.number(0)}, 1), root, others);
  b.go_on_in(root);
  const ValueId s = b.begin_loop("s", b.number(1), b.p);
  b.receive(s, b.number(1), "MPI_DOUBLE", b.number(5), 8);
  b.end_loop();
  const ValueId d = b.begin_loop("d", b.number(1), b.p);
  b.send(d, b.number(1), "MPI_DOUBLE", b.number(6), 9);
  b.end_loop(), b.jump(after);
  b.go_on_in(others);
  b.send(b.number(0), b.number(1), "MPI_DOUBLE", b.number(5), 11);
  b.receive(b.number(0), b.number(1), "MPI_DOUBLE", b.number(6), 12);
  b.jump(after), b.go_on_in(after), b.finish();
  const Graph graph = graph_of(b.program);
  REQUIRE(graph.events.size() == 2);
  CHECK(graph.unmatched_complete);
  bool gather = false, scatter = false;
  for (const Edge* edge : messages(graph)) {
    gather |= isl.same_map(edge->map, "[P] -> { [p] -> [0, p] : 1 <= p < P }");
    scatter |= isl.same_map(edge->map, "[P] -> { [0, d] -> [d] : 1 <= d < P }");
  }
  CHECK(gather);
  CHECK(scatter);
}

TEST_CASE("a grid: the rank divided by the columns") {
  Isl isl;
  Small b;
  const ValueId py = b.parameter("py");
  const ValueId row = b.emit(Opcode::sdiv, {b.r, py}), column = b.emit(Opcode::srem, {b.r, py});
  const ValueId rows = b.emit(Opcode::sdiv, {b.p, py}), one = b.number(1);
  b.when(b.less(b.number(0), column), [&] { b.send(b.plus(b.r, -1), one, "MPI_INT", b.number(1)); });
  b.when(b.less(column, b.plus(py, -1)), [&] { b.receive(b.plus(b.r, 1), one, "MPI_INT", b.number(1)); });
  b.when(b.less(b.number(0), row), [&] { b.send(b.emit(Opcode::sub, {b.r, py}), one, "MPI_INT", b.number(2)); });
  b.when(b.less(row, b.plus(rows, -1)),
         [&] { b.receive(b.emit(Opcode::add, {b.r, py}), one, "MPI_INT", b.number(2)); });
  b.finish();
  const Graph graph = graph_of(b.program);
  REQUIRE(graph.events.size() == 2);
  CHECK(graph.events[0].vector == std::vector<int64_t>{-1, 0});
  CHECK(graph.events[1].vector == std::vector<int64_t>{0, -1});
  CHECK(isl.same_map(messages(graph).at(0)->map,
                     "[py, rows] -> { [x, y] -> [x - 1, y] : 1 <= x < py and 0 <= y < rows }"));
  CHECK(isl.same_map(messages(graph).at(1)->map,
                     "[py, rows] -> { [x, y] -> [x, y - 1] : 0 <= x < py and 1 <= y < rows }"));
  CHECK(graph.unmatched_complete);
}

TEST_CASE("a hypercube is evaluable, with its partner's text") {
  Small b;
  const BlockId before = b.new_block(), header = b.new_block(), body = b.new_block(), after = b.new_block();
  b.jump(before), b.go_on_in(before), b.jump(header), b.go_on_in(header);
  const ValueId d = b.emit(Opcode::phi, {b.number(1)});
  Procedure& p = b.procedure();
  p.values[d].from = {before}, p.values[d].name = "d";
  b.branch(b.less(d, b.p), body, after);
  b.go_on_in(body);
  const ValueId peer = b.emit(Opcode::xor_, {b.r, d});
  b.send(peer, b.number(1), "MPI_DOUBLE", b.number(3), 8), b.receive(peer, b.number(1), "MPI_DOUBLE", b.number(3), 9);
  const ValueId next = b.emit(Opcode::shl, {d, b.number(1)});
  p.values[d].operands.push_back(next), p.values[d].from.push_back(body);
  b.jump(header), b.go_on_in(after), b.finish();
  p.loops.push_back({.header = header, .preheader = before, .latch = body, .name = "d"});
  p.blocks[header].loop = p.blocks[body].loop = 0;
  const Graph graph = graph_of(b.program);
  REQUIRE(graph.events.size() == 1);
  CHECK(graph.events[0].pattern == Pattern::hypercube);
  CHECK(graph.events[0].tier == Tier::evaluable);
  CHECK(node_named(graph, "send").expressions.at(1).text == "rank ^ d");
  CHECK(!graph.unmatched_complete);
}

namespace {

// Irecv from above, Isend to below, compute, Waitall over both requests.
Program overlapped(Call send) {
  Small b;
  const ValueId requests = b.emit(Opcode::stack_slot, {}, 64, 16), one = b.number(1), tag = b.number(4);
  const ValueId second = b.emit(Opcode::add, {requests, b.constant(8, 64)}, 64);
  const ValueId comm = b.predefined("MPI_COMM_WORLD"), type = b.predefined("MPI_DOUBLE");
  const ValueId null = b.number(b.program.proc_null);
  const ValueId below = b.emit(Opcode::select, {b.less(b.number(0), b.r), b.plus(b.r, -1), null});
  const ValueId above = b.emit(Opcode::select, {b.less(b.plus(b.r, 1), b.p), b.plus(b.r, 1), null});
  b.begin_loop("t", b.number(0), b.parameter("steps"));
  b.operation(Call::irecv, {{Role::count, one},
                            {Role::datatype, type},
                            {Role::peer, above},
                            {Role::tag, tag},
                            {Role::comm, comm},
                            {Role::request, requests}});
  std::vector<Argument> arguments = {
      {Role::count, one}, {Role::datatype, type}, {Role::peer, below}, {Role::tag, tag}, {Role::comm, comm}};
  if (send == Call::isend) arguments.push_back({Role::request, second});
  b.operation(send, arguments);
  b.computation({.name = "inner"});
  b.operation(Call::wait_all, {{Role::request_count, b.number(2)}, {Role::requests, requests}});
  b.end_loop(), b.finish();
  return b.program;
}

const Edge* edge_of(const Graph& graph, EdgeKind kind, const Node& source, const Node& target) {
  for (const Edge& edge : graph.edges)
    if (edge.kind == kind && edge.source == source.id && edge.target == target.id) return &edge;
  return nullptr;
}

} // namespace

TEST_CASE("overlapped messages: posts to their wait, the remote send to the wait, back for synchronous sends") {
  Isl isl;
  const Graph graph = graph_of(overlapped(Call::isend));
  const Node &receive = node_named(graph, "irecv"), &send = node_named(graph, "isend"),
             &wait = node_named(graph, "wait_all");
  const std::string map = "[P, steps] -> { [p, t] -> [p - 1, t] : 1 <= p < P and 0 <= t < steps }";
  const std::string same = "[P, steps] -> { [p, t] -> [p, t] : 0 <= p < P and 0 <= t < steps }";
  for (const Node* post : {&receive, &send}) {
    const Edge* completion = edge_of(graph, EdgeKind::completion, *post, wait);
    REQUIRE(completion);
    CHECK(completion->tier == Tier::exact);
    CHECK(isl.same_map(completion->map, same));
  }
  const Edge* arrival = edge_of(graph, EdgeKind::arrival, send, wait);
  REQUIRE(arrival);
  CHECK(isl.same_map(arrival->map, map));
  CHECK(!edge_of(graph, EdgeKind::back, wait, wait));
  REQUIRE(graph.events.size() == 1);
  CHECK(graph.events[0].nodes == std::vector<uint32_t>{receive.id, send.id, wait.id});
  CHECK(graph.events[0].pattern == Pattern::shift);

  const Graph synchronous = graph_of(overlapped(Call::ssend));
  const Edge* back =
      edge_of(synchronous, EdgeKind::back, node_named(synchronous, "wait_all"), node_named(synchronous, "ssend"));
  REQUIRE(back);
  CHECK(isl.same_map(back->map, "[P, steps] -> { [p, t] -> [p + 1, t] : 0 <= p < P - 1 and 0 <= t < steps }"));
}

TEST_CASE("what cannot be proven is no exact map: a condition on data, any source, orders in different loops") {
  Small b;
  const ValueId data = b.emit(Opcode::unknown, {}, 1), one = b.number(1), tag = b.number(1);
  b.when(data, [&] { b.send(b.plus(b.r, 1), one, "MPI_INT", tag, 3); });
  b.receive(b.plus(b.r, -1), one, "MPI_INT", tag, 4);
  b.finish();
  const Graph graph = graph_of(b.program);
  CHECK(node_named(graph, "send").instances.tier == Tier::observed);
  for (const Edge* edge : messages(graph)) CHECK(edge->tier == Tier::observed);
  CHECK(!graph.unmatched_complete);
  Isl isl;
  // Whatever the condition is, nobody sends to rank 0.
  REQUIRE(graph.events.size() == 1);
  REQUIRE(graph.events[0].unmatched.size() == 1);
  CHECK(isl.same_set(graph.events[0].unmatched[0].set, "[P] -> { [p] : p = 0 and P >= 1 }"));

  Small c;
  const ValueId n = c.parameter("n"), any = c.number(c.program.any_source);
  c.when(c.less(c.number(0), c.r), [&] { c.send(c.number(0), c.number(1), "MPI_INT", c.number(1), 3); });
  c.when(c.emit(Opcode::eq, {c.r, c.number(0)}, 1), [&] {
    c.begin_loop("i", c.number(0), n);
    c.receive(any, c.number(1), "MPI_INT", c.number(1), 5);
    c.end_loop();
  });
  c.finish();
  const Graph wild = graph_of(c.program);
  for (const Edge* edge : messages(wild)) CHECK(edge->tier == Tier::observed);
  CHECK(!wild.unmatched_complete);
}

TEST_CASE("where isl's operations run out, sets are not exact and say so; with more of them they are") {
  const Program program = shift(1, true);
  size_t exact_before = 0;
  for (const unsigned long operations : {1UL, 100UL, 400UL, 2000UL, 5'000'000UL}) {
    const Graph graph = derive_graph(program, nullptr, operations);
    size_t exact = 0, ran_out = 0;
    for (const Node& node : graph.nodes)
      if (node.name == "send" || node.name == "recv") {
        exact += node.instances.tier == Tier::exact;
        ran_out += node.instances.reason.starts_with("isl's budget of operations ran out");
      }
    CHECK(exact + ran_out == 2);
    CHECK(exact >= exact_before);
    CHECK((operations > 1 || ran_out == 2));
    if (ran_out) CHECK_FALSE(graph.unmatched_complete);
    exact_before = exact;
  }
  CHECK(exact_before == 2);
}

// Sends in a loop to `sent`, receives in a loop behind it to `received`; all with one tag.
static Program two_loops(int64_t first, int64_t sent, int64_t received) {
  Small b;
  b.when(b.less(b.number(0), b.r), [&] {
    b.begin_loop("k", b.number(first), b.number(sent));
    b.send(b.plus(b.r, -1), b.number(1), "MPI_DOUBLE", b.number(7), 7);
    b.end_loop();
  });
  b.when(b.less(b.plus(b.r, 1), b.p), [&] {
    b.begin_loop("j", b.number(0), b.number(received));
    b.receive(b.plus(b.r, 1), b.number(1), "MPI_DOUBLE", b.number(7), 9);
    b.end_loop();
  });
  b.finish();
  return b.program;
}

TEST_CASE("sends of one loop meet the receives of another in their order") {
  Isl isl;
  const Graph graph = graph_of(two_loops(3, 8, 5));
  REQUIRE(messages(graph).size() == 1);
  CHECK(messages(graph)[0]->tier == Tier::exact);
  CHECK(isl.same_map(messages(graph)[0]->map, "[P] -> { [p, k] -> [p - 1, k - 3] : 1 <= p < P and 3 <= k < 8 }"));
  CHECK(graph.unmatched_complete);
}

TEST_CASE("where one loop has more messages than the other, the map is not exact") {
  const Graph graph = graph_of(two_loops(3, 8, 6));
  REQUIRE(messages(graph).size() == 1);
  CHECK(messages(graph)[0]->tier == Tier::evaluable);
  CHECK_FALSE(graph.unmatched_complete);
}
