#include "stg/program/program_file.h"
#include "stg/program/testing/program_builder.h"
#include "stg/run/rank_machine.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace unply::stg;

namespace {

// for k < nb { if (rank > 0) recv(rank - 1, b); work: i < b, j <= i; if (rank < P - 1) send(rank + 1, b); }
Program pipeline() {
  ProgramBuilder b;
  const ValueId rank = b.rank(), size = b.size(), zero = b.constant(0), one = b.constant(1);
  const ValueId nb = b.parameter("nb"), width = b.parameter("b");
  b.begin_loop("k", zero, nb);
  const BlockId receives = b.new_block(), works = b.new_block(), sends = b.new_block(), behind = b.new_block();
  b.branch(b.emit(Opcode::slt, {zero, rank}, 1), receives, works);
  b.go_on_in(receives);
  b.receive(b.emit(Opcode::sub, {rank, one}), width, "MPI_DOUBLE", zero, 11);
  b.jump(works), b.go_on_in(works);
  auto& values = b.procedure().values;
  const auto pure = [&](Value value) {
    values.push_back(std::move(value));
    return ValueId(values.size() - 1);
  };
  const ValueId i = pure({.opcode = Opcode::index, .bits = 32}), j = pure({.opcode = Opcode::index, .bits = 32});
  const ValueId above = pure({.opcode = Opcode::add, .bits = 32, .operands = {i, one}});
  b.computation({.work = {{.ranges = {{.variable = i, .first = zero, .limit = width},
                                      {.variable = j, .first = zero, .limit = above}}}},
                 .place = {.file = 0, .line = 12}});
  b.branch(b.emit(Opcode::slt, {rank, b.emit(Opcode::sub, {size, one})}, 1), sends, behind);
  b.go_on_in(sends);
  b.send(b.emit(Opcode::add, {rank, one}), width, "MPI_DOUBLE", zero, 17);
  b.jump(behind), b.go_on_in(behind);
  b.end_loop();
  b.finish();
  return b.program;
}

std::string steps_of(const Program& program, Bindings bindings, int rank) {
  const auto checked = check_program(program);
  REQUIRE_MESSAGE(checked.has_value(), (checked ? "" : checked.error().what));
  auto world = World::make(program, std::move(bindings), rank);
  REQUIRE(world.has_value());
  std::string text;
  for (;;) {
    const auto step = (*world)->next(rank);
    if (!step) return text + "error: " + step.error().what + " | " + step.error().hint;
    if ((*step)->kind == Step::Kind::end) return text;
    text += (*step)->kind == Step::Kind::computation ? fmt::format("work {}", fmt::join((*step)->iterations, ","))
                                                     : fmt::format("{}", name_of((*step)->call));
    for (const Message& message : (*step)->posts)
      text += fmt::format(" {} {} {}", message.peer, message.bytes, message.tag);
    for (const Completion& done : (*step)->completes) text += fmt::format(" completes {}", done.request);
    text += "; ";
  }
}

} // namespace

TEST_CASE("each rank of a pipeline runs in program order") {
  const Bindings bindings = {.ranks = 3, .values = {{"nb", 2}, {"b", 5}}};
  CHECK(steps_of(pipeline(), bindings, 0) == "work 15; send 1 40 0; work 15; send 1 40 0; ");
  CHECK(steps_of(pipeline(), bindings, 1) == "recv 0 40 0; work 15; send 2 40 0; recv 0 40 0; work 15; send 2 40 0; ");
  CHECK(steps_of(pipeline(), bindings, 2) == "recv 1 40 0; work 15; recv 1 40 0; work 15; ");
  CHECK(steps_of(pipeline(), {.ranks = 3, .values = {{"nb", 2}}}, 0) ==
        "error: a place without debug information: rank 0 of 3: the value of b is not known from the program alone | "
        "give its value: --at b=1");
}

