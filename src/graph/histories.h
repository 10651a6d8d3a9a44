// The nodes of the tree of histories, and the entries of runs whose dependences are to be found. A node does not change
// once its writer is known, so that any number of threads may read them.
#pragma once
#include "trace/history_reader.h"
#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace unply {

struct HistoryNode {
  uint32_t previous; // 0: none, or this is a write
  uint32_t writer;   // itself for a write; 0: nothing is known of one
  uint32_t vertex, site;
};

struct HistoryEntry { // as RingEntry, `before` is a node
  uint32_t before, site_kind;
  uint64_t bytes;
  bool operator==(const HistoryEntry&) const = default;
  RingEntryKind kind() const { return static_cast<RingEntryKind>(site_kind >> 30); }
  uint32_t site() const { return site_kind & kRingEntrySite; }
};

struct HistoryRun {
  uint32_t vertex;
  uint32_t begin, end; // of its entries
  uint32_t node;       // the first one that it makes
  uint32_t path;       // of its first entry: 1 + index, or 0
  bool leaf;           // it is the last of its vertex, and nothing else is
  bool whole;          // and the only one
};

struct Histories {
  std::vector<HistoryNode> nodes = {{}};
  std::vector<HistoryEntry> entries; // that wait
  std::vector<HistoryRun> runs;      // of them
  // Vertices that continue another one, ascending, with the first vertex of their instance.
  std::vector<std::pair<uint32_t, uint32_t>> continued;

  bool is_write(uint32_t node) const { return nodes[node].writer == node; }
  std::span<const HistoryEntry> entries_of(const HistoryRun& run) const {
    return std::span(entries).subspan(run.begin, run.end - run.begin);
  }
  bool same_instance(uint32_t from, uint32_t vertex) const {
    return from == vertex || (!continued.empty() && instance_of(from) == instance_of(vertex));
  }
  uint32_t instance_of(uint32_t vertex) const {
    auto at = std::ranges::lower_bound(continued, vertex, {}, &std::pair<uint32_t, uint32_t>::first);
    return at != continued.end() && at->first == vertex ? at->second : vertex;
  }
};

} // namespace unply
