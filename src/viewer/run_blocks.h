// The pass over a run that makes its blocks: intervals, lines and marks arrive in the order of time and leave as chunks
// (web/model.ts). Memory: one open chunk for each lane, and the index.
#pragma once
#include "timeline/timeline.h"
#include "viewer/block_store.h"

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
  explicit RunBlocks(BlockWriter& out) : out_(out) {}
  void add_intervals(uint32_t lane, std::span<const StateInterval> intervals);
  void add_line(const DependencyLine& line);
  void add_mark(const UserMark& mark);
  RunIndex finish(size_t lanes); // writes what is left, and the index of occurrences

private:
  struct OpenChunk {
    std::vector<uint64_t> end_ns, kind, site, region, core, object, extra;
    uint64_t begin_ns = 0;
  };
  struct Occurrence {
    uint32_t site, lane, chunk, count;
    uint64_t first_ns, total_ns = 0, active_ns = 0;
  };
  void close_intervals(uint32_t lane);
  void note_occurrences(uint32_t lane, const OpenChunk& chunk);
  void close_lines();
  void close_marks();
  void write_occurrences();

  BlockWriter& out_;
  RunIndex index_;
  std::vector<OpenChunk> open_; // by lane
  std::vector<DependencyLine> lines_;
  std::vector<UserMark> marks_;
  std::vector<Occurrence> occurrences_;
  std::vector<uint32_t> row_of_site_; // while a chunk is looked through; 0: not seen
};

} // namespace unply
