// Programs by hand, for tests: `b.rank()`, `b.less(x, y)`, `b.send(peer, count, "MPI_DOUBLE", tag)`, blocks and loops.
#pragma once
#include "stg/program/program.h"
#include <functional>
#include <string_view>

namespace unply::stg {

// Builds one procedure "main" without formals; values go to the block that is current.
class ProgramBuilder {
public:
  ProgramBuilder();
  ValueId constant(int64_t number, uint8_t bits = 32);
  ValueId predefined(std::string_view name); // "MPI_DOUBLE", "MPI_COMM_WORLD"
  ValueId parameter(const std::string& name);
  ValueId emit(Opcode opcode, std::vector<ValueId> operands, uint8_t bits = 32, int64_t number = 0);
  ValueId operation(Call call, std::vector<Argument> arguments, uint32_t line = 0);
  ValueId rank() { return operation(Call::rank, {{Role::comm, predefined("MPI_COMM_WORLD")}}); }
  ValueId size() { return operation(Call::size, {{Role::comm, predefined("MPI_COMM_WORLD")}}); }
  void send(ValueId peer, ValueId count, std::string_view type, ValueId tag, uint32_t line = 0) {
    message(Call::send, peer, count, type, tag, line);
  }
  void receive(ValueId peer, ValueId count, std::string_view type, ValueId tag, uint32_t line = 0) {
    message(Call::recv, peer, count, type, tag, line);
  }
  void computation(Computation computation);
  ValueId less(ValueId a, ValueId b) { return emit(Opcode::slt, {a, b}, 1); }
  template <class F> void when(ValueId condition, F body) { // if (condition) body
    const BlockId yes = new_block(), after = new_block();
    branch(condition, yes, after), go_on_in(yes);
    body();
    jump(after), go_on_in(after);
  }

  BlockId new_block();          // does not become current
  void go_on_in(BlockId block); // it becomes current
  void jump(BlockId to);
  void branch(ValueId condition, BlockId then, BlockId otherwise);
  void finish(); // the current block returns
  // A loop from first below limit by 1, or by another value: makes preheader, header and latch; the body is current
  // afterwards. Returns its variable.
  ValueId begin_loop(const std::string& name, ValueId first, ValueId limit, ValueId step = kNone);
  void end_loop(); // the block behind the loop is current afterwards

  Procedure& procedure() { return program.procedures[0]; }
  Program program;

private:
  struct Open {
    uint32_t loop;
    BlockId header, after;
    ValueId variable, step;
  };
  ValueId add(Value value, bool placed);
  void message(Call call, ValueId peer, ValueId count, std::string_view type, ValueId tag, uint32_t line);
  BlockId current = 0;
  std::vector<Open> open;
};

// for k < how_many { if (rank == 0) send(1, 4 doubles, tag 7) in line 5; else recv(0, 4 doubles, tag 7) in line 6; }
Program stream_of_messages(const std::function<ValueId(ProgramBuilder&)>& how_many);

} // namespace unply::stg
