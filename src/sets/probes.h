// Values of a program at given sizes, as its interpreter has them. A probe is a send to nobody that carries the value
// as its tag; it stands in a copy of the program.
#pragma once
#include "stg/program/program.h"
#include <map>
#include <string>
#include <vector>

namespace unply::sets {

struct Probe { // a value of the program that a name in sets stands for
  uint32_t procedure = stg::kNone;
  stg::ValueId value = stg::kNone;
  stg::ValueId slot = stg::kNone; // not kNone: the int there, once `value` has written it
  int64_t offset = 0;             // in the slot, bytes
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
ProbedProgram with_probes(const stg::Program& program, const Probes& probes);

// Whether a procedure that is given P and two addresses writes two numbers there whose product is P, for P up to 64.
// The call's operands say which of them are addresses.
bool factors_size(const stg::Program& program, uint32_t procedure, const std::vector<bool>& is_address);

} // namespace unply::sets
