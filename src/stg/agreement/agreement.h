// Compares a program with a recorded run of it, call by call: posts of messages and collective operations in the order
// of the program, completed receives by the position of their completion. Ranks are compared one after the other; the
// first difference ends the comparison.
//
// A trip count that neither the program nor its inputs give ("T_it") is taken from the run: the smallest one with which
// the program follows the run as far as it does with more, or kNeverEnds where no count ends the loop. A condition on
// data ("c_88") gets, for each execution, the answer with which a rank follows its run further. Calls that depend on
// one are of the observed tier.
#pragma once
#include "stg/agreement/run_bindings.h"

namespace unply::stg {

struct Agreement {
  CallCounts counts = {};
  std::optional<Difference> difference = {};
  std::map<std::string, Answers> bound = {}; // what was taken from the run; of conditions, by the first rank with one
  RunBindings observed = {};                 // the same, of all ranks that were compared
  std::vector<uint64_t> followed = {};       // of each rank that was compared: its first calls that agree
};

enum class AtDifference : uint8_t { stop, go_on }; // with the next rank; `difference` is the first one

// bindings.ranks must be those of the run; what bindings.ask answers is not taken from the run.
// Errors: a value that is needed and neither given nor to be taken from the run.
Result<Agreement> compare_with_run(const Program& program, Bindings bindings, const RecordedRun& run,
                                   const Tiers& tiers, const StepObserver& observe = nullptr,
                                   AtDifference at_difference = AtDifference::stop);

} // namespace unply::stg
