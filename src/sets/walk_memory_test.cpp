// Numbers that reach a loop or a partner through memory, compared by isl's equality.
#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <isl/cpp.h>
#include <memory>

using namespace unply::stg;

namespace {

struct WalkedGraph {
  unply::sets::Probes probes;
  Graph graph;
  explicit WalkedGraph(const Program& program) {
    graph = unply::sets::derive_graph(program, &probes);
    unply::sets::recheck(program, graph, probes);
  }
  const Node& node(std::string_view name) const {
    const auto found = std::ranges::find_if(graph.nodes, [&](const Node& one) { return one.name == name; });
    REQUIRE(found != graph.nodes.end());
    return *found;
  }
  bool has(std::string_view name, std::string_view set) const {
    const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
    const isl::ctx ctx(owner.get());
    const InstanceSet& instances = node(name).instances;
    return instances.tier == Tier::exact && isl::set(ctx, instances.set).is_equal(isl::set(ctx, std::string(set)));
  }
  bool assumes(std::string_view text) const {
    return std::ranges::any_of(graph.assumptions, [&](const std::string& one) { return one.starts_with(text); });
  }
};

struct Builder : ProgramBuilder {
  ValueId r = rank(), p = size();
  ValueId slot(const std::string& name) {
    const ValueId made = emit(Opcode::stack_slot, {}, 64, 4);
    procedure().values[made].name = name;
    return made;
  }
  void broadcast(ValueId slot, int64_t count) {
    operation(Call::bcast, {{Role::buffer, slot},
                            {Role::count, constant(count)},
                            {Role::datatype, predefined("MPI_INT")},
                            {Role::root, constant(0)},
                            {Role::comm, predefined("MPI_COMM_WORLD")}});
  }
  void barrier() { operation(Call::barrier, {{Role::comm, predefined("MPI_COMM_WORLD")}}); }
  void barriers_up_to(ValueId slot) {
    begin_loop("i", constant(0), emit(Opcode::load, {slot}));
    barrier();
    end_loop();
  }
};

// Rank 0 reads n, where `checked` only if it is at least 1, and gives it to all.
Program broadcast_size(int64_t count, bool checked, bool two_values) {
  Builder b;
  const ValueId n = b.slot("n");
  b.when(b.emit(Opcode::eq, {b.r, b.constant(0)}, 1), [&] {
    const ValueId given = b.parameter("n");
    if (two_values) b.emit(Opcode::store, {b.constant(3), n}, 0);
    if (checked || two_values)
      b.when(b.emit(Opcode::slt, {b.constant(0), given}, 1), [&] { b.emit(Opcode::store, {given, n}, 0); });
    else
      b.emit(Opcode::store, {given, n}, 0);
  });
  b.broadcast(n, count);
  b.barriers_up_to(n);
  b.finish();
  return b.program;
}

// void split(int r, int* a, int* b) { *a = r < 2 ? 1 : r / `divisor`; *b = r / *a; }, for an r that is even or 1.
Procedure split(int64_t divisor) {
  ProgramBuilder b;
  Procedure& p = b.procedure();
  p.name = "split", p.communicates = false;
  p.formals = {"r", "a", "b"}, p.formal_bits = {32, 64, 64};
  for (int64_t i = 0; i < 3; ++i)
    p.values.push_back({.opcode = Opcode::argument, .bits = uint8_t(i == 0 ? 32 : 64), .number = i});
  const ValueId small = b.emit(Opcode::slt, {0, b.constant(2)}, 1);
  const ValueId half = b.emit(Opcode::sdiv, {0, b.constant(divisor)});
  b.emit(Opcode::store, {b.emit(Opcode::select, {small, b.constant(1), half}), 1}, 0);
  b.emit(Opcode::store, {b.emit(Opcode::sdiv, {0, b.emit(Opcode::load, {1})}), 2}, 0);
  b.finish();
  return b.program.procedures[0];
}

// Each process sends to its right neighbour in a grid whose sides come from a procedure.
Program grid_of_sides(int64_t divisor) {
  Builder b;
  const ValueId columns = b.slot("columns"), rows = b.slot("rows");
  b.emit(Opcode::call, {b.p, columns, rows}, 0, 1);
  const ValueId width = b.emit(Opcode::load, {columns});
  const ValueId x = b.emit(Opcode::srem, {b.r, width}), y = b.emit(Opcode::sdiv, {b.r, width});
  const ValueId above = b.emit(Opcode::sub, {b.emit(Opcode::load, {rows}), b.constant(1)});
  b.when(b.emit(Opcode::slt, {y, above}, 1),
         [&] { b.send(b.emit(Opcode::add, {b.r, width}), b.constant(1), "MPI_INT", b.constant(0)); });
  b.when(b.emit(Opcode::slt, {b.constant(0), y}, 1),
         [&] { b.receive(b.emit(Opcode::sub, {b.r, width}), b.constant(1), "MPI_INT", b.constant(0)); });
  b.when(b.emit(Opcode::slt, {b.constant(0), x}, 1), [&] { b.barrier(); });
  b.finish();
  b.program.procedures.push_back(split(divisor));
  return b.program;
}

} // namespace

