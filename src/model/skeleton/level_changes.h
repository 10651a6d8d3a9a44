// How sizes change from a level to the next: the number of edges halves, the number of nodes stays.
#pragma once
#include "model/skeleton/samples.h"
#include "model/skeleton/skeleton_model.h"

namespace unply {

// Observed where all levels of all calls show the same, estimated from their middle where they do not.
LevelChange level_change(const Samples& samples, size_t feature);
std::pair<double, double> whole_sizes(const Samples& samples, size_t feature); // least and most, of whole problems

} // namespace unply
