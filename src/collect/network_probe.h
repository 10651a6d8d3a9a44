// Measures what messages cost: a small MPI program is built with the compiler that belongs to the user's launcher,
// started by it, and what it prints becomes the network part of a machine file.
#pragma once
#include "base/result.h"
#include "collect/simgrid_run.h"
#include "sim/network_costs.h"
#include <functional>
#include <optional>

namespace unply {

struct NetworkProbeOptions {
  std::vector<std::string> command;        // "mpirun -np 8"; empty under SimGrid
  std::optional<SimgridOptions> simulated; // by smpicc and smpirun
  unsigned simulated_processes = 0;
  std::string compiler; // "": mpicc from the launcher's folder, or else from PATH
  std::string build_in; // a folder that all hosts see; "": the temporary one
  unsigned repeats = 15;
  uint64_t most_words = 1u << 22;  // of an exchange
  std::vector<unsigned> processes; // the P that are measured; empty: chosen by the probe
  unsigned all_to_all_up_to = 0;   // 0: 64 under SimGrid, else all
  std::function<void(unsigned processes, unsigned of)> progress;
  std::function<void(std::string_view)> said; // lines of the launcher, such as its errors
};

Result<NetworkCosts> measure_network(const NetworkProbeOptions& options);

// The program (C99, MPI 3), and the result of its lines.
extern const char* const kNetworkProbe;

class ProbeOutput {
public:
  bool take(std::string_view line); // any line that the launcher prints; false: it is not the probe's
  bool begun() const { return processes_ > 0; }
  bool ended() const { return ended_; }
  unsigned processes() const { return processes_; }
  unsigned now() const { return now_; } // the P that is measured
  Result<NetworkCosts> costs() const;   // fails unless the output is whole

private:
  struct Point {
    unsigned processes = 0;
    double a = 0, b = 0, low = 0, median = 0, high = 0;
  };
  void take_numbers(std::string_view key, const std::vector<double>& numbers);
  void take_ping_pong(NetworkCosts& costs) const;
  static std::vector<NetworkLine> lines_of(const std::vector<Point>& points);
  std::vector<Point> sizes_, numbers_, exchanges_, pings_;
  Point o_send_, o_recv_, gap_, eager_;
  double free_before_ = 0, free_after_ = 0;
  unsigned processes_ = 0, hosts_ = 0, processors_ = 0, now_ = 0;
  bool simulated_ = false, ended_ = false;
  std::string mpi_, wrong_;
};

// The line y = l + x g through points, each weighted by 1 / y squared, so that short and long messages count alike.
// Neither is below 0.
struct FittedLine {
  double offset = 0, slope = 0, r2 = 1;
};
FittedLine fit_relative(const std::vector<std::pair<double, double>>& points);

} // namespace unply
