// Programs by hand, each with one fault, and their like without it.
#include "stg/matching/match.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

struct Pair : ProgramBuilder { // rank 0 does one thing, all others another
  ValueId me = rank(), zero = constant(0), one = constant(1), seven = constant(7);
  template <class First, class Others> Program of(First first, Others others) {
    const BlockId root = new_block(), rest = new_block(), behind = new_block();
    branch(emit(Opcode::eq, {me, zero}, 1), root, rest);
    go_on_in(root);
    first(), jump(behind), go_on_in(rest);
    others(), jump(behind), go_on_in(behind);
    finish();
    return program;
  }
  void collective(Call call, uint32_t line, ValueId root) {
    operation(call,
              {{Role::buffer, constant(4096, 64)},
               {Role::count, one},
               {Role::datatype, predefined("MPI_INT")},
               {Role::root, root},
               {Role::comm, predefined("MPI_COMM_WORLD")}},
              line);
  }
};

Matching matched(const Program& program, int ranks, MatchOptions options = {}) {
  const auto result = match(program, {.ranks = ranks}, options);
  REQUIRE_MESSAGE(result.has_value(), result.error().what);
  return *result;
}

const Finding& only(const Matching& matching) {
  REQUIRE(matching.findings.size() == 1);
  return matching.findings[0];
}

} // namespace

TEST_CASE("messages meet in order, and nothing is found") {
  const Matching result = matched(stream_of_messages([](ProgramBuilder& b) { return b.constant(5); }), 2);
  CHECK(result.findings.empty());
  CHECK(result.messages == 5);
}

TEST_CASE("a run that is longer than the limit is cut and blames nobody") {
  const Matching result =
      matched(stream_of_messages([](ProgramBuilder& b) { return b.constant(500); }), 2, {.most_steps = 100});
  CHECK(result.cut);
  CHECK(result.findings.empty());
}

TEST_CASE("a send that nobody receives, a receive that nobody serves, a rank that is not there") {
  Pair unsent, unreceived, far;
  const Program send =
      unreceived.of([&] { unreceived.send(unreceived.one, unreceived.one, "MPI_INT", unreceived.seven, 3); }, [] {});
  CHECK(only(matched(send, 2)).fault == Fault::unmatched_send);
  CHECK(only(matched(send, 1)).fault == Fault::invalid_partner);
  const Program receive = unsent.of([&] { unsent.receive(unsent.one, unsent.one, "MPI_INT", unsent.seven, 4); }, [] {});
  CHECK(only(matched(receive, 2)).fault == Fault::unmatched_receive);
  CHECK(only(matched(receive, 2)).place.line == 4);
}

TEST_CASE("tags, sizes and kinds that differ") {
  const auto between = [](int64_t tag, int64_t room, const char* type) {
    Pair b;
    const ValueId other = b.constant(tag), count = b.constant(room);
    return matched(
        b.of([&] { b.send(b.one, b.one, "MPI_INT", b.seven, 3); }, [&] { b.receive(b.zero, count, type, other, 4); }),
        2);
  };
  CHECK(between(7, 1, "MPI_INT").findings.empty());
  CHECK(between(7, 2, "MPI_INT").findings.empty());
  CHECK(between(7, 4, "MPI_BYTE").findings.empty());
  CHECK(only(between(8, 1, "MPI_INT")).fault == Fault::different_tags);
  CHECK(only(between(7, 0, "MPI_INT")).fault == Fault::truncated);
  const Matching kinds = between(7, 1, "MPI_FLOAT");
  CHECK(only(kinds).fault == Fault::different_types);
  CHECK(only(kinds).detail == "rank 0 sends MPI_INT, and rank 1 receives MPI_FLOAT");
  CHECK(only(kinds).other.line == 4);
}

TEST_CASE("two receives first are a deadlock; two sends first are one only without buffers") {
  Pair stuck, buffered;
  const Program waits = stuck.of(
      [&] {
        stuck.receive(stuck.one, stuck.one, "MPI_INT", stuck.seven, 3),
            stuck.send(stuck.one, stuck.one, "MPI_INT", stuck.seven, 4);
      },
      [&] {
        stuck.receive(stuck.zero, stuck.one, "MPI_INT", stuck.seven, 5),
            stuck.send(stuck.zero, stuck.one, "MPI_INT", stuck.seven, 6);
      });
  for (const Finding& finding : matched(waits, 2).findings) CHECK(finding.fault == Fault::deadlock);
  CHECK(matched(waits, 2).findings.size() == 2);
  const Program sends = buffered.of(
      [&] {
        buffered.send(buffered.one, buffered.one, "MPI_INT", buffered.seven, 3),
            buffered.receive(buffered.one, buffered.one, "MPI_INT", buffered.seven, 4);
      },
      [&] {
        buffered.send(buffered.zero, buffered.one, "MPI_INT", buffered.seven, 5),
            buffered.receive(buffered.zero, buffered.one, "MPI_INT", buffered.seven, 6);
      });
  CHECK(matched(sends, 2).findings.empty());
  CHECK(matched(sends, 2, {.rendezvous = true}).findings.size() == 2);
  CHECK(matched(sends, 2, {.rendezvous = true}).findings[0].fault == Fault::needs_buffers);
}

