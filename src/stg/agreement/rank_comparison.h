// One rank of a recorded run against one execution of the program, call by call, up to the first difference. What the
// program does not decide itself is guessed by the caller, see agreement.h.
#pragma once
#include "stg/agreement/construct_comparison.h"
#include "stg/graph/operation_tiers.h"

namespace unply::stg {

struct CallCounts {
  uint64_t sends = 0, receives = 0; // with a partner
  uint64_t nobody = 0;              // to or from MPI_PROC_NULL
  uint64_t collectives = 0, completions = 0;
  uint64_t by_tier[3] = {};     // sends and receives, by Tier; observed: all behind an answer that is not the program's
  uint64_t evaluable_sizes = 0; // sends and receives of which not all is exact because of their size alone
  uint64_t known_arguments = 0; // of the observed ones: the answers decide only whether and how often they happen
  ConstructCounts constructs = {};
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

// Sees each step of the ranks that are identical, one rank after the other, and how many calls of the run have been
// matched up to it.
using StepObserver = std::function<void(int rank, const Step& step, uint64_t calls)>;

// Answers to one condition on data, execution by execution.
struct Answers {
  std::vector<int64_t> first = {};
  int64_t rest = 0; // from execution first.size() on
  int64_t at(uint64_t execution) const { return execution < first.size() ? first[execution] : rest; }
};
std::string text_of(const Answers& answers); // "1"; "0 (6 times), then 1"

struct Guesses {
  Bindings bindings = {};
  std::map<std::string, int64_t> trips = {};   // by the loop's symbol, "T_it"
  std::map<std::string, Answers> answers = {}; // by the condition's symbol, "c_88"
};

struct Outcome {
  uint64_t followed = 0; // calls that agree
  CallCounts counts = {};
  std::optional<Difference> difference = {};
  std::optional<Unknown> unknown = {}; // what is neither known nor guessed, and the comparison ended there
  Error reason = {};                   // of `unknown`
  std::vector<std::pair<std::string, uint64_t>> decisions = {}; // of this rank by guessed answers: symbol, execution
};
// Whether the constructs of OpenMP in the recording can be compared one by one: they are if bindings.openmp asks for
// it.
bool has_constructs(const Program& program, const RecordedRank& recorded);

Result<Outcome> compare_rank(const Program& program, const Guesses& guesses, const RecordedRun& run, int rank,
                             const Tiers& tiers, const StepObserver& observe = nullptr);

} // namespace unply::stg