TEST_CASE("what one rank reads and another has computed is found by running that one ahead") {
  // rank 0: n = 7 is broadcast; then rank 0 sends rank + n to rank 1, which receives it and sends it back as a count.
  ProgramBuilder b;
  const ValueId world = b.predefined("MPI_COMM_WORLD"), integer = b.predefined("MPI_INT"), zero = b.constant(0),
                one = b.constant(1);
  const ValueId rank = b.rank(), n = b.emit(Opcode::stack_slot, {}, 64, 4), m = b.emit(Opcode::stack_slot, {}, 64, 4);
  const BlockId first = b.new_block(), all = b.new_block(), left = b.new_block(), right = b.new_block(),
                end = b.new_block();
  b.branch(b.emit(Opcode::eq, {rank, zero}, 1), first, all);
  b.go_on_in(first);
  b.emit(Opcode::store, {b.constant(7), n}, 0);
  b.jump(all), b.go_on_in(all);
  b.operation(
      Call::bcast,
      {{Role::buffer, n}, {Role::count, one}, {Role::datatype, integer}, {Role::root, zero}, {Role::comm, world}});
  const ValueId got = b.emit(Opcode::load, {n}), both = b.emit(Opcode::add, {got, b.constant(100)});
  b.branch(b.emit(Opcode::eq, {rank, zero}, 1), left, right);
  b.go_on_in(left);
  b.emit(Opcode::store, {both, m}, 0);
  const auto message = [&](Call call, ValueId peer, ValueId count) {
    b.operation(call, {{Role::buffer, m},
                       {Role::count, count},
                       {Role::datatype, integer},
                       {Role::peer, peer},
                       {Role::tag, zero},
                       {Role::comm, world}});
  };
  message(Call::send, one, one);
  b.jump(end);
  b.go_on_in(right);
  message(Call::recv, zero, one);
  message(Call::send, zero, b.emit(Opcode::load, {m}));
  b.jump(end), b.go_on_in(end);
  b.finish();
  CHECK(steps_of(b.program, {.ranks = 2}, 1) == "bcast; recv 0 4 0; send 0 428 0; ");
  CHECK(steps_of(b.program, {.ranks = 2}, 0) == "bcast; send 1 4 0; ");
}

TEST_CASE("an unknown number of trips is asked for and counted") {
  ProgramBuilder b;
  const ValueId rank = b.rank(), zero = b.constant(0), data = b.emit(Opcode::unknown, {}, 32);
  b.begin_loop("it", zero, data);
  b.send(b.emit(Opcode::add, {rank, zero}), b.constant(1), "MPI_INT", zero, 5);
  b.end_loop();
  b.finish();
  Block& header = b.procedure().blocks[b.procedure().loops[0].header];
  header.symbol = "T_it", header.loop = 0;
  CHECK(steps_of(b.program, {.ranks = 1, .values = {{"T_it", 3}}}, 0) == "send 0 4 0; send 0 4 0; send 0 4 0; ");
  CHECK(steps_of(b.program, {.ranks = 1}, 0).find("--at T_it=1") != std::string::npos);
}

TEST_CASE("requests are completed by what waits for them; communicators are split by colour") {
  ProgramBuilder b;
  const ValueId world = b.predefined("MPI_COMM_WORLD"), integer = b.predefined("MPI_INT"), zero = b.constant(0),
                one = b.constant(1);
  const ValueId rank = b.rank(), comm = b.emit(Opcode::stack_slot, {}, 64, 8),
                requests = b.emit(Opcode::stack_slot, {}, 64, 16);
  const ValueId color = b.emit(Opcode::srem, {rank, b.constant(2)});
  b.operation(Call::comm_split, {{Role::comm, world},
                                 {Role::color, color},
                                 {Role::key, b.emit(Opcode::sub, {zero, rank})},
                                 {Role::new_comm, comm}});
  const ValueId made = b.emit(Opcode::load, {comm}, 64);
  const ValueId second = b.emit(Opcode::add, {requests, b.constant(8, 64)}, 64);
  for (const auto& [call, at] : {std::pair(Call::irecv, requests), std::pair(Call::isend, second)})
    b.operation(call, {{Role::count, one},
                       {Role::datatype, integer},
                       {Role::peer, one},
                       {Role::tag, zero},
                       {Role::comm, made},
                       {Role::request, at}});
  b.operation(Call::wait_all, {{Role::request_count, b.constant(2)}, {Role::requests, requests}});
  b.finish();
  // Falling keys: member 1 of {4, 2, 0} is 2, that of {3, 1} is 1.
  CHECK(steps_of(b.program, {.ranks = 5}, 0) ==
        "comm_split; irecv 2 4 0; isend 2 4 0; wait_all completes 1 completes 2; ");
  CHECK(steps_of(b.program, {.ranks = 5}, 3) ==
        "comm_split; irecv 1 4 0; isend 1 4 0; wait_all completes 1 completes 2; ");
}

