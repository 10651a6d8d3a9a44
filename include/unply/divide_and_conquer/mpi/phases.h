// Phases of a simulated program: built by smpicxx and run under SimGrid, a program is not recorded by `unply record`.
// Its phases go to the file that the environment variable UNPLY_PHASES names, as CSV for `unply fit`, one row each:
//
//   rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns,NAME...       a column for each feature
//
// Times are simulated. A phase reads two clocks at either end, as a recording does, and each reading costs the 10 ns
// that SimGrid's option smpi/wtime says. All ranks are one process and take turns, so that rows need no lock, and come
// in the same order in each run.
#ifndef UNPLY_DIVIDE_AND_CONQUER_MPI_PHASES_H
#define UNPLY_DIVIDE_AND_CONQUER_MPI_PHASES_H

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../annotate_abi.h"

namespace unply::mpi::detail {

struct SimulatedPhase {
  unsigned kind = 0, level = 0;
  int partner = -1;
  unsigned long long bytes = 0;
  double wall_begin = 0, wall_end = 0, cpu_begin = 0, cpu_end = 0; // seconds
  std::vector<std::pair<std::string, double>> features;
};

// The file of all ranks. A feature that a later call adds becomes a further column; rows without it leave it empty.
class PhaseFile {
public:
  explicit PhaseFile(std::string path) : path_(std::move(path)) {
    if (is_of_this_run()) read_columns();
  }

  void add(int rank, unsigned call, const std::vector<SimulatedPhase>& phases) {
    add_columns(phases);
    std::ofstream file(path_, std::ios::app);
    for (const SimulatedPhase& phase : phases) file << row(rank, call, phase) << '\n';
    file.close();
    if (!file) throw std::runtime_error("UNPLY_PHASES: cannot write " + path_);
  }

private:
  static constexpr std::string_view kColumns = "rank,call,phase,level,partner,bytes,begin_ns,end_ns,cpu_ns";

  // The environment belongs to the process, which is the whole simulated run; variables belong to a rank. What lies in
  // the file from an earlier run goes.
  bool is_of_this_run() {
    const std::string self = std::to_string(syscall(SYS_getpid)); // getpid() tells the rank's
    const char* begun = std::getenv("UNPLY_PHASES_BEGUN_BY");
    if (begun && begun == self) return true;
    setenv("UNPLY_PHASES_BEGUN_BY", self.c_str(), 1);
    std::ofstream file(path_, std::ios::trunc);
    file << kColumns << '\n';
    file.close();
    if (!file) throw std::runtime_error("UNPLY_PHASES: cannot write " + path_);
    return false;
  }

  void read_columns() {
    std::ifstream file(path_);
    std::string header, name;
    std::getline(file, header);
    if (header.size() <= kColumns.size()) return;
    std::istringstream names(header.substr(kColumns.size() + 1));
    while (std::getline(names, name, ',')) names_.push_back(name);
  }

  void add_columns(const std::vector<SimulatedPhase>& phases) {
    const std::size_t before = names_.size();
    for (const SimulatedPhase& phase : phases)
      for (const auto& [name, value] : phase.features)
        if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
    if (names_.size() == before) return;
    std::ifstream old(path_);
    std::ostringstream wider;
    std::string line;
    std::getline(old, line);
    wider << kColumns;
    for (const std::string& name : names_) wider << ',' << name;
    wider << '\n';
    while (std::getline(old, line)) wider << line << std::string(names_.size() - before, ',') << '\n';
    old.close();
    std::ofstream(path_, std::ios::trunc) << wider.str();
  }

  std::string row(int rank, unsigned call, const SimulatedPhase& phase) const {
    static constexpr std::array<const char*, 5> kNames{"call", "divide", "sequential", "exchange", "combine"};
    const bool communicates = phase.kind == 0 || phase.kind == 3; // of these the simulation knows no processor time
    std::ostringstream text;
    text << rank << ',' << call << ',' << kNames[phase.kind] << ',' << phase.level << ',' << phase.partner << ','
         << phase.bytes << ',' << nanoseconds(phase.wall_begin) << ',' << nanoseconds(phase.wall_end) << ','
         << (communicates ? 0 : nanoseconds(phase.cpu_end - phase.cpu_begin));
    for (const std::string& name : names_) {
      text << ',';
      for (const auto& [own, value] : phase.features)
        if (own == name) text << shortest(value);
    }
    return text.str();
  }

  static long long nanoseconds(double seconds) { return std::llround(seconds * 1e9); }
  static std::string shortest(double value) { // that reads back as the same number
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
  }

  std::string path_;
  std::vector<std::string> names_;
};

// Calls of this rank so far. SimGrid loads the program once for each rank; a variable of an inline function or an
// inline variable would nevertheless be one for all of them, unless it is hidden.
inline __attribute__((visibility("hidden"))) unsigned simulated_calls = 0;

// Hears of the phases of one call on one rank, and writes them when the call has ended.
class SimulatedTracing {
public:
  explicit SimulatedTracing(int world_rank) : rank_(world_rank) {
    const char* path = std::getenv("UNPLY_PHASES");
    if (path && *path) path_ = path;
  }
  SimulatedTracing(const SimulatedTracing&) = delete;
  SimulatedTracing& operator=(const SimulatedTracing&) = delete;

  bool active() const noexcept { return !path_.empty(); }

  void begin(const UnplyPhaseInfo& info) const {
    open_.push_back(phases_.size());
    SimulatedPhase& phase = phases_.emplace_back();
    phase.kind = info.phase;
    phase.level = info.level;
    phase.partner = info.partner;
    add_features(phase, info);
    phase.wall_begin = MPI_Wtime();
    phase.cpu_begin = processor_seconds();
  }

  void end(const UnplyPhaseInfo& info) const {
    SimulatedPhase& phase = phases_[open_.back()];
    open_.pop_back();
    phase.wall_end = MPI_Wtime();
    phase.cpu_end = processor_seconds();
    phase.bytes = info.bytes;
    add_features(phase, info);
  }

  void write() const {
    if (!active()) return;
    PhaseFile(path_).add(rank_, simulated_calls++, phases_);
  }

private:
  static double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  static void add_features(SimulatedPhase& phase, const UnplyPhaseInfo& info) {
    for (unsigned at = 0; at < info.features; ++at) phase.features.emplace_back(info.names[at], info.values[at]);
  }

  int rank_;
  std::string path_;
  mutable std::vector<SimulatedPhase> phases_;
  mutable std::vector<std::size_t> open_;
};

} // namespace unply::mpi::detail
#endif
