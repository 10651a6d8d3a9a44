// The dependences of a recording, found from the tree of histories while the program runs: each read entry is a flow
// dependence on the write at the root of its history, each store entry ends a history, with an anti dependence on each
// reader in it and an output dependence on its write.
//
// Nodes hold the last event of a history, and refer to older ones only. Between two collections there is one for each
// entry that made a history; a collection leaves those that a byte of the program still has, and what they grew from.
//
// Entries wait in batches, so that the nodes that they ask for are on their way from memory, and for several threads to
// look at them at once (PreparedRuns). One thread hands the edges over, in order: the same records give the same bytes.
#pragma once
#include "graph/dependence_walk.h"
#include "graph/prepared_runs.h"
#include "graph/vertex_dependences.h"
#include "trace/history_reader.h"
#include "trace/trace_writer.h"
#include <set>
#include <tuple>

namespace unply {

class HistoryExpander final : public HistoryReader {
public:
  explicit HistoryExpander(TraceWriter& writer, unsigned threads = 1);
  void next_path(uint32_t path, uint32_t region) override;
  bool add_run(const RingRun& run, bool leaf, ByteView entries) override;
  bool collect(const RingCollection& part, ByteView words) override;
  bool expand() override;
  const std::vector<ReachedPair>& reached() const override { return reached_; }

private:
  static constexpr size_t kBatch = 1 << 15; // whatever the number of threads: blocks in the file depend on it

  // What the stores of a vertex ended, for the next one with the same stores: its anti dependences are a list of the
  // writer's already, and need no walk over thousands of readers.
  struct KnownStores {
    std::vector<HistoryEntry> stores;
    uint32_t list;
  };

  uint32_t node_of(uint32_t index) const { return index < live_ ? nodes_of_live_[index] : index - live_ + first_new_; }
  void find_writers();
  bool expand_run(size_t number);
  bool find_edges(const HistoryRun& run);
  void hand_over_part(const HistoryRun& run);
  uint32_t hand_over(const HistoryRun& run, std::span<EdgeRow> rows);
  const KnownStores* find_known(const HistoryRun& run) const;
  bool expand_as_known(const HistoryRun& run, uint32_t list);
  void keep_stores(const HistoryRun& run, uint32_t list);
  void keep_paths(const HistoryRun& run, const HistoryEntry& entry);
  void apply_collection();

  TraceWriter& writer_;
  Histories histories_;
  DependenceWalk walk_{histories_};
  std::optional<PreparedRuns> prepared_;      // with several threads
  std::vector<uint32_t> nodes_of_live_ = {0}; // by index, of those that the last collection left
  uint32_t live_ = 1, first_new_ = 1, next_index_ = 1;
  size_t runs_done_ = 0;
  size_t runs_with_writers_ = 0; // whose nodes have theirs
  uint32_t last_vertex_ = 0;     // of the run that came last
  bool damaged_ = false;
  static constexpr size_t kMostKnownStores = 16;
  std::vector<KnownStores> known_stores_; // the last ones, in a ring
  size_t next_known_ = 0;
  uint32_t open_vertex_ = 0; // has rows in the writer already, which adds them up with those to come
  VertexDependences dependences_;

  std::vector<uint64_t> marks_; // of a collection that has not come whole

  struct PathAhead {
    uint32_t path, region;
  };
  std::vector<PathAhead> paths_;
  uint32_t path_ahead_ = 0;                                                  // as HistoryRun::path, for the next run
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> known_pairs_; // kind, site_from, site, region
  std::vector<ReachedPair> reached_;
};

} // namespace unply
