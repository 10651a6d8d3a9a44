// The pass over a run that makes its blocks: intervals, lines and marks arrive in the order of time and leave as chunks
// (web/model.ts), and the pyramid of the intervals. A second thread makes blocks of full chunks, in the order in which
// they became full: that takes as long as the pass. Memory: one open chunk for each lane, some full ones, and the
// index.
#pragma once
#include "timeline/pyramid.h"
#include "timeline/timeline.h"
#include "viewer/block_store.h"
#include <array>
#include <condition_variable>
#include <deque>
#include <thread>

namespace unply {

inline constexpr size_t kChunkRows = 4096; // unpacked and drawn within a frame; two of each of 16 lanes are 2 MB

struct ChunkRange { // of lines or marks: all that is in it lies within
  uint64_t begin_ns, end_ns, rows;
};
struct LaneChunks {
  std::vector<uint64_t> begin_ns, intervals;
};
struct RunIndex {
  std::vector<LaneChunks> lanes;
  std::vector<ChunkRange> lines, marks;
  std::vector<uint64_t> lines_by_kind;
  std::vector<StringId> mark_names; // in the order of their first use
  uint64_t intervals = 0, line_count = 0, mark_count = 0;
};

class RunBlocks {
public:
  RunBlocks(BlockWriter& out, PyramidBuilder& pyramid); // its own until finish() is through
  RunBlocks(const RunBlocks&) = delete;
  RunBlocks& operator=(const RunBlocks&) = delete;
  ~RunBlocks();
  void add_intervals(uint32_t lane, std::span<const StateInterval> intervals);
  void add_line(const DependencyLine& line);
  void add_mark(const UserMark& mark);
  RunIndex finish(size_t lanes); // writes the rest, and the index of occurrences

private:
  struct Chunk { // of one of the three
    uint32_t lane = 0;
    std::vector<StateInterval> intervals;
    std::vector<DependencyLine> lines;
    std::vector<UserMark> marks;
  };
  struct Occurrence {
    uint32_t site, lane, chunk, count;
    uint64_t first_ns, total_ns = 0, active_ns = 0;
  };
  void hand_over_intervals(uint32_t lane);
  void hand_over(Chunk chunk);
  void end_thread();

  // by the second thread
  void run();
  void pack(Chunk& chunk);
  void pack_intervals(uint32_t lane, std::span<const StateInterval> rows);
  void note_occurrences(uint32_t lane, std::span<const StateInterval> rows);
  void pack_lines(std::vector<DependencyLine>& lines);
  void pack_marks(std::vector<UserMark>& marks);

  void write_occurrences();

  std::vector<Chunk> open_; // by lane
  Chunk open_lines_, open_marks_;
  std::vector<uint64_t> lines_by_kind_;

  BlockWriter& out_; // from here on the second thread's
  PyramidBuilder& pyramid_;
  RunIndex index_;
  std::array<std::vector<uint64_t>, 7> columns_;
  std::vector<Occurrence> occurrences_;
  std::vector<uint32_t> row_of_site_; // while a chunk is looked through; 0: not seen

  std::deque<Chunk> full_; // from here on both have it
  std::vector<std::vector<StateInterval>> spare_;
  bool ended_ = false;
  std::mutex mutex_;
  std::condition_variable work_, room_;
  std::thread thread_;
};

} // namespace unply
