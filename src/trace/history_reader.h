// What the ring's decoder passes on of the tree of histories: the entries that the program has written down (see
// RingRun), in order. src/graph finds the dependences that follow from them.
#pragma once
#include "base/varint.h"
#include "unply/ring_format.h"
#include <cstdint>
#include <vector>

namespace unply {

// A dependence of which the calls to the later access are known: the first one of its pair of sites and kind that was.
struct ReachedPair {
  uint32_t kind, site_from, site, region;
  uint32_t from; // the earlier vertex
  uint32_t path; // as given to next_path()
};

class HistoryReader {
public:
  virtual ~HistoryReader() = default;
  // The first entry of the next record was reached by this path, in a task of this region.
  virtual void next_path(uint32_t path, uint32_t region) = 0;
  // leaf: the vertex ends with it, and was one run if no other record of it came. False: damaged.
  virtual bool add_run(const RingRun& run, bool leaf, ByteView entries) = 0;
  virtual bool collect(const RingCollection& part, ByteView words) = 0;
  // Passes the dependences that follow on; false: the writer is full, and some are left.
  virtual bool expand() = 0;
  virtual const std::vector<ReachedPair>& reached() const = 0;
};

} // namespace unply
