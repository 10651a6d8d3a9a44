// The dependences of a recording, found from the tree of histories while the program runs: each read entry is a flow
// dependence on the write at the root of its history, each store entry ends a history, with an anti dependence on each
// reader in it and an output dependence on its write.
//
// Nodes hold the last event of a history, and refer to older ones only. Between two collections there is one for each
// entry that made a history; a collection leaves those that a byte of the program still has, and what they grew from.
//
// Entries wait in batches, so that the nodes that they ask for are on their way from memory: a sparse matrix times a
// vector takes XX ns an edge, and one after the other YY.
#pragma once
#include "trace/history_reader.h"
#include "trace/trace_writer.h"
#include <array>
#include <set>
#include <tuple>

namespace unply {

class HistoryExpander final : public HistoryReader {
public:
  explicit HistoryExpander(TraceWriter& writer) : writer_(writer) {}
  void next_path(uint32_t path, uint32_t region) override;
  bool add_run(const RingRun& run, ByteView entries) override;
  bool collect(const RingCollection& part, ByteView words) override;
  bool expand() override;
  const std::vector<ReachedPair>& reached() const override { return reached_; }

private:
  static constexpr size_t kBatch = 512;
  struct Node {
    uint32_t previous; // 0: none, or this is a write
    uint32_t writer;   // itself for a write; 0: nothing is known of one
    uint32_t vertex, site;
  };
  struct Waiting {
    uint32_t before, site_kind; // before: a node
    uint64_t bytes;
    uint32_t node, vertex; // node: the new one, or 0
    uint32_t path;         // + 1, of paths_ahead_; 0: none
  };
  struct Recent { // a row of rows_, by hash
    uint32_t stamp, row;
  };

  uint32_t node_of(uint32_t index) const { return index < live_ ? nodes_of_live_[index] : index - live_ + first_new_; }
  bool is_write(uint32_t node) const { return nodes_[node].writer == node; }
  bool same_instance(uint32_t from, uint32_t vertex) const;
  void fetch_chains(size_t begin, size_t end);
  bool expand_entry(const Waiting& entry);
  bool add_dependence(uint32_t from_node, EdgeKind kind, const Waiting& entry);
  void begin_vertex(uint32_t vertex);
  void hand_over_rows();
  void keep_path(const Waiting& entry, uint32_t from_node, EdgeKind kind);
  void apply_collection();

  TraceWriter& writer_;
  std::vector<Node> nodes_ = {{}};
  std::vector<uint32_t> nodes_of_live_ = {0}; // by index, of those that the last collection left
  uint32_t live_ = 1, first_new_ = 1, next_index_ = 1;
  std::vector<Waiting> waiting_;
  size_t expanded_ = 0; // of waiting_
  bool damaged_ = false;

  // Vertices that continue another one, ascending, with the first vertex of their instance.
  std::vector<std::pair<uint32_t, uint32_t>> continued_;

  uint32_t vertex_ = 0; // into which the rows lead
  std::vector<EdgeRow> rows_;
  std::array<Recent, 1024> recent_ = {};
  uint32_t stamp_ = 0;

  std::vector<uint64_t> marks_; // of a collection that has not come whole

  struct PathAhead {
    uint32_t path, region;
  };
  std::vector<PathAhead> paths_;
  uint32_t path_ahead_ = 0;                                                  // + 1, for the next entry
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> known_pairs_; // kind, site_from, site, region
  std::vector<ReachedPair> reached_;
};

} // namespace unply
