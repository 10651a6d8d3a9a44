// Worksharing loops: the distribution of each execution's iterations, assembled from the parts of the team's members,
// and the imbalance between the members.
#pragma once
#include "timeline/figures.h"
#include <unordered_map>

namespace unply {

struct LoopChunk {
  uint64_t first, iterations, time_ns;
};

struct LoopExecution {
  struct Member {
    uint32_t lane;
    uint64_t active_ns = 0, chunks = 0, preempted_ns = 0;
  };
  uint32_t site = 0, around = 0; // around: of the parallel region
  uint8_t schedule = 0;
  uint64_t iterations = 0, handed_out = 0, begin_ns = ~uint64_t{0}, end_ns = 0;
  bool series = false; // chunks whose times are not known one by one
  std::vector<Member> members;
  std::vector<LoopChunk> chunks;
  Extent chunk_size, chunk_ns;
};

struct LoopStatistics {
  uint32_t site;
  uint8_t schedule; // UnplyWork of the last execution
  uint64_t executions = 0;
  uint64_t elapsed_ns = 0, active_ns = 0; // elapsed: from the first member's begin to the last one's end
  Spread end_waits_ns;                    // of each thread, at the barrier behind it
  Spread iterations, threads;             // of an execution
  Spread duration_ns;                     // of an execution
  Spread all_active_ns;                   // of an execution, all threads together
  uint64_t preempted_ns = 0;              // all threads together
  Spread chunks;                          // of a thread in an execution
  Spread chunk_size, chunk_ns;            // series of chunks at unknown times: sizes only
  uint64_t slowest_ns = 0, mean_ns = 0;   // sums over executions: most active member, mean member
  uint64_t lost_ns = 0;                   // (slowest - mean) x members
  uint32_t slowest_lane = 0;              // that made the others wait longest
  uint64_t slowest_lane_ns = 0;           // by so much
  std::vector<LoopChunk> worst;           // chunks of the execution that lost most, by first iteration; if few enough
  uint32_t worst_threads = 0;
  uint64_t worst_slowest_ns = 0;
  double imbalance() const { return slowest_ns == 0 ? 0 : 1 - ratio(mean_ns, slowest_ns); }
};

// Takes constructs in the order of their ends.
class LoopCollector {
public:
  std::function<void(const LoopExecution&)> closed;
  void take(const Construct& construct, uint32_t process); // but chunks
  void take_chunk(const Construct& chunk, uint32_t process);
  std::vector<LoopStatistics> finish();

private:
  using Member = LoopExecution::Member;
  using Execution = LoopExecution;
  using Key = std::pair<uint64_t, uint32_t>; // process and region; ordinal
  static Key key_of(const Construct& construct, uint32_t process) {
    return {uint64_t{process} << 32 | construct.region, construct.ordinal};
  }
  static Member& member_of(Execution& execution, uint32_t lane);
  void forget(const Execution& execution);
  void close(const Execution& execution);
  LoopStatistics& row_of(uint32_t site);
  std::map<Key, Execution> open_;
  std::unordered_map<uint32_t, size_t> rows_of_site_;
  std::vector<LoopStatistics> rows_;
  std::vector<std::map<uint32_t, uint64_t>> blame_; // of each row: lane, time
  struct Last { // of each lane: the loop it ended last, and the execution its last chunk was of
    uint32_t region = 0, site = 0;
    Key key;
    Execution* execution = nullptr;
    size_t member = 0;
  };
  Last& last_of(uint32_t lane);
  std::vector<Last> last_;
};

} // namespace unply
