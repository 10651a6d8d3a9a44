// A task graph as PaRSEC's parameterized task graph (JDF): task classes with ranges, guarded dependences in both
// directions, and the process of each task. The file is what parsec-ptgpp compiles; bodies are left to the user.
#pragma once
#include "base/result.h"
#include "stg/graph/graph.h"
#include "stg/program/program.h"

namespace unply::sets {

// Errors: see task_classes; a dependence whose targets are not in ranges.
Result<std::string> jdf_of(const stg::Program& program, const stg::Graph& graph);

} // namespace unply::sets
