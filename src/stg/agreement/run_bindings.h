// What a run decided and the program does not: trip counts and conditions on data, kept in a file of their own so that
// another run, at another number of processes or another size, can be compared and predicted with them.
#pragma once
#include "stg/agreement/rank_comparison.h"

namespace unply::stg {

constexpr int64_t kNeverEnds = int64_t(1) << 62; // trip count of a loop that data never end, such as a search in vain

struct RunBindings {
  int ranks = 0; // of the run
  std::map<std::string, int64_t> trips = {};
  std::map<std::string, std::map<int, Answers>> answers = {}; // by condition, and by rank that decided it
};

// A value that `bindings` has already stays as it is. A rank takes the answers that all ranks of the run share, or else
// those of the same rank; without either it has none.
void apply(const RunBindings& observed, Bindings& bindings);

// Errors: unreadable or damaged, of another program or another version of it.
Result<RunBindings> read_run_bindings(const std::string& path, const Program& program);
Result<void> write_run_bindings(const std::string& path, const RunBindings& observed, const Program& program);

} // namespace unply::stg
