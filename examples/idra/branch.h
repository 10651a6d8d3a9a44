// Or-parallel programs: each alternative is a task, and waits for nothing but the one that found it. So that the graph
// is that tree and no more, an alternative leaves what it found in a place of its own; it is added up behind the end
// (END_EXECUTION in the paper), outside the part that is traced.
#pragma once
#include "idra.h"
#include <vector>

struct Branch {
  std::vector<Branch> branches; // filled in before the first of them starts
  uint64_t solutions = 0;       // found at this node itself
};

inline uint64_t solutions(const Branch& b) {
  uint64_t sum = b.solutions;
  for (const Branch& inner : b.branches) sum += solutions(inner);
  return sum;
}
