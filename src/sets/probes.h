// Values of a program at given sizes, as its interpreter has them. A probe is a send to nobody that carries the value
// as its tag; it stands in a copy of the program.
#pragma once
#include "stg/program/program.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unply::sets {

// How often a loop runs that goes on while a variable is below a limit, or not above it. Its values may stand in the
// loop, where they are the same each time.
struct TripCount {
  uint32_t loop = stg::kNone;
  stg::ValueId first = stg::kNone, limit = stg::kNone, step = stg::kNone;
  bool with_limit = false;
};

struct Probe { // a value of the program that a name in sets stands for
  uint32_t procedure = stg::kNone;
  stg::ValueId value = stg::kNone;
  stg::ValueId slot = stg::kNone;      // not kNone: the int there, once `value` has written it
  int64_t offset = 0;                  // in the slot, bytes
  std::optional<TripCount> trips = {}; // instead of a value
};
struct Probes {
  std::map<std::string, Probe> values = {};
  std::map<std::string, std::vector<std::string>> products = {}; // names of products: their factors
  std::vector<std::string> sides = {};                           // of the grid of processes: their product is P
};

struct ProbedProgram {
  stg::Program program;
  std::map<std::pair<uint32_t, uint32_t>, std::string> names = {}; // of probes: procedure and operation
};
// Whether the count can be computed before the loop, from what is there and from memory.
bool can_repeat(const stg::Procedure& procedure, const TripCount& count);
ProbedProgram with_probes(const stg::Program& program, const Probes& probes);

// Whether a procedure that is given P and two addresses writes two numbers there whose product is P, for P up to 64.
// The call's operands say which of them are addresses.
bool factors_size(const stg::Program& program, uint32_t procedure, const std::vector<bool>& is_address);

} // namespace unply::sets
