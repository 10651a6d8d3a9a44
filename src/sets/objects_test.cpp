// Memory that is written in one procedure and read in another one.
#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <isl/cpp.h>
#include <memory>

using namespace unply::stg;

namespace {

// A procedure by hand: values in one block that returns.
struct Callee {
  Procedure procedure;
  explicit Callee(const std::string& name, std::vector<uint8_t> formal_bits) {
    procedure.name = name;
    procedure.blocks.emplace_back();
    for (size_t i = 0; i < formal_bits.size(); ++i) {
      procedure.formals.push_back("formal_" + std::to_string(i));
      procedure.values.push_back({.opcode = Opcode::argument, .bits = formal_bits[i], .number = int64_t(i)});
    }
    procedure.formal_bits = std::move(formal_bits);
  }
  ValueId constant(int64_t number) {
    procedure.values.push_back({.opcode = Opcode::constant, .bits = 64, .number = number});
    return ValueId(procedure.values.size()) - 1;
  }
  ValueId emit(Value value) {
    procedure.values.push_back(std::move(value));
    procedure.blocks[0].values.push_back(ValueId(procedure.values.size()) - 1);
    return procedure.blocks[0].values.back();
  }
  ValueId field(int64_t offset) { return emit({.opcode = Opcode::add, .bits = 64, .operands = {0, constant(offset)}}); }
};

enum class Between : uint8_t { nothing, other_field, same_field, any_field, kept };

// An object with two ints: a procedure sets the second one to rank + 1, which is where main sends to.
Program object(Between between) {
  ProgramBuilder b;
  const ValueId r = b.rank(), p = b.size(), one = b.constant(1), tag = b.constant(3);
  const ValueId made = b.emit(Opcode::stack_slot, {}, 64, 8);
  b.emit(Opcode::call, {made, b.emit(Opcode::add, {r, one})}, 0, 1);
  if (between != Between::nothing) b.emit(Opcode::call, {made, r}, 0, 2);
  const ValueId next = b.emit(Opcode::load, {b.emit(Opcode::add, {made, b.constant(4, 64)}, 64)});
  const BlockId sends = b.new_block(), after = b.new_block(), receives = b.new_block(), end = b.new_block();
  b.branch(b.emit(Opcode::slt, {next, p}, 1), sends, after);
  b.go_on_in(sends), b.send(next, one, "MPI_INT", tag), b.jump(after), b.go_on_in(after);
  b.branch(b.emit(Opcode::slt, {b.constant(0), r}, 1), receives, end);
  b.go_on_in(receives), b.receive(b.emit(Opcode::sub, {r, one}), one, "MPI_INT", tag), b.jump(end), b.go_on_in(end);
  b.finish();
  Callee sets("sets", {64, 32});
  sets.emit({.opcode = Opcode::store, .operands = {1, sets.field(4)}});
  Callee other("other", {64, 32});
  if (between == Between::other_field) other.emit({.opcode = Opcode::store, .operands = {1, other.field(0)}});
  if (between == Between::same_field) other.emit({.opcode = Opcode::store, .operands = {1, other.field(4)}});
  if (between == Between::any_field) {
    const ValueId at = other.emit({.opcode = Opcode::sext, .bits = 64, .operands = {1}});
    other.emit({.opcode = Opcode::store,
                .operands = {1, other.emit({.opcode = Opcode::add, .bits = 64, .operands = {0, at}})}});
  }
  if (between == Between::kept) {
    const ValueId kept = other.emit({.opcode = Opcode::stack_slot, .bits = 64, .number = 8});
    other.emit({.opcode = Opcode::store, .operands = {0, kept}});
  }
  b.program.procedures.push_back(std::move(sets.procedure));
  b.program.procedures.push_back(std::move(other.procedure));
  return b.program;
}

bool is_shift(const Program& program) {
  const std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner(isl_ctx_alloc(), isl_ctx_free);
  const isl::ctx ctx(owner.get());
  Graph graph = unply::sets::derive_graph(program);
  unply::sets::recheck(program, graph);
  const auto edge = std::ranges::find(graph.edges, EdgeKind::message, &Edge::kind);
  return edge != graph.edges.end() && edge->tier == Tier::exact &&
         isl::map(ctx, edge->map).is_equal(isl::map(ctx, "[P] -> { [r] -> [r + 1] : 0 <= r < P - 1 }"));
}

} // namespace

TEST_CASE("a field has the value that another procedure stored, as long as nothing may have written it since") {
  CHECK(is_shift(object(Between::nothing)));
  CHECK(is_shift(object(Between::other_field)));
  CHECK_FALSE(is_shift(object(Between::same_field)));
  CHECK_FALSE(is_shift(object(Between::any_field)));
  CHECK_FALSE(is_shift(object(Between::kept)));
}

TEST_CASE("what is sent and received before a loop meets before what the loop sends and receives") {
  ProgramBuilder b;
  const ValueId r = b.rank(), p = b.size(), one = b.constant(1), tag = b.constant(3), n = b.parameter("n");
  const auto exchange = [&] {
    const BlockId sends = b.new_block(), after = b.new_block(), receives = b.new_block(), end = b.new_block();
    b.branch(b.emit(Opcode::slt, {b.emit(Opcode::add, {r, one}), p}, 1), sends, after);
    b.go_on_in(sends), b.send(b.emit(Opcode::add, {r, one}), one, "MPI_INT", tag), b.jump(after), b.go_on_in(after);
    b.branch(b.emit(Opcode::slt, {b.constant(0), r}, 1), receives, end);
    b.go_on_in(receives), b.receive(b.emit(Opcode::sub, {r, one}), one, "MPI_INT", tag), b.jump(end), b.go_on_in(end);
  };
  exchange();
  b.begin_loop("k", b.constant(0), n), exchange(), b.end_loop();
  b.finish();
  Graph graph = unply::sets::derive_graph(b.program);
  unply::sets::recheck(b.program, graph);
  size_t messages = 0;
  for (const Edge& edge : graph.edges)
    if (edge.kind == EdgeKind::message) {
      ++messages;
      CHECK(edge.tier == Tier::exact);
    }
  CHECK(messages == 2);
  CHECK(graph.unmatched_complete);
}
