// The verdict on each loop: whether its iterations can run at once, with which clauses, and what stops the others.
//
// Invariant: a loop is called doall or reduction only if each dependence that it carries is on a variable that a clause
// or its declaration makes private, or an update that a reduction covers; check_verdicts.h derives that anew.
#pragma once
#include "discover/source_loops.h"

namespace unply {

enum class Verdict : uint8_t { doall, reduction, doacross, guarded, pipeline, serial, few, never };
const char* verdict_name(Verdict verdict);

struct ReductionClause {
  std::string op, item; // item: as a clause writes it, "hist[:256]"
  std::string name;     // of the variable
  bool array = false;   // elements of an array or behind a pointer
  auto operator<=>(const ReductionClause&) const = default;
};

struct Clauses { // names ascend
  std::vector<std::string> privates, firstprivates, lastprivates;
  std::vector<ReductionClause> reductions;
  uint32_t collapse = 1; // loops of the nest
  bool in_order = false; // each thread must run its iterations in order: schedule(static)
};

// What becomes of a dependence that the loop carries, or of a value that it carries in a register.
enum class Treatment : uint8_t {
  blocks,       // it keeps iterations in order
  own_variable, // the variable is declared in the loop: each iteration has its own
  privatised,   // by a clause
  reduced       // by a reduction, or atomic updates
};

struct CarriedDependence {
  LoopDependence row;
  std::string variable;
  Treatment treatment = Treatment::blocks;
};

// A reason for which iterations cannot run at once, with the cheapest change that removes it.
struct Blocker {
  enum class Kind : uint8_t { variable, scalar, leaves, call } kind = Kind::variable;
  std::string name; // of the variable or the function
  std::string what; // "flow through u[] from line 92 to line 90, distance 1"
  std::string fix;
  SourceSpot at; // of scalars, exits, calls; line 0: unknown
};

// An iteration of a doacross loop waits for that which is so many iterations before it; inner: of the loop inside,
// where that takes part.
struct Sink {
  int64_t outer = 1, inner = 0;
  auto operator<=>(const Sink&) const = default;
};

struct LoopVerdict {
  Verdict verdict = Verdict::serial;
  Clauses clauses;
  std::vector<Blocker> blockers; // empty: nothing stops it; else all must go
  std::vector<Blocker> rewrites; // of loops that may run in parallel: changes that a clause cannot make
  std::vector<CarriedDependence> carried;
  std::vector<std::string> unseen; // functions that may have side effects: the verdict holds unless they do
  std::vector<std::string> notes;
  std::string no_directive; // why a directive cannot be put before the loop as it stands; "": it can
  uint64_t least_distance = 0, most_distance = 0; // of the dependences that block
  bool traversal = false;                         // what stops it is the way from one element of a list to the next
  bool constant_distances = false;                // each of them always spans the same number of iterations
  std::vector<Sink> sinks;                        // ascending; empty: not all are known as constants
  uint32_t ordered_inner = kNoSourceLoop;         // the loop inside that takes part in a wavefront
  bool waits() const { return verdict == Verdict::doacross && !sinks.empty(); } // may run as ordered(n)
  SourceSpot in_order_begin, in_order_end; // of a pipeline: the lines that must run in order
  std::vector<FactGuard> guards;           // of a guarded loop
  std::string test;    // of it: while this expression holds, iterations are independent; "": not known
  bool proven = false; // by the compiler; else observed
  bool parallel() const { return verdict == Verdict::doall || verdict == Verdict::reduction; }
  bool tested() const { return verdict == Verdict::guarded && !test.empty(); } // may run in parallel behind a test
  bool independent() const { return parallel() || tested(); } // the iterations, at least while the test holds
  bool certain() const { return unseen.empty(); }
};

std::vector<LoopVerdict> judge_loops(const SourceLoops& loops);

// "proven", "observed on 1 input, 240 iterations", "observed on 1 of 2 inputs, 10 iterations", "never executed".
std::string evidence_text(const SourceLoops& loops, const SourceLoop& loop, const LoopVerdict& verdict);
// What it means that the profile had no room for all loops and dependences; "" if it had.
std::string loss_text(const LoopProfile& profile);
// "flow through u[] from line 92 to line 90"; places in other files than `file` have its name.
std::string dependence_words(const Trace& trace, StringId file, EdgeKind kind, uint32_t site_from, uint32_t site_to);
// "flow through u[] from line 92 to line 90, distance 1".
std::string dependence_text(const SourceLoops& loops, const SourceLoop& loop, const LoopDependence& row);
std::string distance_text(uint64_t least, uint64_t most, bool exact);

} // namespace unply
