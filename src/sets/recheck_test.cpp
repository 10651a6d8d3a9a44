#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

Program shift_left() { // each rank but the first sends n values to its left neighbour
  ProgramBuilder b;
  const ValueId rank = b.rank(), processes = b.size(), n = b.parameter("n");
  const BlockId sends = b.new_block(), behind = b.new_block(), receives = b.new_block(), ends = b.new_block();
  b.branch(b.emit(Opcode::slt, {b.constant(0), rank}, 1), sends, behind);
  b.go_on_in(sends);
  b.send(b.emit(Opcode::sub, {rank, b.constant(1)}), n, "MPI_DOUBLE", b.constant(7));
  b.jump(behind), b.go_on_in(behind);
  const ValueId next = b.emit(Opcode::add, {rank, b.constant(1)});
  b.branch(b.emit(Opcode::slt, {next, processes}, 1), receives, ends);
  b.go_on_in(receives);
  b.receive(next, n, "MPI_DOUBLE", b.constant(7));
  b.jump(ends), b.go_on_in(ends);
  b.finish();
  return b.program;
}

struct Rechecked {
  Program program = shift_left();
  Graph graph;
  explicit Rechecked(void (*damage)(Graph&) = [](Graph&) {}) {
    graph = unply::sets::derive_graph(program);
    damage(graph);
    unply::sets::recheck(program, graph);
  }
};

Node& sending(Graph& graph) {
  return *std::find_if(graph.nodes.begin(), graph.nodes.end(), [](const Node& node) {
    return node.kind == NodeKind::operation && node.name.ends_with("send");
  });
}

} // namespace

TEST_CASE("sets that are right stay exact, and the graph says where they were compared") {
  Rechecked right;
  CHECK(sending(right.graph).instances.tier == Tier::exact);
  CHECK(right.graph.events[0].tier == Tier::exact);
  CHECK(right.graph.unmatched_complete);
  CHECK(right.graph.assumptions.back() ==
        "3 of 3 exact sets and maps agree with the program at P = 1, 2, 3, 4, 6 and small sizes");
}

TEST_CASE("a set that is wrong is no longer exact") {
  Rechecked wrong([](Graph& graph) { sending(graph).instances.set = "[P] -> { [rank] : 0 <= rank < P }"; });
  const InstanceSet& set = sending(wrong.graph).instances;
  CHECK(set.tier == Tier::evaluable);
  CHECK(set.reason == "at P = 1, n = 3 the program has 0 instances and the set 1");
}

TEST_CASE("a map that is wrong takes its event along") {
  Rechecked wrong([](Graph& graph) {
    for (Edge& edge : graph.edges)
      if (edge.kind == EdgeKind::message) edge.map = "[P] -> { [rank] -> [rank - 1] : 2 <= rank < P }";
  });
  CHECK(wrong.graph.events[0].tier == Tier::evaluable);
  CHECK(wrong.graph.events[0].reason == "at P = 2, n = 2 the program sends 1 messages and the map has 0");
}

TEST_CASE("unmatched instances that do not exist are not claimed") {
  Rechecked wrong([](Graph& graph) {
    graph.events[0].unmatched.push_back(
        {.node = sending(graph).id, .is_send = true, .set = "[P] -> { [rank] : rank = P - 1 and P > 1 }"});
  });
  CHECK(wrong.graph.events[0].unmatched.empty());
  CHECK_FALSE(wrong.graph.unmatched_complete);
}

TEST_CASE("a program that runs for ever is not compared, and its graph is there all the same") {
  ProgramBuilder b;
  b.send(b.constant(0), b.constant(1), "MPI_DOUBLE", b.constant(7));
  const BlockId header = b.new_block();
  b.jump(header), b.go_on_in(header);
  b.jump(header);
  b.procedure().loops.push_back({.header = header, .preheader = 0, .latch = header});
  b.procedure().blocks[header].loop = 0;
  Graph graph = unply::sets::derive_graph(b.program);
  unply::sets::recheck(b.program, graph);
  CHECK(sending(graph).instances.tier == Tier::exact);
  CHECK(graph.assumptions.back() ==
        "no set was compared with the program, which does not run to its end in short time at small sizes");
}

TEST_CASE("work that no interpreter can add up in short time does not hold up the comparison") {
  ProgramBuilder b;
  const ValueId first = b.constant(0), last = b.constant(2'000'000'000);
  Procedure& p = b.procedure();
  Computation triangle;
  Work& work = triangle.work.emplace_back();
  for (const char* name : {"i", "j"}) {
    p.values.push_back({.opcode = Opcode::index, .bits = 32});
    const ValueId variable = ValueId(p.values.size()) - 1;
    work.ranges.push_back(
        {.variable = variable, .first = first, .limit = name[0] == 'i' ? last : variable - 1, .name = name});
  }
  b.computation(triangle);
  b.finish();
  Graph graph = unply::sets::derive_graph(b.program);
  unply::sets::recheck(b.program, graph);
  CHECK(graph.assumptions.back() ==
        "1 of 1 exact sets and maps agree with the program at P = 1, 2, 3, 4, 6 and small sizes");
}
