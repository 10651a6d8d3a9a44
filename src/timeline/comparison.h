// Compares recordings before and after a change: total times of regions, loops, waits and locks, matched by place, and
// of phases of a skeleton, matched by phase and level.
//
// Places are matched by file, function and, where a function has equally many of the kind on both sides, their order in
// it, else by line: lines move when code above them changes. A difference counts if it is larger than the noise: t x
// the standard error of the difference of means. With several recordings of a side the error is that of their times;
// with one it comes from the variation of its repeated executions and is at least kLeastNoise, because what varies
// from run to run (placement, frequency) does not show within one.
//
// Where the system took cores away, elapsed times say more about other programs than about this one. Active time is
// compared then, and waits, which are for threads without a core too, are left out. A busy machine changes active time
// as well (caches, clock rates, the other half of a core), the more the more it took: kDisturbed of that is noise. Of
// ten recordings of one OpenMP program on two cores at loads of up to 25, which took 10 to 84 %, elapsed times were 63
// % less to 145 % more than those of another, active times up to 10.5 % apart.
#pragma once
#include "timeline/statistics.h"
#include <optional>

namespace unply {

inline constexpr double kLeastNoise = 0.05; // of the time before, with one recording of a side
inline constexpr double kMostTaken = 0.02;  // of the elapsed time, summed over threads: elapsed times are compared
inline constexpr double kDisturbed = 0.25;  // of the time before and the share that the system took
inline constexpr double kEventNs = 25;      // two events, and so an execution, cannot be told to be nearer than this

struct ComparedRun {
  const Trace* tables;
  const RunStatistics* run;
};

enum class ComparedKind : uint8_t { elapsed, region, loop, loop_end, wait, lock, active, phase };
enum class ChangeVerdict : uint8_t {
  same,   // within noise
  faster, // beyond noise
  slower,
  unknown, // no repetition: nothing to tell noise from
  added,   // only after
  removed, // only before
};
const char* name_of(ComparedKind kind);
const char* name_of(ChangeVerdict verdict);

struct SidePlace {
  std::string file, function; // file: base name; of phases function is "level 2"
  uint32_t line = 0;
  bool operator==(const SidePlace&) const = default;
};
struct Change {
  ComparedKind kind;
  Activity activity = Activity::none; // of waits
  SidePlace before, after;
  double before_ns = 0, after_ns = 0; // means of the recordings of a side
  std::optional<double> noise_ns;     // differences up to this say nothing
  ChangeVerdict verdict = ChangeVerdict::unknown;
  double difference_ns() const { return after_ns - before_ns; }
};
struct Comparison {
  Change elapsed; // or active
  bool by_active = false;
  double taken_before = 0, taken_after = 0; // the share of active time that the system took
  size_t too_short = 0;                     // rows left out: executions at the clock's resolution on both sides
  double efficiency_before = 0, efficiency_after = 0;
  std::vector<Change> changes; // by size of the difference
};

// Precondition: no side is empty.
Comparison compare(const std::vector<ComparedRun>& before, const std::vector<ComparedRun>& after);

} // namespace unply
