// Limits of the search for a largest independent set.
#pragma once
#include <cstdint>

namespace unply {

struct AntichainOptions {
  double limit_s = 10;
  uint64_t limit_arcs = ~uint64_t{0}; // looked at; unlike time it gives the same result on every machine
  uint64_t passes_alone = 20;         // over the edges, before units are sent together; only tests choose another
};

} // namespace unply
