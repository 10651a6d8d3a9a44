// The name of a shape, its parameters, and those of its parts.
#pragma once
#include <cstdint>
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
  bool operator==(const PatternPart&) const = default;
};

} // namespace unply
