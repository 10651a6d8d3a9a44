// The loop profile of a program that nobody annotated: its loops, how often they ran, and the dependences that their
// iterations carry. docs/design/discovery.md says how it is found.
#pragma once
#include "trace/ids.h"
#include <cstdint>
#include <vector>

namespace unply {

// A loop of the source. One that was inlined or instantiated several times has one row for each copy in the program;
// src/discover joins those of one place.
struct ProfiledLoop {
  StringId file, function; // function: as written in the source
  uint32_t line, column;   // of the statement's first word; line 0: unknown
  StringId facts;          // what the compiler knows about it, as JSON: see docs/design/discovery.md
  uint64_t instances;      // executions of the statement with at least one iteration
  uint64_t iterations;     // of all instances
  uint64_t least, most;    // iterations of one instance
  uint64_t work;           // estimated instructions of all instances, with everything called; comparable within a trace
  uint32_t around;         // row + 1 of the loop in which it ran most often, also through calls; 0: none
  uint32_t inputs = 0;     // of a merged profile: how many of its recordings executed the statement at this place
};

// Where a dependence lies: between iterations of a loop, within one iteration of it, or outside of all loops (loop
// kNoLoop) that were active when its sink was executed.
enum class Carried : uint8_t { within = 0, carried = 1 };

struct LoopDependence {
  uint32_t loop; // row of ProfiledLoop, or kNoLoop
  Carried carried;
  EdgeKind kind;                       // flow, anti, output
  uint32_t site_from, site_to;         // rows of Trace::sites
  uint64_t count;                      // dynamic dependences, by pairs of accesses; within: 1
  uint64_t min_distance, max_distance; // iterations; 0 unless carried
  bool exact;                    // false: the distances are bounds, min_distance a lower and max_distance an upper one
  uint64_t first_from, first_to; // iterations, from 0, of the pair that was seen first
};
inline constexpr uint32_t kNoLoop = 0xffffffff;

// A call in a loop, also through other functions, of code of which nothing is seen.
struct LoopCall {
  uint32_t loop; // row of ProfiledLoop
  StringId name;
  uint64_t count;
};

struct LoopProfile {
  bool recorded = false; // false: the trace has tasks, or nothing
  uint64_t work = 0;     // of the whole program
  uint64_t lost = 0;     // how often there was no room for a loop, a dependence or a call
  std::vector<ProfiledLoop> loops;
  std::vector<LoopDependence> dependences; // ascending by (loop, carried, kind, site_from, site_to)
  std::vector<LoopCall> calls;
};

// Rows must not lead in a circle by `around`, which readers follow outwards: the link that would close one is cut, as
// are those to rows that do not exist. Returns how many.
uint64_t cut_circles(std::vector<ProfiledLoop>& loops);

} // namespace unply
