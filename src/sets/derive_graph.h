// The static task graph of a program.
#pragma once
#include "base/result.h"
#include "sets/probes.h"
#include "stg/graph/graph.h"
#include "stg/program/program.h"

namespace unply::sets {

// Errors: isl's budget of operations is used up before the nodes are known, an exception of isl. What is not affine is
// no error: it has its tier and reason in the graph. `probes`: values of the program that names in the sets stand for.
Result<stg::Graph> derive_graph(const stg::Program& program, Probes* probes = nullptr);

} // namespace unply::sets
