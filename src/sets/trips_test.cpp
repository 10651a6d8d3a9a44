// Loops whose step is an input: how often they run is a parameter, and tags that follow their variable are equal in the
// same iteration.
#include "sets/derive_graph.h"
#include "sets/recheck.h"
#include "stg/program/testing/program_builder.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <isl/cpp.h>
#include <memory>

using namespace unply::stg;

namespace {

// for (j = 1; j < n; j += g) { if (rank > 0) receive(rank - 1, tag); if (rank < P - 1) send(rank + 1, tag); }
Program blocks(const std::function<ValueId(ProgramBuilder&, ValueId j)>& sent_tag,
               const std::function<ValueId(ProgramBuilder&, ValueId g)>& step) {
  ProgramBuilder b;
  const ValueId r = b.rank(), p = b.size(), one = b.constant(1), n = b.parameter("n"), g = b.parameter("g");
  const ValueId by = step(b, g), j = b.begin_loop("j", one, n, by);
  const auto message = [&](ValueId condition, bool sends, int64_t offset, ValueId tag) {
    const BlockId yes = b.new_block(), after = b.new_block();
    b.branch(condition, yes, after), b.go_on_in(yes);
    const ValueId peer = b.emit(Opcode::add, {r, b.constant(offset)});
    sends ? b.send(peer, one, "MPI_INT", tag) : b.receive(peer, one, "MPI_INT", tag);
    b.jump(after), b.go_on_in(after);
  };
  message(b.emit(Opcode::slt, {b.constant(0), r}, 1), false, -1, j);
  message(b.emit(Opcode::slt, {b.emit(Opcode::add, {r, one}), p}, 1), true, 1, sent_tag(b, j));
  b.end_loop(), b.finish();
  return b.program;
}
Program blocks() {
  return blocks([](ProgramBuilder&, ValueId j) { return j; }, [](ProgramBuilder&, ValueId g) { return g; });
}

struct Derived {
  std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> owner{isl_ctx_alloc(), isl_ctx_free};
  isl::ctx ctx{owner.get()};
  unply::sets::Probes probes = {};
  Graph graph;
  explicit Derived(const Program& program, void (*damage)(Graph&) = [](Graph&) {}) {
    graph = unply::sets::derive_graph(program, &probes);
    damage(graph);
    unply::sets::recheck(program, graph, probes);
  }
  const Edge& message() const { return *std::ranges::find(graph.edges, EdgeKind::message, &Edge::kind); }
  bool assumes(std::string_view words) const {
    return std::ranges::any_of(graph.assumptions, [&](const std::string& one) { return one.contains(words); });
  }
};

} // namespace

TEST_CASE("a loop that grows by an input runs a number of times that is a parameter, compared with the program") {
  const Derived derived(blocks());
  CHECK(derived.message().tier == Tier::exact);
  CHECK(isl::map(derived.ctx, derived.message().map)
            .is_equal(isl::map(derived.ctx, "[P, T_j] -> { [r, j] -> [r + 1, j] : 0 <= r < P - 1 and 0 <= j < T_j }")));
  CHECK(derived.graph.unmatched_complete);
  CHECK(derived.assumes("g is at least 1"));
  CHECK(derived.assumes("3 of 3 exact sets and maps agree"));
}

TEST_CASE("one iteration too many is refused") {
  const Derived wrong(blocks(), [](Graph& graph) {
    for (Edge& edge : graph.edges)
      if (edge.kind == EdgeKind::message)
        edge.map = "[P, T_j] -> { [r, j] -> [r + 1, j] : 0 <= r < P - 1 and 0 <= j <= T_j }";
  });
  CHECK(wrong.message().tier == Tier::evaluable);
}

TEST_CASE("tags that are not affine meet only where both sides have the same one") {
  const Derived derived(blocks([](ProgramBuilder& b, ValueId j) { return b.emit(Opcode::add, {j, b.constant(1)}); },
                               [](ProgramBuilder&, ValueId g) { return g; }));
  CHECK(derived.message().tier == Tier::evaluable);
  CHECK(derived.message().reason == "tags are not affine");
  CHECK_FALSE(derived.graph.unmatched_complete);
}

TEST_CASE("a step that differs from process to process gives no parameter") {
  const Derived derived(blocks([](ProgramBuilder&, ValueId j) { return j; },
                               [](ProgramBuilder& b, ValueId g) { return b.emit(Opcode::add, {g, b.rank()}); }));
  CHECK(derived.message().tier == Tier::evaluable);
}
