// Compares a program with a recorded run of it, call by call: posts of messages and collective operations in the order
// of the program, completed receives by the position of their completion. Ranks are compared one after the other; the
// first difference ends the comparison.
//
// A trip count that neither the program nor its inputs give ("T_it") is taken from the run: the smallest one with which
// the program follows the run as far as it does with more. A condition on data ("c_88") gets the answer with which a
// rank follows its run further. Calls that depend on one are of the observed tier.
#pragma once
#include "stg/agreement/recorded_run.h"
#include "stg/graph/graph.h"

namespace unply::stg {

struct CallCounts {
  uint64_t sends = 0, receives = 0; // with a partner
  uint64_t nobody = 0;              // to or from MPI_PROC_NULL
  uint64_t collectives = 0, completions = 0;
  uint64_t by_tier[3] = {}; // sends and receives, by Tier
  uint64_t operations() const { return sends + receives; }
};

struct Difference {
  int rank = 0;
  uint64_t call = 0;        // of this rank, from 1
  std::string what = {};    // "the partner", "the run has ended"
  std::string program = {}; // "send to 2, 8 bytes, tag 0"; empty: nothing more
  std::string run = {};
  Place place = {};          // in the program
  std::string run_site = {}; // "x.c:12"
};

struct Agreement {
  CallCounts counts = {};
  std::optional<Difference> difference = {};
  std::map<std::string, int64_t> bound = {}; // what was taken from the run
  std::vector<uint64_t> followed = {};       // of each rank that was compared: its first calls that agree
};

enum class AtDifference : uint8_t { stop, go_on }; // with the next rank; `difference` is the first one

// Sees each step of the ranks that are identical, one rank after the other, and how many calls of the run have been
// matched up to it.
using StepObserver = std::function<void(int rank, const Step& step, uint64_t calls)>;

// tiers: of each procedure's operations, evaluable where it has no row. bindings.ranks must be those of the run.
// Errors: a value that is needed and neither given nor to be taken from the run.
Result<Agreement> compare_with_run(const Program& program, Bindings bindings, const RecordedRun& run,
                                   const std::vector<std::vector<Tier>>& tiers, const StepObserver& observe = nullptr,
                                   AtDifference at_difference = AtDifference::stop);

} // namespace unply::stg
