// Messages of persistent operations stand where their requests are started.
#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <isl/cpp.h>
#include <memory>

using namespace unply::stg;

namespace {

enum class Variant { plain, started_twice, described_twice };

// A shift to the left: what the neighbours send and receive is described once, and started in each step.
Program started_shift(Variant variant) {
  ProgramBuilder b;
  const ValueId r = b.rank(), p = b.size(), one = b.constant(1), tag = b.constant(4), none = b.constant(-2);
  const ValueId requests = b.emit(Opcode::stack_slot, {}, 64, 16), type = b.predefined("MPI_DOUBLE");
  const ValueId second = b.emit(Opcode::add, {requests, b.constant(8, 64)}, 64);
  const ValueId right = b.emit(Opcode::add, {r, one});
  const ValueId below =
      b.emit(Opcode::select, {b.emit(Opcode::slt, {b.constant(0), r}, 1), b.emit(Opcode::sub, {r, one}), none});
  const ValueId above = b.emit(Opcode::select, {b.emit(Opcode::slt, {right, p}, 1), right, none});
  const auto describe = [&](Call call, ValueId peer, ValueId request) {
    b.operation(call, {{Role::count, one},
                       {Role::datatype, type},
                       {Role::peer, peer},
                       {Role::tag, tag},
                       {Role::comm, b.predefined("MPI_COMM_WORLD")},
                       {Role::request, request}});
  };
  describe(Call::recv_init, above, requests);
  describe(Call::send_init, below, second);
  if (variant == Variant::described_twice) describe(Call::send_init, below, second);
  b.begin_loop("t", b.constant(0), b.parameter("steps"));
  if (variant == Variant::started_twice) {
    b.operation(Call::start, {{Role::request, second}});
    b.operation(Call::start, {{Role::request, requests}});
  } else {
    b.operation(Call::start_all, {{Role::request_count, b.constant(2)}, {Role::requests, requests}});
  }
  b.operation(Call::wait_all, {{Role::request_count, b.constant(2)}, {Role::requests, requests}});
  b.end_loop(), b.finish();
  return b.program;
}

struct StartedGraph {
  std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner{isl_ctx_alloc(), isl_ctx_free};
  isl::ctx ctx{owner.get()};
  Graph graph;
  std::vector<Edge> messages, completions;
  explicit StartedGraph(Variant variant, void (*damage)(Graph&) = [](Graph&) {}) {
    const Program program = started_shift(variant);
    graph = unply::sets::derive_graph(program);
    damage(graph);
    unply::sets::recheck(program, graph);
    for (const Edge& edge : graph.edges) {
      if (edge.kind == EdgeKind::message) messages.push_back(edge);
      if (edge.kind == EdgeKind::completion) completions.push_back(edge);
    }
  }
  bool is_shift(const Edge& edge) {
    const isl::map shift(ctx, "[P, steps] -> { [p, t] -> [p - 1, t] : 0 < p < P and 0 <= t < steps }");
    return edge.tier == Tier::exact && isl::map(ctx, edge.map).is_equal(shift);
  }
  std::string name(uint32_t node) const { return graph.nodes[node].name; }
};

} // namespace

TEST_CASE("persistent operations send where they are started, all at once or one by one") {
  StartedGraph all(Variant::plain);
  REQUIRE(all.messages.size() == 1);
  CHECK(all.is_shift(all.messages[0]));
  CHECK(all.name(all.messages[0].source) == "start_all");
  CHECK(all.completions.size() == 2);
  for (const Edge& edge : all.completions) CHECK(edge.tier == Tier::exact);
  CHECK(all.graph.unmatched_complete);
  CHECK(all.graph.assumptions.back().starts_with("3 of 3 exact sets and maps agree"));
  for (const Node& node : all.graph.nodes) CHECK(node.instances.tier == Tier::exact);

  StartedGraph each(Variant::started_twice);
  REQUIRE(each.messages.size() == 1);
  CHECK(each.is_shift(each.messages[0]));
  CHECK(each.messages[0].source < each.messages[0].target);
}

TEST_CASE("a wrong map of a persistent operation is refused") {
  StartedGraph wrong(Variant::plain, [](Graph& graph) {
    for (Edge& edge : graph.edges)
      if (edge.kind == EdgeKind::message)
        edge.map = "[P, steps] -> { [p, t] -> [p - 1, t] : 0 < p < P and 0 < t < steps }";
  });
  CHECK(wrong.messages[0].tier == Tier::evaluable);
}

TEST_CASE("where two operations may have left the request that is started, no map is exact") {
  StartedGraph twice(Variant::described_twice);
  for (const Edge& edge : twice.messages) CHECK(edge.tier == Tier::evaluable);
  CHECK_FALSE(twice.graph.unmatched_complete);
}
