// What changed between recordings before and after: total times of regions, loops, waits and locks, matched by place.
//
// Places are matched by file, function and, where a function has equally many of the kind on both sides, their order in
// it, else by line: lines move when code above them changes. A difference counts if it is larger than the noise: t x
// the standard error of the difference of means. With several recordings of a side the error is that of their times;
// with one it comes from the variation of its repeated executions and is at least kLeastNoise, because what varies
// from run to run (placement, frequency) does not show within one.
#pragma once
#include "timeline/statistics.h"
#include <optional>

namespace unply {

inline constexpr double kLeastNoise = 0.05; // of the time before, with one recording of a side

struct ComparedRun {
  const Trace* tables;
  const RunStatistics* run;
};

enum class ComparedKind : uint8_t { elapsed, region, loop, loop_end, wait, lock };
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
  std::string file, function; // file: base name
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
  Change elapsed;
  double efficiency_before = 0, efficiency_after = 0;
  std::vector<Change> changes; // by size of the difference
};

// Precondition: no side is empty.
Comparison compare(const std::vector<ComparedRun>& before, const std::vector<ComparedRun>& after);

} // namespace unply
