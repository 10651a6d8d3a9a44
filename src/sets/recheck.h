// The graph held against the program itself: for a few numbers of processes and small sizes the interpreter runs all
// ranks, and each exact set, map and set of unmatched instances must have as many elements as there were steps and
// messages. The sets and the interpreter share nothing but the program, so an error of one shows.
#pragma once
#include "sets/probes.h"
#include "stg/graph/graph.h"
#include "stg/program/program.h"

namespace unply::sets {

// A set or map that disagrees loses the tier exact and gets the disagreement as its reason; an event whose unmatched
// instances disagree loses them, and the graph its claim that they are complete. Adds a sentence to the assumptions
// that says at which sizes how many sets agreed. A run that stops early is not compared: sets do not describe it.
void recheck(const stg::Program& program, stg::Graph& graph, const Probes& probes = {});

} // namespace unply::sets
