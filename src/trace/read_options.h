// Selects the parts of a recording to read.
#pragma once

namespace unply {

struct ReadOptions {
  bool graph = true;   // tasks and edges; without them the small tables alone
  bool sources = true; // embedded source text
  bool counts = false; // of accesses in each task
};

} // namespace unply
