// What threads and tasks cost, for the speedups that the verbs on programs without annotation expect: as in a machine
// file that `unply machine --calibrate` wrote, or as assumed.
#pragma once
#include "base/result.h"
#include "discover/ranking.h"
#include <string>
#include <vector>

namespace unply {

struct MachineFile;

struct ThreadCosts {
  ParallelCosts costs;
  std::string asked;                // the option's value
  std::string file, machine, date;  // file: "" if all costs are assumed
  std::string doubt;                // why the measured ones are inconclusive
  std::vector<std::string> assumed; // what the file does not have
  bool this_machine = false;
  // " --machine FILE", for commands that are to count with the same costs; "" without the option.
  std::string words() const;
};

// Of the option --machine.
inline constexpr const char* kMachineHelp =
    "costs of threads measured by unply machine: a file, or none (default: the saved one)";
// machine: a file, "none", or "" for the saved one if there is any and it is conclusive.
Result<ThreadCosts> thread_costs(const std::string& machine);
ThreadCosts thread_costs_of(const MachineFile& file);
std::string costs_text(const ThreadCosts& costs); // "measured on this machine 2026-11-27"

} // namespace unply
