// The patterns of messages that derive_graph_test.cpp and grid_test.cpp do not show.
#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

struct Patterns : ProgramBuilder {
  ValueId r = rank(), p = size(), one = constant(1);
  ValueId plus(ValueId a, ValueId b) { return emit(Opcode::add, {a, b}); }
  ValueId minus(ValueId a, ValueId b) { return emit(Opcode::sub, {a, b}); }
  void send_to(ValueId peer, int64_t tag = 1) { send(peer, one, "MPI_INT", constant(tag)); }
  void receive_from(ValueId peer, int64_t tag = 1) { receive(peer, one, "MPI_INT", constant(tag)); }
  // for (d = 1; d < P; d *= 2) body(d)
  template <class F> void doubling(F body) {
    const BlockId before = new_block(), header = new_block(), first = new_block(), latch = new_block(),
                  after = new_block();
    jump(before), go_on_in(before), jump(header), go_on_in(header);
    const ValueId d = emit(Opcode::phi, {one});
    procedure().values[d].from = {before}, procedure().values[d].name = "d";
    branch(less(d, p), first, after);
    go_on_in(first);
    const BlockId begin = BlockId(procedure().blocks.size());
    body(d);
    jump(latch), go_on_in(latch);
    const ValueId next = emit(Opcode::shl, {d, one});
    procedure().values[d].operands.push_back(next), procedure().values[d].from.push_back(latch);
    jump(header), go_on_in(after), finish();
    procedure().loops.push_back({.header = header, .preheader = before, .latch = latch, .name = "d"});
    for (const BlockId block : {header, first, latch}) procedure().blocks[block].loop = 0;
    for (BlockId block = begin; block < procedure().blocks.size(); ++block) procedure().blocks[block].loop = 0;
  }
  Event event() {
    Graph graph = unply::sets::derive_graph(program);
    unply::sets::recheck(program, graph);
    REQUIRE(graph.events.size() == 1);
    return graph.events[0];
  }
};

} // namespace

TEST_CASE("all-to-all: each process sends to all others, the nearest first") {
  Patterns b;
  const ValueId d = b.begin_loop("d", b.one, b.p);
  b.send_to(b.emit(Opcode::srem, {b.plus(b.r, d), b.p}));
  b.receive_from(b.emit(Opcode::srem, {b.plus(b.minus(b.r, d), b.p), b.p}));
  b.end_loop(), b.finish();
  const Event event = b.event();
  CHECK(event.pattern == Pattern::all_to_all);
  CHECK(event.tier == Tier::exact);
}

TEST_CASE("exchange: both neighbours of each process") {
  Patterns b;
  const ValueId zero = b.constant(0), last = b.minus(b.p, b.one);
  b.when(b.less(zero, b.r), [&] { b.send_to(b.minus(b.r, b.one), 1); });
  b.when(b.less(b.r, last), [&] { b.send_to(b.plus(b.r, b.one), 2); });
  b.when(b.less(b.r, last), [&] { b.receive_from(b.plus(b.r, b.one), 1); });
  b.when(b.less(zero, b.r), [&] { b.receive_from(b.minus(b.r, b.one), 2); });
  b.finish();
  const Event event = b.event();
  CHECK(event.pattern == Pattern::exchange);
  CHECK(event.tier == Tier::exact);
}

TEST_CASE("tree: children send to their parents, as in a heap") {
  Patterns b;
  const ValueId two = b.constant(2), left = b.plus(b.emit(Opcode::mul, {b.r, two}), b.one);
  const ValueId child = b.begin_loop("child", left, b.plus(left, two));
  b.when(b.less(child, b.p), [&] { b.receive_from(child); });
  b.end_loop();
  b.when(b.less(b.constant(0), b.r), [&] { b.send_to(b.emit(Opcode::sdiv, {b.minus(b.r, b.one), two})); });
  b.finish();
  const Event event = b.event();
  CHECK(event.pattern == Pattern::tree);
  CHECK(event.tier == Tier::exact);
  CHECK(event.text == "tree of up to 2 children, from children to parents");
}

TEST_CASE("a binomial tree: partners at distances that double, each process on one side of a message") {
  Patterns b;
  b.doubling([&](ValueId d) {
    b.when(b.less(b.r, d), [&] { b.when(b.less(b.plus(b.r, d), b.p), [&] { b.send_to(b.plus(b.r, d)); }); });
    b.when(b.less(b.minus(d, b.one), b.r),
           [&] { b.when(b.less(b.r, b.plus(d, d)), [&] { b.receive_from(b.minus(b.r, d)); }); });
  });
  const Event event = b.event();
  CHECK(event.pattern == Pattern::tree);
  CHECK(event.tier == Tier::evaluable);
  CHECK(event.text == "binomial tree, partner rank + d");
}

TEST_CASE("irregular: partners that no rule gives, and distances that double around a ring") {
  Patterns b;
  b.doubling([&](ValueId d) {
    b.send_to(b.emit(Opcode::srem, {b.plus(b.r, d), b.p}));
    b.receive_from(b.emit(Opcode::srem, {b.plus(b.minus(b.r, d), b.p), b.p}));
  });
  CHECK(b.event().pattern == Pattern::irregular);
  Patterns c;
  const ValueId n = c.parameter("n");
  c.send_to(c.emit(Opcode::srem, {c.emit(Opcode::mul, {c.r, n}), c.p}));
  c.receive_from(c.emit(Opcode::srem, {c.plus(c.r, n), c.p}));
  c.finish();
  CHECK(c.event().pattern == Pattern::irregular);
}

TEST_CASE("gather and scatter: one process meets each of the others") {
  for (const bool gathers : {true, false}) {
    Patterns b;
    const ValueId zero = b.constant(0);
    b.when(b.less(b.r, b.one), [&] {
      const ValueId other = b.begin_loop("other", b.one, b.p);
      gathers ? b.receive_from(other) : b.send_to(other);
      b.end_loop();
    });
    b.when(b.less(zero, b.r), [&] { gathers ? b.send_to(zero) : b.receive_from(zero); });
    b.finish();
    const Event event = b.event();
    CHECK(event.pattern == (gathers ? Pattern::gather : Pattern::scatter));
    CHECK(event.tier == Tier::exact);
  }
}

TEST_CASE("broadcast and reduction are those of collective operations") {
  for (const Call call : {Call::bcast, Call::reduce}) {
    Patterns b;
    b.operation(call, {{Role::count, b.one},
                       {Role::datatype, b.predefined("MPI_INT")},
                       {Role::root, b.constant(0)},
                       {Role::comm, b.predefined("MPI_COMM_WORLD")}});
    b.finish();
    const Event event = b.event();
    CHECK(event.pattern == (call == Call::bcast ? Pattern::broadcast : Pattern::reduction));
    CHECK(event.tier == Tier::exact);
  }
}
