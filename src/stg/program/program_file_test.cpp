#include "stg/program/program_file.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>
#include <functional>
#include <nlohmann/json.hpp>

using namespace unply::stg;

namespace {

Program shift() {
  ProgramBuilder b;
  const ValueId rank = b.rank(), last = b.emit(Opcode::sub, {b.size(), b.constant(1)});
  const ValueId limit = b.parameter("n");
  b.begin_loop("k", b.constant(0), limit);
  const BlockId sends = b.new_block(), behind = b.new_block();
  b.branch(b.emit(Opcode::slt, {rank, last}, 1), sends, behind);
  b.go_on_in(sends);
  b.send(b.emit(Opcode::add, {rank, b.constant(1)}), b.constant(1), "MPI_DOUBLE", b.constant(7), 12);
  b.jump(behind), b.go_on_in(behind);
  b.end_loop();
  b.finish();
  b.program.globals.push_back(
      {.name = "g", .bytes = 16, .initials = {{.offset = 0, .bytes = std::string("\0\xff", 2)}}});
  return b.program;
}

} // namespace

TEST_CASE("a program is read as it was written") {
  const Program program = shift();
  const auto json = json_of(program);
  const auto again = read_program(json);
  REQUIRE_MESSAGE(again.has_value(), again.error().what);
  CHECK(json_of(*again) == json);
  CHECK(again->globals[0].initials[0].bytes == std::string("\0\xff", 2));
  CHECK(again->procedures[0].operations.back().arguments.size() == 5);
}

TEST_CASE("a damaged program is refused with the damage named") {
  const auto refused = [](std::function<void(Program&)> damage) {
    Program program = shift();
    damage(program);
    const auto read = read_program(json_of(program));
    return read ? std::string() : read.error().what;
  };
  CHECK(refused([](Program&) {}) == "");
  CHECK(refused([](Program& p) { p.main = 3; }) == "damaged task graph, main is procedure 3 of 1");
  CHECK(refused([](Program& p) { p.procedures[0].values[5].operands = {900, 900}; }).find("900") != std::string::npos);
  CHECK(refused([](Program& p) { p.procedures[0].blocks[0].then = 77; }).find("block 77") != std::string::npos);
  CHECK(refused([](Program& p) { p.procedures[0].loops[0].parent = 0; }).find("lies in loop 0") != std::string::npos);
  CHECK(refused([](Program& p) {
          p.procedures[0].blocks[0].values.push_back(p.procedures[0].blocks[0].values[0]);
        }).find("stands in two blocks") != std::string::npos);
  CHECK(refused([](Program& p) {
          p.procedures[0].values[p.procedures[0].loops[0].variable].from[0] = 0;
        }).find("other blocks than the predecessors") != std::string::npos);
  CHECK(refused([](Program& p) { p.globals[0].initials[0].offset = 17; }).find("lies outside") != std::string::npos);
}

TEST_CASE("numbers and names of a file are what they must be") {
  auto json = json_of(shift());
  json["main"] = -1;
  CHECK(read_program(json).error().what ==
        "damaged task graph, main: expected a whole number from 0 to 4294967295, found -1");
  json["main"] = 0, json["procedures"][0]["values"][0]["op"] = "jump";
  CHECK(read_program(json).error().what.find("unknown name \"jump\"") != std::string::npos);
  json = json_of(shift()), json["surprise"] = 1;
  CHECK(read_program(json).error().what.find("does not know") != std::string::npos);
}
