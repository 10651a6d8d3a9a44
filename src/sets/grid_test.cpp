// Grids of processes: their sets and maps by isl's equality, against the program, and damaged.
#include "sets/derive_graph.h"
#include "sets/grid.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace unply::stg;
using unply::sets::Factors;

namespace {

struct GridProgram : ProgramBuilder {
  ValueId r = rank(), p = size();
  ValueId number(int64_t n) { return constant(n); }
  ValueId add(ValueId a, ValueId b) { return emit(Opcode::add, {a, b}); }
  ValueId sub(ValueId a, ValueId b) { return emit(Opcode::sub, {a, b}); }
  ValueId mul(ValueId a, ValueId b) { return emit(Opcode::mul, {a, b}); }
  ValueId over(ValueId a, ValueId b) { return emit(Opcode::sdiv, {a, b}); }
  ValueId rest(ValueId a, ValueId b) { return emit(Opcode::srem, {a, b}); }
  ValueId equal(ValueId a, ValueId b) { return emit(Opcode::eq, {a, b}, 1); }
  void stop_unless_size_is(ValueId product) {
    const BlockId stop = new_block(), after = new_block();
    branch(emit(Opcode::ne, {product, p}, 1), stop, after);
    procedure().blocks[stop].stops = true;
    go_on_in(after);
  }
  void send_to(ValueId peer, int64_t tag) { send(peer, number(1), "MPI_INT", number(tag)); }
  void receive_from(ValueId peer, int64_t tag) { receive(peer, number(1), "MPI_INT", number(tag)); }
};

struct GridGraph {
  std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner{isl_ctx_alloc(), isl_ctx_free};
  isl::ctx ctx{owner.get()};
  unply::sets::Probes probes = {};
  Graph graph;
  explicit GridGraph(const Program& program, void (*damage)(Graph&) = [](Graph&) {}) {
    graph = unply::sets::derive_graph(program, &probes);
    damage(graph);
    unply::sets::recheck(program, graph, probes);
  }
  const Node& node(std::string_view name, size_t skip = 0) {
    for (const Node& one : graph.nodes)
      if (one.name == name && skip-- == 0) return one;
    FAIL("no node " << name);
    return graph.nodes[0];
  }
  std::vector<Edge> messages() {
    std::vector<Edge> edges;
    for (const Edge& edge : graph.edges)
      if (edge.kind == EdgeKind::message) edges.push_back(edge);
    return edges;
  }
  bool is_set(const Node& one, const std::string& set) {
    return one.instances.tier == Tier::exact && isl::set(ctx, one.instances.set).is_equal(isl::set(ctx, set));
  }
  bool is_map(const Edge& edge, const std::string& map) {
    return edge.tier == Tier::exact && isl::map(ctx, edge.map).is_equal(isl::map(ctx, map));
  }
  bool assumes(std::string_view words) {
    return std::ranges::any_of(graph.assumptions, [&](const std::string& one) { return one.contains(words); });
  }
};

// To the neighbour below in each plane, and to the one diagonally across all three sides.
Program three_sides(bool rank_first) {
  GridProgram b;
  const ValueId nx = b.parameter("nx"), ny = b.parameter("ny"), nz = b.parameter("nz");
  const ValueId plane = b.mul(nx, ny);
  b.stop_unless_size_is(b.mul(plane, nz));
  const ValueId z = b.over(b.r, plane);
  const ValueId in_plane = rank_first ? b.rest(b.r, plane) : b.sub(b.r, b.mul(z, plane));
  const ValueId x = b.rest(rank_first ? b.r : in_plane, nx);
  const ValueId y = rank_first ? b.rest(b.over(b.r, nx), ny) : b.over(in_plane, nx);
  const ValueId zero = b.number(0), one = b.number(1);
  b.when(b.less(zero, z), [&] { b.send_to(b.sub(b.r, plane), 1); });
  b.when(b.less(z, b.sub(nz, one)), [&] { b.receive_from(b.add(b.r, plane), 1); });
  const ValueId across = b.add(b.add(plane, nx), one);
  b.when(b.less(zero, x),
         [&] { b.when(b.less(zero, y), [&] { b.when(b.less(zero, z), [&] { b.send_to(b.sub(b.r, across), 2); }); }); });
  b.when(b.less(x, b.sub(nx, one)), [&] {
    b.when(b.less(y, b.sub(ny, one)),
           [&] { b.when(b.less(z, b.sub(nz, one)), [&] { b.receive_from(b.add(b.r, across), 2); }); });
  });
  b.finish();
  return b.program;
}

Program torus() { // to the left and up, around the ends
  GridProgram b;
  const ValueId px = b.parameter("px"), py = b.over(b.p, px), one = b.number(1);
  const ValueId x = b.rest(b.r, px), y = b.over(b.r, px);
  b.send_to(b.add(b.rest(b.add(b.sub(x, one), px), px), b.mul(y, px)), 1);
  b.receive_from(b.add(b.rest(b.add(x, one), px), b.mul(y, px)), 1);
  b.send_to(b.add(x, b.mul(b.rest(b.add(b.sub(y, one), py), py), px)), 2);
  b.receive_from(b.add(x, b.mul(b.rest(b.add(y, one), py), px)), 2);
  b.finish();
  return b.program;
}

Program corners(int64_t least) { // the first process of a grid to the last one, where P is at least `least`
  GridProgram b;
  const ValueId px = b.parameter("px"), x = b.rest(b.r, px), y = b.over(b.r, px), zero = b.number(0);
  const ValueId last = b.sub(b.p, b.number(1));
  b.when(b.emit(Opcode::sle, {b.number(least), b.p}, 1), [&] {
    b.when(b.equal(x, zero), [&] { b.when(b.equal(y, zero), [&] { b.send_to(last, 1); }); });
    b.when(b.equal(b.r, last), [&] { b.receive_from(zero, 1); });
  });
  b.finish();
  return b.program;
}

} // namespace

