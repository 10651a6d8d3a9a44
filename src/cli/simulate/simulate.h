// What the verb `simulate` found, and how it is printed.
#pragma once
#include "collect/simgrid_run.h"
#include "collect/simulated_phases.h"

namespace unply {

struct SimulationOutcome {
  unsigned processes = 0;
  double seconds = 0; // of the whole program
  std::vector<SimulatedCall> calls;
};

struct SimulateAnswer {
  std::string platform, simgrid;
  double host_speed = 0;
  bool measured_compute = false;
  std::vector<std::string> program;
  std::string phases_file;
  std::vector<SimulationOutcome> runs;
};

std::string simulate_text(const SimulateAnswer& answer);
std::string simulate_json(const SimulateAnswer& answer);

} // namespace unply
