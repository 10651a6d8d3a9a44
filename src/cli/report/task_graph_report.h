// Which calls of a recorded MPI program its static task graph explains, line by line.
#pragma once
#include "collect/scratch_folder.h"
#include "stg/agreement/agreement.h"
#include <memory>

namespace unply {

struct ExplainedLine {
  std::string place;              // "x.c:12"
  uint64_t calls = 0, agreed = 0; // made by all ranks; those that the graph says as well
  stg::Tier tier = stg::Tier::evaluable;
};

struct ExplainedRun {
  std::string trace, graph; // files
  std::vector<ExplainedLine> lines;
  stg::Agreement agreement;
  uint64_t calls = 0, agreed = 0;
  int ranks = 0;
};

struct FoundTaskGraph {
  std::string file;                      // empty: none
  std::string of;                        // as people know it: the file, or the program that it was derived from
  std::shared_ptr<ScratchFolder> folder; // of a file that was derived for this
};
// The task graph: `asked`, else the one beside the program that was recorded, else the one of the bitcode that the
// program carries; none if there is none or the recording has no calls of MPI. Errors: `asked` for a recording that has
// none, a program whose graph cannot be derived.
Result<FoundTaskGraph> find_task_graph(const std::string& trace, const std::string& asked);

// Errors: unreadable files, values that are needed and that neither the program nor the run gives.
Result<ExplainedRun> explain_run(const std::string& trace, const FoundTaskGraph& graph);
std::string explained_text(const ExplainedRun& run);
std::string explained_json(const ExplainedRun& run);

} // namespace unply
