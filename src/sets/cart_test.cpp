// Cartesian communicators and parts of communicators: partners as maps between the processes of MPI_COMM_WORLD.
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
  ValueId part(Call call, ValueId of, Role how, ValueId what, ValueId key = kNone) {
    const ValueId made = emit(Opcode::stack_slot, {}, 64, 8);
    std::vector<Argument> arguments = {{Role::comm, of}, {how, what}, {Role::new_comm, made}};
    if (key != kNone) arguments.push_back({Role::key, key});
    operation(call, arguments);
    return emit(Opcode::load, {made}, 64);
  }
  ValueId split(ValueId color, ValueId key) {
    return part(Call::comm_split, predefined("MPI_COMM_WORLD"), Role::color, color, key);
  }
  ValueId plus(ValueId a, int64_t number) { return emit(Opcode::add, {a, constant(number)}); }
  template <class F> void when(ValueId condition, F body) {
    const BlockId yes = new_block(), after = new_block();
    branch(condition, yes, after), go_on_in(yes);
    body();
    jump(after), go_on_in(after);
  }
  void message_in(Call call, ValueId comm, ValueId partner) {
    operation(call, {{Role::count, one},
                     {Role::datatype, predefined("MPI_INT")},
                     {call == Call::send ? Role::peer : Role::source, partner},
                     {Role::tag, one},
                     {Role::comm, comm}});
  }
  void pass_on(ValueId comm) { // to the next process of the part, if there is one
    const ValueId me = operation(Call::rank, {{Role::comm, comm}}), all = operation(Call::size, {{Role::comm, comm}});
    when(emit(Opcode::slt, {plus(me, 1), all}, 1), [&] { message_in(Call::send, comm, plus(me, 1)); });
    when(emit(Opcode::slt, {constant(0), me}, 1), [&] { message_in(Call::recv, comm, plus(me, -1)); });
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

TEST_CASE("where steps are longer than one, no map is exact") {
  CartGraph cart(two_sides(2));
  for (const Edge& edge : cart.messages) CHECK(edge.tier == Tier::evaluable);
  CHECK_FALSE(cart.graph.unmatched_complete);
}

TEST_CASE("a side that is given as a number is a parameter with that value") {
  CartGraph cart(two_sides(1, 3));
  CHECK(cart.assumes("5 of 5 exact sets and maps agree"));
  const auto side = std::ranges::find(cart.graph.parameters, "dims_0", &GraphParameter::name);
  REQUIRE(side != cart.graph.parameters.end());
  CHECK(side->text == "dims[0], 3");
  REQUIRE(cart.messages.size() == 2);
  CHECK(cart.is_map(cart.messages[0],
                    "[dims_0, dims_1] -> { [x, y] -> [x, y + 1] : 0 <= x < dims_1 and 0 <= y < dims_0 - 1 }"));
}

TEST_CASE("rows and columns of MPI_Cart_sub") {
  for (const bool row : {true, false}) {
    CartProgram b;
    const ValueId dims = b.ints({0, 0});
    b.operation(Call::dims_create, {{Role::nnodes, b.p}, {Role::ndims, b.constant(2)}, {Role::dims, dims}});
    const ValueId comm = b.part(Call::cart_sub, b.grid(dims, {1, 1}), Role::remain, b.ints({row ? 0 : 1, row ? 1 : 0}));
    b.pass_on(comm), b.shift(comm, 0, 1), b.finish();
    CartGraph cart(b.program);
    CHECK(cart.assumes("7 of 7 exact sets and maps agree"));
    REQUIRE(cart.messages.size() == 2);
    CHECK(cart.is_map(cart.messages[0],
                      row ? "[dims_0, dims_1] -> { [x, y] -> [x + 1, y] : 0 <= x < dims_1 - 1 and 0 <= y < dims_0 }"
                          : "[dims_0, dims_1] -> { [x, y] -> [x, y + 1] : 0 <= x < dims_1 and 0 <= y < dims_0 - 1 }"));
    CHECK(cart.graph.unmatched_complete);
  }
}

TEST_CASE("two sides of three: the next rank is no fixed step, or the part is not known") {
  for (const bool plane : {true, false}) {
    CartProgram b;
    const ValueId dims = b.ints({0, 0, 0});
    b.operation(Call::dims_create, {{Role::nnodes, b.p}, {Role::ndims, b.constant(3)}, {Role::dims, dims}});
    const ValueId keep = plane ? b.ints({0, 1, 1}) : b.ints({1, 0, 1});
    b.pass_on(b.part(Call::cart_sub, b.grid(dims, {0, 0, 0}), Role::remain, keep)), b.finish();
    CartGraph cart(b.program);
    for (const Edge& edge : cart.messages) CHECK(edge.tier == Tier::evaluable);
    CHECK_FALSE(cart.graph.unmatched_complete);
  }
}

TEST_CASE("one colour for each row or column of a grid that the program makes") {
  for (const bool row : {true, false}) {
    CartProgram b;
    const ValueId r = b.rank(), nx = b.parameter("nx");
    const ValueId x = b.emit(Opcode::srem, {r, nx}), y = b.emit(Opcode::sdiv, {r, nx});
    b.pass_on(b.split(row ? y : x, row ? x : r)), b.finish();
    CartGraph cart(b.program);
    CHECK(cart.assumes("P is a multiple of nx"));
    REQUIRE(cart.messages.size() == 1);
    CHECK(cart.is_map(cart.messages[0],
                      row ? "[nx, rows] -> { [x, y] -> [x + 1, y] : 0 <= x < nx - 1 and 0 <= y < rows }"
                          : "[nx, rows] -> { [x, y] -> [x, y + 1] : 0 <= x < nx and 0 <= y < rows - 1 }"));
    CHECK(cart.graph.unmatched_complete);
  }
}

namespace {

// Messages from each process to the next one of its colour, without a grid.
struct ByColor {
  std::string text, map; // of the colour and of the messages
  std::function<ValueId(CartProgram&, ValueId)> color;
};
const ByColor kColors[] = {
    {"rank / 4", "[P] -> { [r] -> [r + 1] : 0 <= r < P - 1 and r mod 4 < 3 }",
     [](CartProgram& b, ValueId r) { return b.emit(Opcode::sdiv, {r, b.constant(4)}); }},
    {"rank % 3", "[P] -> { [r] -> [r + 3] : 0 <= r < P - 3 }",
     [](CartProgram& b, ValueId r) { return b.emit(Opcode::srem, {r, b.constant(3)}); }},
    {"rank < P / 2", "[P] -> { [r] -> [r + 1] : 0 <= r < P - 1 and r + 1 != floor(P / 2) }",
     [](CartProgram& b, ValueId r) {
       const ValueId half = b.emit(Opcode::sdiv, {b.p, b.constant(2)});
       return b.emit(Opcode::select, {b.emit(Opcode::slt, {r, half}, 1), b.constant(0), b.constant(1)});
     }},
    {"rank < 2 ? 5 : MPI_UNDEFINED", "[P] -> { [r = 0] -> [r' = 1] : P >= 2 }", [](CartProgram& b, ValueId r) {
       const ValueId undefined = b.constant(b.program.undefined);
       return b.emit(Opcode::select, {b.emit(Opcode::slt, {r, b.constant(2)}, 1), b.constant(5), undefined});
     }}};

} // namespace

TEST_CASE("processes of one colour, by their ranks") {
  for (const ByColor& one : kColors) {
    CAPTURE(one.text);
    CartProgram b;
    const ValueId r = b.rank(), color = one.color(b, r), comm = b.split(color, b.constant(0));
    b.when(b.emit(Opcode::ne, {color, b.constant(b.program.undefined)}, 1), [&] { b.pass_on(comm); });
    b.finish();
    CartGraph cart(b.program);
    REQUIRE(cart.messages.size() == 1);
    CHECK(cart.is_map(cart.messages[0], one.map));
    CHECK(cart.graph.unmatched_complete);
  }
}

TEST_CASE("a key that turns the order, and colours at unequal steps, leave the communicator unknown") {
  for (const bool turned : {true, false}) {
    CartProgram b;
    const ValueId r = b.rank(),
                  square = b.emit(Opcode::srem, {b.emit(Opcode::sdiv, {r, b.constant(2)}), b.constant(2)});
    b.pass_on(turned ? b.split(b.constant(0), b.emit(Opcode::sub, {b.constant(0), r})) : b.split(square, r));
    b.finish();
    CartGraph cart(b.program);
    for (const Edge& edge : cart.messages) CHECK(edge.tier == Tier::evaluable);
    CHECK_FALSE(cart.graph.unmatched_complete);
  }
}

TEST_CASE("a wrong map between the processes of a part is refused") {
  CartProgram b;
  b.pass_on(b.split(b.emit(Opcode::srem, {b.rank(), b.constant(3)}), b.constant(0))), b.finish();
  CartGraph wrong(b.program, [](Graph& graph) {
    for (Edge& edge : graph.edges)
      if (edge.kind == EdgeKind::message) edge.map = "[P] -> { [r] -> [r + 3] : 0 <= r < P - 2 }";
  });
  REQUIRE(wrong.messages.size() == 1);
  CHECK(wrong.messages[0].tier == Tier::evaluable);
}
