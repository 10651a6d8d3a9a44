// The loop profile of a program that nobody annotated: its loops, how often they ran, and the dependences that their
// iterations carry. docs/design/discovery.md says how it is found.
#pragma once
#include "trace/ids.h"
#include "unply/loop_notes.h"
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
  // In iterations of the loop directly inside, of carried dependences: how far the sink is ahead of the source there.
  // Where not known, no bounds are.
  bool inner_known = false;
  int64_t inner_least = 0, inner_most = 0;
  void join_distances(const LoopDependence& other); // of the same dependence
};
inline constexpr uint32_t kNoLoop = 0xffffffff;

// A distance in the loop inside as its column has it: 0 is left for one that is not known, as in older files.
constexpr uint64_t inner_column(int64_t distance) {
  return ((static_cast<uint64_t>(distance) << 1) ^ static_cast<uint64_t>(distance >> 63)) + 1;
}
constexpr int64_t inner_distance(uint64_t column) {
  return column == 0 ? 0 : static_cast<int64_t>((column - 1) >> 1) ^ -static_cast<int64_t>((column - 1) & 1);
}

// A call in a loop, also through other functions, of code of which nothing is seen.
struct LoopCall {
  uint32_t loop; // row of ProfiledLoop
  StringId name; // or one of the words of unply/loop_notes.h
  uint64_t count;
};

// A function whose calls might become tasks, with its parts: part 2 k + 1 is its call k, part 2 k the code before that.
// They run in ascending order in each execution. A function that was instantiated several times has several rows.
struct ProfiledFunction {
  StringId file, function;
  uint32_t line;      // of its name
  StringId facts;     // as JSON: docs/design/discovery.md
  uint64_t instances; // executions
  uint64_t work;      // of those that are in no other of the same function, with everything called
};

// A dependence between two parts of one execution, or two reads of the same bytes with no write between (kind
// extension): a write behind the second read has to wait for the first one too. Antidependences within a part tell of
// such writes.
struct PartDependence {
  uint32_t function; // row of ProfiledFunction
  EdgeKind kind;
  uint32_t site_from, site_to; // where several sites read, site_from is one of them
  uint32_t part_from, part_to;
  uint64_t count;
};

// A call of code of which nothing is seen, in a call of the function, also through other functions.
struct PartCall {
  uint32_t function; // row of ProfiledFunction
  StringId name;
  uint64_t count;
};

enum class PartWorkKind : uint16_t {
  call, // number: of the part; work: of that call, or of an iteration with recursive calls
  span, // work: the longest chain of executions that are in no other of the function, if its recursive calls run at
        // once; number 1: iterations with such calls as well
  size  // + i: of executions by the value of parameter i of the facts' sizes; number: size_bucket() of it
};
uint32_t size_bucket(uint64_t size); // of a size in the table `part_works`
uint64_t least_in_size_bucket(uint32_t bucket);
struct PartWork {
  uint32_t function;
  uint16_t kind; // PartWorkKind
  uint16_t number;
  uint64_t count, work; // work: sum over `count`
};

struct LoopProfile {
  bool recorded = false; // false: the trace has tasks, or nothing
  uint64_t work = 0;     // of the whole program
  uint64_t lost = 0;     // how often there was no room for a loop, a dependence or a call
  std::vector<ProfiledLoop> loops;
  std::vector<LoopDependence> dependences; // ascending by (loop, carried, kind, site_from, site_to)
  std::vector<LoopCall> calls;
  std::vector<ProfiledFunction> functions;
  std::vector<PartDependence> part_dependences; // ascending by (function, part_from, part_to, kind, site_from, site_to)
  std::vector<PartCall> part_calls;
  std::vector<PartWork> part_works; // ascending by (function, kind, number)
};

// Rows must not lead in a circle by `around`, which readers follow outwards: the link that would close one is cut, as
// are those to rows that do not exist. Returns how many.
uint64_t cut_circles(std::vector<ProfiledLoop>& loops);

} // namespace unply