TEST_CASE("collectives: other roots, other calls, ranks that never come") {
  Pair roots, calls, absent;
  const Program root = roots.of([&] { roots.collective(Call::bcast, 3, roots.zero); },
                                [&] { roots.collective(Call::bcast, 4, roots.one); });
  CHECK(only(matched(root, 3)).fault == Fault::different_roots);
  CHECK(only(matched(root, 3)).ranks == std::set<int>{1, 2});
  const Program call =
      calls.of([&] { calls.collective(Call::bcast, 3, calls.zero); },
               [&] { calls.operation(Call::barrier, {{Role::comm, calls.predefined("MPI_COMM_WORLD")}}, 4); });
  CHECK(only(matched(call, 2)).fault == Fault::different_collectives);
  const Program alone = absent.of([&] { absent.collective(Call::bcast, 3, absent.zero); }, [] {});
  CHECK(only(matched(alone, 2)).fault == Fault::missing_collective);
  CHECK(matched(alone, 1).findings.empty());
}

TEST_CASE("a receive from any source takes what comes") {
  Pair b;
  const ValueId any = b.constant(b.program.any_source);
  const Matching result = matched(b.of([&] { b.receive(any, b.one, "MPI_INT", b.seven, 3); },
                                       [&] { b.send(b.zero, b.one, "MPI_INT", b.seven, 4); }),
                                  2);
  CHECK(result.findings.empty());
  CHECK(result.orders == 1);
}

// Rank 0 receives from any source, and then from rank 1.
TEST_CASE("a fault that only one order of receives from any source shows") {
  Pair b;
  const ValueId any = b.constant(b.program.any_source);
  const Program program =
      b.of([&] { b.receive(any, b.one, "MPI_INT", b.seven, 3), b.receive(b.one, b.one, "MPI_INT", b.seven, 4); },
           [&] { b.send(b.zero, b.one, "MPI_INT", b.seven, 5); });
  const Matching result = matched(program, 3);
  CHECK(result.orders == 2);
  CHECK(result.all_orders);
  REQUIRE(result.findings.size() == 2);
  for (const Finding& finding : result.findings) CHECK(finding.orders == 1);
  CHECK(result.findings[0].fault == Fault::unmatched_receive);
  CHECK(result.findings[0].place.line == 4);
  CHECK(result.findings[1].fault == Fault::unmatched_send);
  CHECK(result.findings[1].ranks == std::set<int>{2});
}

TEST_CASE("all orders up to a limit, and one more from the other end") {
  Pair b;
  const ValueId any = b.constant(b.program.any_source);
  const Program program = b.of(
      [&] {
        b.begin_loop("i", b.one, b.size());
        b.receive(any, b.one, "MPI_INT", b.seven, 3), b.end_loop();
      },
      [&] { b.send(b.zero, b.one, "MPI_INT", b.seven, 4); });
  CHECK(matched(program, 4).orders == 6);
  CHECK(matched(program, 4).all_orders);
  const Matching some = matched(program, 6, {.most_orders = 10});
  CHECK(some.orders == 11);
  CHECK_FALSE(some.all_orders);
}

TEST_CASE("a message that differs in nothing but the tag is not one that a later receive takes") {
  Pair b;
  const ValueId eight = b.constant(8);
  const Matching result = matched(
      b.of([&] { b.receive(b.one, b.one, "MPI_INT", eight, 3), b.receive(b.one, b.one, "MPI_INT", b.seven, 4); },
           [&] { b.send(b.zero, b.one, "MPI_INT", b.seven, 5); }),
      2);
  CHECK(only(result).fault == Fault::unmatched_receive);
  CHECK(only(result).place.line == 3);
}

TEST_CASE("tags, counts and roots that MPI refuses") {
  Pair tag, count, root;
  const ValueId negative = tag.constant(-5), none = count.constant(-1), far = root.constant(9);
  CHECK(matched(tag.of([&] { tag.send(tag.one, tag.one, "MPI_INT", negative, 3); },
                       [&] { tag.receive(tag.zero, tag.one, "MPI_INT", negative, 4); }),
                2)
            .findings.size() == 2);
  const Matching counts = matched(count.of([&] { count.send(count.one, none, "MPI_INT", count.seven, 3); },
                                           [&] { count.receive(count.zero, count.one, "MPI_INT", count.seven, 4); }),
                                  2);
  CHECK(only(counts).fault == Fault::invalid_argument);
  CHECK(only(counts).detail == "rank 0 sends with count -1");
  const Matching roots =
      matched(root.of([&] { root.collective(Call::bcast, 3, far); }, [&] { root.collective(Call::bcast, 3, far); }), 2);
  CHECK(only(roots).fault == Fault::invalid_argument);
}
