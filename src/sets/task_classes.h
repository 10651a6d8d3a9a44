// A graph as classes of tasks with parameters, in the form that parameterized task graphs have (PaRSEC's PTG): each
// task of an exact graph is one class, or two where others may run between its begin and its end.
#pragma once
#include "base/result.h"
#include "sets/isl_tools.h"
#include "stg/graph/graph.h"
#include "stg/program/program.h"

namespace unply::sets {

struct Range { // inclusive; over parameters, of which the outer dimensions are some
  Maybe<isl::pw_aff> first = {}, last = {};
  long step = 1; // from the first
};

// Invariant: the set is where each dimension is in its range.
struct TaskClass {
  std::string name = {}; // "MPI_Send_7"; the end of a call is "MPI_Sendrecv_7_done"
  uint32_t node = 0;
  bool is_end = false;
  Names dims = {}; // "rank", then the loops, outer ones first
  Maybe<isl::set> set = {};
  std::vector<Range> ranges = {};
};

struct Dependence {
  size_t source = 0, target = 0; // in TaskClasses::classes
  std::string flow = {};         // "order" on one process; "arrival_3", "all_7": of an edge, of a collective operation
  Maybe<isl::map> map = {};
};

isl::set within(const Range& range, const isl::pw_aff& value);
// The ranges of a set's dimensions, or none where some values in them are not in the set. `names`: of the dimensions.
std::vector<Range> ranges_of(const isl::set& set, const Names& names);

struct TaskClasses {
  std::vector<TaskClass> classes = {};
  std::vector<Dependence> dependences = {};
};

// The order of each process, messages, and collective operations of all processes. Errors, in a sentence each: a node
// or an edge that is not exact, grids, OpenMP, calls by some processes of what all must call.
Result<TaskClasses> task_classes(isl::ctx ctx, const stg::Program& program, const stg::Graph& graph);

} // namespace unply::sets