TEST_CASE("a grid of three sides, told by remainders of the rank or by what is left of it") {
  for (const bool rank_first : {true, false}) {
    GridGraph grid(three_sides(rank_first));
    CHECK(grid.assumes("P = nx * ny * nz"));
    CHECK(grid.is_set(grid.node("send"), "[nx, ny, nz] -> { [x, y, z] : 0 <= x < nx and 0 <= y < ny and 0 < z < nz }"));
    const auto messages = grid.messages();
    REQUIRE(messages.size() == 2);
    CHECK(grid.is_map(messages[0],
                      "[nx, ny, nz] -> { [x, y, z] -> [x, y, z - 1] : 0 <= x < nx and 0 <= y < ny and 0 < z < nz }"));
    CHECK(grid.is_map(messages[1], "[nx, ny, nz] -> { [x, y, z] -> [x - 1, y - 1, z - 1] : "
                                   "0 < x < nx and 0 < y < ny and 0 < z < nz }"));
    CHECK(grid.graph.unmatched_complete);
    CHECK(grid.graph.events.at(1).vector == std::vector<int64_t>{-1, -1, -1});
    CHECK(grid.assumes("6 of 6 exact sets and maps agree with the program at P = 1, 2, 3, 4, 6, 8, 12"));
  }
}

TEST_CASE("a damaged set of a grid is refused, for one of its sides is given to the program") {
  GridGraph wrong(three_sides(true), [](Graph& graph) {
    for (Node& node : graph.nodes)
      if (node.name == "send" && node.instances.set.contains("z"))
        node.instances.set = "[nx, ny, nz] -> { [x, y, z] : 0 <= x < nx and 0 <= y < ny and 0 <= z < nz }";
  });
  CHECK(wrong.node("send").instances.tier == Tier::evaluable);
}

TEST_CASE("a torus: the last column's neighbour is the first one") {
  GridGraph grid(torus());
  const auto messages = grid.messages();
  REQUIRE(messages.size() == 2);
  CHECK(grid.is_map(messages[0], "[px, rows] -> { [x, y] -> [x - 1, y] : 0 < x < px and 0 <= y < rows; "
                                 "[0, y] -> [px - 1, y] : px > 0 and 0 <= y < rows }"));
  CHECK(grid.is_map(messages[1], "[px, rows] -> { [x, y] -> [x, y - 1] : 0 <= x < px and 0 < y < rows; "
                                 "[x, 0] -> [x, rows - 1] : 0 <= x < px and rows > 0 }"));
  CHECK(grid.graph.unmatched_complete);
  REQUIRE(grid.graph.events.size() == 2);
  CHECK(grid.graph.events[0].pattern == Pattern::circular_shift);
  CHECK(grid.graph.events[0].text == "circular shift by (-1, +0)");
  CHECK(grid.graph.events[1].vector == std::vector<int64_t>{0, -1});
}

TEST_CASE("the first and the last rank have places in a grid; other conditions on P are no sets of places") {
  GridGraph two(corners(2));
  REQUIRE(two.messages().size() == 1);
  CHECK(two.is_map(two.messages()[0], "[px, rows] -> { [0, 0] -> [px - 1, rows - 1] : px > 0 and rows > 0 and "
                                      "(px > 1 or rows > 1) }"));
  GridGraph five(corners(5));
  CHECK(five.node("send").instances.tier == Tier::evaluable);
  for (const Edge& edge : five.messages()) CHECK(edge.tier == Tier::evaluable);
}

TEST_CASE("divisors of a rank form a chain") {
  unply::sets::GridFacts facts;
  CHECK(facts.add_divisor({"a", "b"}));
  CHECK_FALSE(facts.add_divisor({"c"}));
  CHECK(facts.add_divisor({"a"}));
  CHECK(facts.divisors == std::vector<Factors>{{"a"}, {"a", "b"}});
  CHECK_FALSE(facts.add_divisor({"a", "b", "c"}));
}