TEST_CASE("a broadcast number is the root's input, by its name") {
  const WalkedGraph plain(broadcast_size(1, false, false));
  CHECK(plain.has("barrier", "[n, P] -> { [rank, i] : 0 <= rank < P and 0 <= i < n }"));
  CHECK_FALSE(plain.assumes("n is set before it is broadcast"));
  const WalkedGraph checked(broadcast_size(1, true, false));
  CHECK(checked.has("barrier", "[n, P] -> { [rank, i] : 0 <= rank < P and 0 <= i < n }"));
  CHECK(checked.assumes("n is set before it is broadcast"));
}

TEST_CASE("a broadcast number with two sources is a parameter of its own, which a run can tell") {
  const WalkedGraph two(broadcast_size(1, false, true));
  CHECK(two.has("barrier", "[n_2, P] -> { [rank, i] : 0 <= rank < P and 0 <= i < n_2 }"));
  CHECK(two.assumes("2 of 2 exact sets and maps agree"));
}

TEST_CASE("a broadcast of no element writes nothing") {
  CHECK(WalkedGraph(broadcast_size(0, false, false)).node("barrier").instances.tier != Tier::exact);
}

TEST_CASE("sides of a grid that a procedure computes, whose product is P") {
  const WalkedGraph right(grid_of_sides(1));
  CHECK(right.assumes("P = columns * rows"));
  CHECK(right.has("send", "[columns, rows] -> { [x, y] : 0 <= x < columns and 0 <= y < rows - 1 }"));
  CHECK(right.graph.unmatched_complete);
  CHECK(right.graph.events.at(0).vector == std::vector<int64_t>{0, 1});
  const WalkedGraph wrong(grid_of_sides(2)); // 3 = 1 * 3, but 7 / (7 / 2) = 2
  CHECK_FALSE(wrong.assumes("P = columns * rows"));
}

TEST_CASE("the sides of a condition that depends on data meet again") {
  Builder b;
  const ValueId data = b.emit(Opcode::unknown, {}, 1);
  b.when(data, [&] { b.send(b.constant(-2), b.constant(1), "MPI_INT", b.constant(0)); });
  b.barrier();
  b.finish();
  const WalkedGraph derived(b.program);
  CHECK(derived.has("barrier", "[P] -> { [rank] : 0 <= rank < P }"));
  CHECK(derived.node("send").instances.set.contains(" = 1"));
}

TEST_CASE("a program that ends with exit behind a loop") {
  Builder b;
  const ValueId n = b.parameter("n");
  b.begin_loop("i", b.constant(0), n);
  b.barrier();
  b.end_loop();
  b.operation(Call::finalize, {});
  b.finish();
  for (Block& block : b.procedure().blocks) block.stops |= block.then == kNone;
  CHECK(WalkedGraph(b.program).has("barrier", "[n, P] -> { [rank, i] : 0 <= rank < P and 0 <= i < n }"));
}

TEST_CASE("runs that stop early are not held against the sets") {
  Builder b;
  const ValueId n = b.parameter("n");
  b.when(b.emit(Opcode::slt, {n, b.constant(5)}, 1), [&] { b.operation(Call::finalize, {}); });
  Procedure& p = b.procedure();
  const auto stop = std::ranges::find_if(p.blocks, [&](const Block& block) { return block.values.size() == 1; });
  REQUIRE(stop != p.blocks.end());
  stop->then = kNone, stop->stops = true;
  b.barrier();
  b.finish();
  const WalkedGraph derived(b.program);
  CHECK(derived.has("barrier", "[P] -> { [rank] : 0 <= rank < P }"));
  CHECK(derived.assumes("no process stops early"));
  CHECK(derived.assumes("2 of 2 exact sets and maps agree with the program at P = 1, 2, 3, 4, 6"));
}
