// The static task graph of a program.
#pragma once
#include "base/result.h"
#include "sets/probes.h"
#include "stg/graph/graph.h"
#include "stg/program/program.h"

namespace unply::sets {

// There always is a graph: what is not affine and what isl does not answer within `operations` of its own for one
// question has its tier and reason there. `probes`: values of the program that names in the sets stand for.
stg::Graph derive_graph(const stg::Program& program, Probes* probes = nullptr, unsigned long operations = 1'000'000);

} // namespace unply::sets
