// Procedures in the form that runs: flat instructions over numbered registers (the first ones are the procedure's
// values), phis turned into moves on the edges, constants and addresses of globals laid into the registers beforehand.
#pragma once
#include "stg/program/program.h"
#include "stg/run/integers.h"
#include "stg/run/memory.h"
#include <array>

namespace unply::stg {

// Opcodes of the program keep their numbers; these come behind them.
enum class Control : uint8_t { jump = uint8_t(Opcode::computation) + 1, branch, returns, stops, move };

struct Instruction {
  uint8_t op = 0;   // Opcode or Control
  uint8_t bits = 0; // of the result; of the stored value
  bool real = false;
  bool plain = false;    // of integers a and b, and known whenever these are: see compute_plain
  bool constant = false; // a plain one whose b is `number`, which all ranks share and a cache therefore holds
  uint32_t to = 0, a = 0, b = 0, c = 0; // registers; jump: a; branch: condition a, targets b and c
  int64_t number = 0;
};

struct OperationSite { // an operation with its arguments by role: register + 1, 0: lacks it
  const Operation* operation = nullptr;
  uint32_t index = 0;
  std::array<uint32_t, size_t(Role::order) + 1> argument = {};
};

struct ComputationSite {
  const Computation* computation = nullptr;
  uint32_t number = 0;                              // among those of all procedures
  std::vector<uint32_t> inputs = {};                // registers that decide its iterations
  std::vector<std::vector<bool>> bounds_inner = {}; // by work and range: its variable is in a bound of an inner range
};

struct Code {
  const Procedure* procedure = nullptr;
  uint32_t number = 0;
  std::vector<Instruction> instructions = {};
  std::vector<int64_t> initial = {}; // of all registers, with which of them are known
  std::vector<uint8_t> initial_known = {};
  std::vector<OperationSite> operations = {};
  std::vector<ComputationSite> computations = {};
  std::vector<std::pair<uint32_t, uint32_t>> formals = {}; // number of the formal, register
  std::vector<uint32_t> actuals = {};                      // of calls: a is the first one here, b their number
  std::vector<uint32_t> trip_counters = {}; // by block: the register that counts the trips of an unknown loop, or 0
};

struct Image { // of a program: what all ranks share
  std::vector<Code> codes = {};
  std::vector<uint64_t> globals = {}; // addresses
  uint32_t computations = 0;          // of all procedures
  Pages pages = {};                   // with the initial values of globals
};
Image make_image(const Program& program);
bool reads_messages(const Program& program); // something that is read can have come with a message
bool messages_tell(const Program& program);  // some receive may be of other data than real numbers, which are not kept

} // namespace unply::stg
