// What a task graph is by name: map, wavefront, butterfly, tiled Cholesky, ... A name is given only to a graph that is
// exactly of that shape: either a property that defines the shape is checked on every edge (trees, layers, chains),
// or the ideal graph is generated for the parameters that the counts allow, and a one-to-one map of the tasks is
// verified on every edge. So one edge more or less never gets the name.
//
// Cost: linear in tasks and edges, apart from find_isomorphism where the order of the tasks does not give the map.
#pragma once
#include "graph/task_graph.h"
#include <string>
#include <utility>
#include <vector>

namespace unply {

struct PatternPart;

struct Pattern {
  std::string name; // empty: no tasks. "irregular": none of the catalogue
  std::vector<std::pair<std::string, uint64_t>> parameters;
  std::string description; // "wavefront: 2000 x 2000, 3999 levels, widest 2000"
  std::string evidence;    // what was checked for it
  std::string advice;      // how it is usually run in parallel
  std::vector<PatternPart> parts;
  bool operator==(const Pattern&) const = default;
};

// Of a graph without a name of its own: either the weakly connected components of one shape, or the tasks of one
// region with the dependences among themselves.
struct PatternPart {
  std::string region; // empty: components
  uint64_t count = 1; // of components that are alike, verified one-to-one
  Pattern pattern;
  bool operator==(const PatternPart&) const;
};

// Regions matter for pipelines and for the parts of irregular graphs only.
Pattern find_pattern(const TaskGraph& graph);

} // namespace unply
