// Tasks that depend on each other, by hand; sets and maps are compared by isl's equality.
#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>
#include <isl/cpp.h>

using namespace unply::stg;

namespace {

constexpr int64_t kIn = 1, kOut = 3;

// for (i = 1; i < n; i++) a task with in: a[i - distance], out: a[i], of 8 bytes each; then a barrier. `outer`: how
// often all of this, in regions of their own.
Program chain(int64_t distance, bool outer = false) {
  ProgramBuilder b;
  b.program.mpi.clear();
  const ValueId n = b.parameter("n");
  const ValueId memory = b.emit(Opcode::stack_slot, {}, 64, 8000);
  if (outer) b.begin_loop("t", b.constant(0), b.parameter("steps"));
  b.operation(Call::omp_parallel, {}, 3);
  b.procedure().operations.back().name = "parallel";
  b.operation(Call::omp_single, {}, 4);
  b.procedure().operations.back().name = "single";
  const ValueId i = b.begin_loop("i", b.constant(1), n);
  const auto element = [&](int64_t before) {
    const ValueId at = b.emit(Opcode::sext, {b.emit(Opcode::sub, {i, b.constant(before)})}, 64);
    return b.emit(Opcode::add, {memory, b.emit(Opcode::mul, {at, b.constant(8, 64)}, 64)}, 64);
  };
  const ValueId bytes = b.constant(8, 64), in = element(distance), out = element(0);
  b.operation(Call::omp_task,
              {{Role::depend_address, in},
               {Role::depend_bytes, bytes},
               {Role::depend_kind, b.constant(kIn, 64)},
               {Role::depend_address, out},
               {Role::depend_bytes, bytes},
               {Role::depend_kind, b.constant(kOut, 64)}},
              6);
  b.operation(Call::omp_end, {});
  b.end_loop();
  b.operation(Call::omp_end, {});
  b.operation(Call::omp_barrier, {}, 8);
  b.operation(Call::omp_end, {});
  if (outer) b.end_loop();
  b.finish();
  return b.program;
}

Graph rechecked_tasks(const Program& program) {
  unply::sets::Probes probes;
  Graph graph = unply::sets::derive_graph(program, &probes);
  unply::sets::recheck(program, graph, probes);
  return graph;
}

Edge& edge_of(Graph& graph, EdgeKind kind) {
  const auto found =
      std::find_if(graph.edges.begin(), graph.edges.end(), [&](const Edge& e) { return e.kind == kind; });
  REQUIRE(found != graph.edges.end());
  return *found;
}

bool same_map(const std::string& a, const char* b) {
  isl_ctx* owner = isl_ctx_alloc();
  bool same = false;
  {
    const isl::ctx ctx(owner);
    same = isl::map(ctx, a).is_equal(isl::map(ctx, b));
  }
  isl_ctx_free(owner);
  return same;
}

} // namespace

TEST_CASE("each task waits for the one before it: check 10") {
  Graph graph = rechecked_tasks(chain(1));
  const Edge& edge = edge_of(graph, EdgeKind::depend);
  CHECK(edge.tier == Tier::exact);
  CHECK(same_map(edge.map, "[n] -> { [i] -> [i + 1] : 1 <= i <= n - 2 }"));
  CHECK(graph.nodes[edge.source].kind == NodeKind::task);
  CHECK(graph.nodes[edge.source].count.pieces.at(0).polynomial == "n - 1");
  CHECK(same_map(edge_of(graph, EdgeKind::wait).map, "[n] -> { [i] -> [] : 1 <= i < n }"));
}

TEST_CASE("a read before the next write is waited for as well") {
  Graph graph = rechecked_tasks(chain(-1)); // in: a[i + 1], which the next task writes
  CHECK(same_map(edge_of(graph, EdgeKind::depend).map, "[n] -> { [i] -> [i + 1] : 1 <= i <= n - 2 }"));
  Graph far = rechecked_tasks(chain(3));
  CHECK(same_map(edge_of(far, EdgeKind::depend).map, "[n] -> { [i] -> [i + 3] : 1 <= i <= n - 4 }"));
}

TEST_CASE("tasks of two regions do not depend on each other") {
  Graph graph = rechecked_tasks(chain(1, true));
  const Edge& edge = edge_of(graph, EdgeKind::depend);
  CHECK(edge.tier == Tier::exact);
  CHECK(same_map(edge.map, "[n, steps] -> { [t, i] -> [t, i + 1] : 0 <= t < steps and 1 <= i <= n - 2 }"));
}

TEST_CASE("a map of dependences that is wrong is no longer exact") {
  const Program program = chain(1);
  Graph graph = unply::sets::derive_graph(program);
  edge_of(graph, EdgeKind::depend).map = "[n] -> { [i] -> [i + 1] : 1 <= i <= n - 3 }";
  unply::sets::recheck(program, graph);
  const Edge& edge = edge_of(graph, EdgeKind::depend);
  CHECK(edge.tier == Tier::evaluable);
  CHECK(edge.reason.find("such pairs of tasks and the map") != std::string::npos);
}

TEST_CASE("a dependence that no map has is added as one that is not exact") {
  const Program program = chain(1);
  Graph graph = unply::sets::derive_graph(program);
  std::erase_if(graph.edges, [](const Edge& edge) { return edge.kind == EdgeKind::depend; });
  for (uint32_t i = 0; i < graph.edges.size(); ++i) graph.edges[i].id = i;
  unply::sets::recheck(program, graph);
  CHECK(edge_of(graph, EdgeKind::depend).tier == Tier::evaluable);
}

TEST_CASE("an address that is data has no map, and the edge says why") {
  Program program = chain(1);
  for (Value& value : program.procedures[0].values)
    if (value.opcode == Opcode::sext) value = {.opcode = Opcode::unknown, .bits = 64};
  Graph graph = unply::sets::derive_graph(program);
  const Edge& edge = edge_of(graph, EdgeKind::depend);
  CHECK(edge.tier == Tier::evaluable);
  CHECK(edge.map.empty());
  CHECK(edge.reason == "the address in the depend clause of line 6 is not affine");
}
