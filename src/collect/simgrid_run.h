// A program that smpicc or smpicxx built, run under SimGrid by smpirun with the options that its time needs to be
// right.
#pragma once
#include "base/result.h"
#include "collect/streamed_program.h"
#include <filesystem>
#include <optional>

namespace unply {

struct SimgridOptions {
  std::string platform;           // an XML file
  std::string host_file;          // "": the hosts of the platform in the order of its file
  double host_speed = 0;          // flop/s by which charged seconds become work; 0: that of the platform's first host
  bool measure_compute = false;   // time of computing on this machine counts; without, only charged seconds
  std::vector<std::string> extra; // words for smpirun, such as --cfg=...
};

struct SimgridHosts {
  std::vector<std::string> names; // of the ranks
  double speed = 0;
};

// For how many processes there are hosts, and their speed.
Result<SimgridHosts> simgrid_hosts(const SimgridOptions& options, unsigned processes);

// Fails, with a hint, unless it is an executable that is linked to SimGrid.
Result<void> check_simulated_program(const std::string& program);

struct SimulatedEnd {
  StreamedEnd end;
  std::optional<double> seconds; // simulated, from the start of the ranks to their end; empty if SimGrid did not say so
};

// scratch: takes the host file and SimGrid's own files. take: lines of the program and of SimGrid, without those that
// say the simulated time.
Result<SimulatedEnd> run_simulated(const SimgridOptions& options, unsigned processes,
                                   const std::vector<std::string>& words, const std::vector<std::string>& variables,
                                   const std::filesystem::path& scratch, const LineTaker& take);

std::string simgrid_version(); // "3.32"; empty if there is no smpirun

} // namespace unply
