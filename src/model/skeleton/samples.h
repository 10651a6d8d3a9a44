// Measured phases as they come from recordings and tables, before anything is computed from them: one row for each
// phase on each rank. Phases of the skeleton are named call, divide, sequential, exchange and combine; any other name
// is a part of some program (a task region, a loop), which is fitted by itself.
#pragma once
#include "base/result.h"
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace unply {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct PhaseSample {
  std::string phase;
  uint32_t source = 0; // index into Samples::sources
  uint32_t line = 0;   // there; 0 if it has no lines
  uint32_t rank = 0, call = 0, level = 0;
  double bytes = 0;
  double seconds = kUnknown, cpu_seconds = kUnknown;
  std::vector<double> features; // as Samples::names, kUnknown where the phase has none; may be shorter
  double feature(size_t index) const { return index < features.size() ? features[index] : kUnknown; }
};

struct Samples {
  std::vector<std::string> names; // of features; those of work counters begin with "work:"
  std::vector<std::string> sources;
  std::vector<PhaseSample> rows;
  size_t feature(const std::string& name);            // its index, added if it is new
  std::string place(const PhaseSample& sample) const; // "cc.csv:12"
};

inline constexpr const char* kPhaseNames[] = {"call", "divide", "sequential", "exchange", "combine"};
bool is_skeleton_phase(const std::string& name);
inline bool is_work(const std::string& feature) { return feature.starts_with("work:"); }

// Adds the rows of a table: the first line names columns, of which "phase" and either "seconds" or "begin_ns" and
// "end_ns" have to be there; rank, call, level, partner, bytes and cpu_ns may be; every other column is a feature.
// Without a column "call" each row is a call of its own. Cells may be empty.
Result<void> add_csv(Samples& samples, const std::string& text, const std::string& name);

// JSON Lines of Extra-P: {"params": {"p": 4}, "callpath": "main", "metric": "time", "value": 1.5}. Phases are call
// paths; metrics other than time are passed over. skipped: how many.
Result<void> add_extrap(Samples& samples, const std::string& text, const std::string& name, size_t& skipped);
std::string extrap_text(const Samples& samples); // of the rows that have a time

} // namespace unply