TEST_CASE("a store to an unknown place of an object leaves what other objects hold") {
  ProgramBuilder b;
  const ValueId zero = b.constant(0), one = b.constant(1), wide = b.constant(0, 64), eight = b.constant(8, 64);
  const ValueId kept = b.emit(Opcode::stack_slot, {}, 64, 16), lost = b.emit(Opcode::stack_slot, {}, 64, 16);
  b.emit(Opcode::store, {one, kept}, 0), b.emit(Opcode::store, {one, lost}, 0);
  const ValueId index = b.emit(Opcode::unknown, {}, 64);
  const ValueId scaled = b.emit(Opcode::add, {wide, b.emit(Opcode::mul, {index, eight}, 64)}, 64);
  const ValueId somewhere = b.emit(Opcode::add, {b.emit(Opcode::add, {lost, scaled}, 64), wide}, 64); // + 0: a field
  b.emit(Opcode::store, {zero, somewhere}, 0);
  b.send(one, b.emit(Opcode::load, {kept}), "MPI_INT", zero, 3);
  b.send(one, b.emit(Opcode::load, {lost}), "MPI_INT", zero, 4);
  b.finish();
  const std::string steps = steps_of(b.program, {.ranks = 2}, 0);
  CHECK(steps.starts_with("send 1 4 0; error: "));
  CHECK(steps.find("count_4") != std::string::npos);
}

TEST_CASE("tests find complete what they are told") {
  ProgramBuilder b;
  const ValueId world = b.predefined("MPI_COMM_WORLD"), integer = b.predefined("MPI_INT"), zero = b.constant(0);
  const ValueId requests = b.emit(Opcode::stack_slot, {}, 64, 16), flag = b.emit(Opcode::stack_slot, {}, 64, 4),
                index = b.emit(Opcode::stack_slot, {}, 64, 4);
  const ValueId second = b.emit(Opcode::add, {requests, b.constant(8, 64)}, 64);
  for (const ValueId at : {requests, second})
    b.operation(Call::irecv, {{Role::count, b.constant(1)},
                              {Role::datatype, integer},
                              {Role::peer, zero},
                              {Role::tag, zero},
                              {Role::comm, world},
                              {Role::request, at}});
  b.operation(Call::test, {{Role::request, requests}, {Role::flag_out, flag}});
  b.send(zero, b.emit(Opcode::load, {flag}), "MPI_INT", zero);
  b.operation(Call::test_any, {{Role::request_count, b.constant(2)},
                               {Role::requests, requests},
                               {Role::index_out, index},
                               {Role::flag_out, flag}});
  b.send(zero, b.emit(Opcode::load, {index}), "MPI_INT", b.emit(Opcode::load, {flag}));
  b.operation(Call::wait_some, {{Role::request_count, b.constant(2)},
                                {Role::requests, requests},
                                {Role::index_out, index},
                                {Role::displacements, b.emit(Opcode::stack_slot, {}, 64, 8)}});
  b.finish();
  const auto second_only = [](int, uint64_t request) { return request == 2; };
  CHECK(steps_of(b.program, {.ranks = 1, .is_complete = second_only}, 0) ==
        "irecv 0 4 0; irecv 0 4 0; test; send 0 0 0; test_any completes 2; send 0 4 1; wait_some completes 1; ");
  CHECK(steps_of(b.program, {.ranks = 1}, 0) ==
        "irecv 0 4 0; irecv 0 4 0; test completes 1; send 0 4 0; test_any completes 2; send 0 4 1; wait_some; ");
}
