// Cartesian communicators: neighbours of MPI_Cart_shift as maps between coordinates.
#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <isl/cpp.h>
#include <memory>

using namespace unply::stg;

namespace {

struct CartProgram : ProgramBuilder {
  ValueId p = size(), one = constant(1);
  ValueId ints(std::vector<int64_t> numbers) { // an array on the stack
    const ValueId array = emit(Opcode::stack_slot, {}, 64, int64_t(numbers.size()) * 4);
    for (size_t i = 0; i < numbers.size(); ++i) emit(Opcode::store, {constant(numbers[i]), at(array, i)}, 0);
    return array;
  }
  ValueId at(ValueId array, size_t i) { return emit(Opcode::add, {array, constant(int64_t(i) * 4, 64)}, 64); }
  ValueId load_int(ValueId address) { return emit(Opcode::load, {address}); }
  ValueId grid(ValueId dims, std::vector<int64_t> periods) {
    const ValueId made = emit(Opcode::stack_slot, {}, 64, 8), count = constant(int64_t(periods.size()));
    operation(Call::cart_create, {{Role::comm, predefined("MPI_COMM_WORLD")},
                                  {Role::ndims, count},
                                  {Role::dims, dims},
                                  {Role::periods, ints(periods)},
                                  {Role::reorder, constant(0)},
                                  {Role::new_comm, made}});
    return emit(Opcode::load, {made}, 64);
  }
  void shift(ValueId comm, int64_t direction, int64_t by) { // to the destination, from the source
    const ValueId source = emit(Opcode::stack_slot, {}, 64, 4), destination = emit(Opcode::stack_slot, {}, 64, 4);
    operation(Call::cart_shift, {{Role::comm, comm},
                                 {Role::direction, constant(direction)},
                                 {Role::displacement, constant(by)},
                                 {Role::source_out, source},
                                 {Role::dest_out, destination}});
    const ValueId type = predefined("MPI_INT"), tag = constant(direction);
    operation(Call::sendrecv, {{Role::count, one},
                               {Role::datatype, type},
                               {Role::peer, load_int(destination)},
                               {Role::tag, tag},
                               {Role::recv_count, one},
                               {Role::recv_datatype, type},
                               {Role::source, load_int(source)},
                               {Role::recv_tag, tag},
                               {Role::comm, comm}});
  }
};

// Sides that MPI chooses; a ring along the second one.
Program two_sides(int64_t by, int64_t first_side = 0) {
  CartProgram b;
  const ValueId dims = b.ints({first_side, 0});
  b.operation(Call::dims_create, {{Role::nnodes, b.p}, {Role::ndims, b.constant(2)}, {Role::dims, dims}});
  const ValueId comm = b.grid(dims, {0, 1});
  b.shift(comm, 0, by), b.shift(comm, 1, by);
  b.finish();
  return b.program;
}

struct CartGraph {
  std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner{isl_ctx_alloc(), isl_ctx_free};
  isl::ctx ctx{owner.get()};
  unply::sets::Probes probes = {};
  Graph graph;
  std::vector<Edge> messages;
  explicit CartGraph(const Program& program, void (*damage)(Graph&) = [](Graph&) {}) {
    graph = unply::sets::derive_graph(program, &probes);
    damage(graph);
    unply::sets::recheck(program, graph, probes);
    std::ranges::copy_if(graph.edges, std::back_inserter(messages),
                         [](const Edge& edge) { return edge.kind == EdgeKind::message; });
  }
  bool is_map(const Edge& edge, const std::string& map) {
    return edge.tier == Tier::exact && isl::map(ctx, edge.map).is_equal(isl::map(ctx, map));
  }
  bool assumes(std::string_view words) {
    return std::ranges::any_of(graph.assumptions, [&](const std::string& one) { return one.contains(words); });
  }
};

} // namespace

TEST_CASE("shifts in a Cartesian grid: nobody behind an end, the first process behind the end of a ring") {
  CartGraph cart(two_sides(1));
  CHECK(cart.assumes("P = dims_0 * dims_1"));
  CHECK(cart.assumes("keeps the order of processes"));
  CHECK(cart.assumes("5 of 5 exact sets and maps agree"));
  REQUIRE(cart.messages.size() == 2);
  CHECK(cart.is_map(cart.messages[0],
                    "[dims_0, dims_1] -> { [x, y] -> [x, y + 1] : 0 <= x < dims_1 and 0 <= y < dims_0 - 1 }"));
  CHECK(cart.is_map(cart.messages[1],
                    "[dims_0, dims_1] -> { [x, y] -> [x + 1, y] : 0 <= x < dims_1 - 1 and 0 <= y < dims_0; "
                    "[dims_1 - 1, y] -> [0, y] : dims_1 > 0 and 0 <= y < dims_0 }"));
  CHECK(cart.graph.unmatched_complete);
  CartGraph back(two_sides(-1));
  REQUIRE(back.messages.size() == 2);
  CHECK(back.is_map(back.messages[0],
                    "[dims_0, dims_1] -> { [x, y] -> [x, y - 1] : 0 <= x < dims_1 and 0 < y < dims_0 }"));
}

TEST_CASE("three sides that are inputs, and a coordinate from MPI_Cart_coords") {
  CartProgram c;
  const ValueId sides = c.emit(Opcode::stack_slot, {}, 64, 12), coords = c.emit(Opcode::stack_slot, {}, 64, 12);
  for (const auto& [name, i] : {std::pair{"nz", 0}, {"ny", 1}, {"nx", 2}})
    c.emit(Opcode::store, {c.parameter(name), c.at(sides, size_t(i))}, 0);
  const ValueId comm = c.grid(sides, {0, 0, 0});
  const ValueId me = c.operation(Call::rank, {{Role::comm, comm}});
  c.operation(Call::cart_coords,
              {{Role::comm, comm}, {Role::peer, me}, {Role::ndims, c.constant(3)}, {Role::coords, coords}});
  const BlockId first = c.new_block(), after = c.new_block();
  c.branch(c.emit(Opcode::eq, {c.load_int(c.at(coords, 0)), c.constant(0)}, 1), first, after);
  c.go_on_in(first);
  c.shift(comm, 2, 1);
  c.jump(after), c.go_on_in(after), c.finish();
  CartGraph cart(c.program);
  REQUIRE(cart.messages.size() == 1);
  CHECK(cart.is_map(cart.messages[0], "[nx, ny, nz] -> { [x, y, 0] -> [x + 1, y, 0] : 0 <= x < nx - 1 and "
                                      "0 <= y < ny and nz > 0 }"));
}

TEST_CASE("a wrong map of a Cartesian grid is refused") {
  CartGraph wrong(two_sides(1), [](Graph& graph) {
    for (Edge& edge : graph.edges)
      if (edge.kind == EdgeKind::message && edge.map.contains("dims"))
        edge.map = "[dims_0, dims_1] -> { [x, y] -> [x, y + 1] : 0 <= x < dims_1 and 0 <= y < dims_0 }";
  });
  CHECK(wrong.messages.at(0).tier == Tier::evaluable);
}

TEST_CASE("where a side is given as a number, or steps are longer than one, no map is exact") {
  for (const Program& program : {two_sides(1, 1), two_sides(2)}) {
    CartGraph cart(program);
    for (const Edge& edge : cart.messages) CHECK(edge.tier == Tier::evaluable);
    CHECK_FALSE(cart.graph.unmatched_complete);
  }
}
