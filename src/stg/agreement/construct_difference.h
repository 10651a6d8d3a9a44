// How the constructs of OpenMP of a run differ from those of the program, and how many agree.
#pragma once
#include "stg/program/program.h"

namespace unply::stg {

struct ConstructDifference {
  std::string what = {}; // "the dependences of a task"
  std::string program = {}, run = {};
  Place place = {};
  std::string run_site = {};
};

struct ConstructCounts {
  uint64_t tasks = 0, dependences = 0, loops = 0, iterations = 0; // loops: worksharing, with sections
  uint64_t regions = 0, waits = 0;                                // waits: barriers and taskwaits
};

} // namespace unply::stg
