// The dependences of a recording, found from the tree of histories while the program runs: each read entry is a flow
// dependence on the write at the root of its history, each store entry ends a history, with an anti dependence on each
// reader in it and an output dependence on its write.
//
// Nodes hold the last event of a history, and refer to older ones only. Between two collections there is one for each
// entry that made a history; a collection leaves those that a byte of the program still has, and what they grew from.
//
// Entries wait in batches, so that the nodes that they ask for are on their way from memory.
#pragma once
#include "graph/vertex_dependences.h"
#include "trace/history_reader.h"
#include "trace/trace_writer.h"
#include <set>
#include <tuple>

namespace unply {

class HistoryExpander final : public HistoryReader {
public:
  explicit HistoryExpander(TraceWriter& writer, unsigned threads = 1) : writer_(writer) {}
  void next_path(uint32_t path, uint32_t region) override;
  bool add_run(const RingRun& run, bool leaf, ByteView entries) override;
  bool collect(const RingCollection& part, ByteView words) override;
  bool expand() override;
  const std::vector<ReachedPair>& reached() const override { return reached_; }

private:
  static constexpr size_t kBatch = 4096, kFetchAhead = 32;
  struct Node {
    uint32_t previous; // 0: none, or this is a write
    uint32_t writer;   // itself for a write; 0: nothing is known of one
    uint32_t vertex, site;
  };
  struct Entry { // as RingEntry, `before` is a node
    uint32_t before, site_kind;
    uint64_t bytes;
    bool operator==(const Entry&) const = default;
    RingEntryKind kind() const { return static_cast<RingEntryKind>(site_kind >> 30); }
    uint32_t site() const { return site_kind & kRingEntrySite; }
  };
  struct Run {
    uint32_t vertex;
    uint32_t end;  // of its entries
    uint32_t node; // the first one that it makes
    uint32_t path; // of its first entry: 1 + index into paths_, or 0
    bool leaf;     // it is the last of its vertex, and nothing else is
    bool whole;    // and the only one
  };

  uint32_t node_of(uint32_t index) const { return index < live_ ? nodes_of_live_[index] : index - live_ + first_new_; }
  bool is_write(uint32_t node) const { return nodes_[node].writer == node; }
  bool same_instance(uint32_t from, uint32_t vertex) const;
  bool continues_another(uint32_t from, uint32_t vertex) const;
  void fetch_chains(size_t until);
  bool expand_run(const Run& run);
  bool add_dependence(const Run& run, const Entry& entry, uint32_t from, EdgeKind kind);
  uint32_t hand_over(uint32_t vertex, bool whole);
  bool expand_as_known(const Run& run, size_t begin);
  void keep_stores(const Run& run, size_t begin, uint32_t list);
  void keep_paths(const Run& run, const Entry& entry);
  void apply_collection();

  TraceWriter& writer_;
  std::vector<Node> nodes_ = {{}};
  std::vector<uint32_t> nodes_of_live_ = {0}; // by index, of those that the last collection left
  uint32_t live_ = 1, first_new_ = 1, next_index_ = 1;
  std::vector<Entry> entries_; // that wait
  std::vector<Run> runs_;      // of them
  size_t runs_done_ = 0;
  size_t fetched_ = 0;       // entries whose chains are on their way from memory
  uint32_t last_vertex_ = 0; // of the run that came last
  bool damaged_ = false;
  // What the stores of a vertex ended, for the next one with the same stores: its anti dependences are a list of the
  // writer's already, and need no walk over thousands of readers.
  struct KnownStores {
    std::vector<Entry> stores;
    uint32_t list;
  };
  static constexpr size_t kMostKnownStores = 16;
  std::vector<KnownStores> known_stores_; // the last ones, in a ring
  size_t next_known_ = 0;
  uint32_t open_vertex_ = 0; // has rows in the writer already, which adds them up with those to come
  VertexDependences dependences_;

  // Vertices that continue another one, ascending, with the first vertex of their instance.
  std::vector<std::pair<uint32_t, uint32_t>> continued_;

  std::vector<uint64_t> marks_; // of a collection that has not come whole

  struct PathAhead {
    uint32_t path, region;
  };
  std::vector<PathAhead> paths_;
  uint32_t path_ahead_ = 0;                                                  // as Run::path, for the next run
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> known_pairs_; // kind, site_from, site, region
  std::vector<ReachedPair> reached_;
};

} // namespace unply
