// Walks from the entries of runs up the tree of histories, to all that they depend on.
//
// A store visits every reader in turn, and for irregular data each list is a chain of cache misses of its own: the
// chains of the next stores are followed at the same time. Only some entries ahead: the chains of a whole batch of
// stores, 3 MB for a sparse matrix, push each other out of the cache before they are needed.
#pragma once
#include "graph/histories.h"
#include "trace/trace.h"

namespace unply {

class DependenceWalk {
public:
  explicit DependenceWalk(const Histories& histories) : histories_(histories) {}
  void begin(size_t first_entry) { fetched_ = first_entry; }
  void until(size_t end_entry) { end_ = end_entry; } // runs to come have no entries from this one on
  // add(entry, node, kind) for each dependence on an event of another instance, until it returns false. Returns false
  // then, and if the tree is damaged (sound).
  template <class Add> bool visit(const HistoryRun& run, bool& sound, Add add);

private:
  static constexpr size_t kFetchAhead = 32, kWritersAhead = 8;
  void fetch_chains(size_t until);
  const Histories& histories_;
  size_t fetched_ = 0, end_ = 0; // entries whose chains are on their way from memory
};

template <class Add> bool DependenceWalk::visit(const HistoryRun& run, bool& sound, Add add) {
  const std::vector<HistoryNode>& nodes = histories_.nodes;
  auto visit_one = [&](const HistoryEntry& entry, uint32_t node, EdgeKind kind) {
    if (histories_.same_instance(nodes[node].vertex, run.vertex)) return true;
    if (nodes[node].vertex > run.vertex) return sound = false;
    return static_cast<bool>(add(entry, node, kind));
  };
  for (size_t i = run.begin; i < run.end; ++i) {
    if (i + kFetchAhead > fetched_) fetch_chains(i + kFetchAhead);
    const HistoryEntry& entry = histories_.entries[i];
    const size_t ahead = std::min(i + kWritersAhead, histories_.entries.size() - 1);
    __builtin_prefetch(&nodes[nodes[histories_.entries[ahead].before].writer]);
    uint32_t at = entry.before;
    if (entry.kind() == kEntryRead) {
      const uint32_t writer = nodes[at].writer;
      if (writer != 0 && !visit_one(entry, writer, EdgeKind::flow)) return false;
      continue;
    }
    for (; at != 0 && !histories_.is_write(at); at = nodes[at].previous)
      if (!visit_one(entry, at, EdgeKind::anti)) return false;
    if (at != 0 && !visit_one(entry, at, EdgeKind::output)) return false;
  }
  return true;
}

} // namespace unply
