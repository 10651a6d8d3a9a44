// How read_trace builds a Trace: block by block into columns, then checks and conversions over all rows. Row numbers
// come from the file and are bounded by the size of the file, so that no damaged number makes it allocate more.
#pragma once
#include "trace/container.h"
#include "trace/read_options.h"
#include "trace/rows.h"
#include <unordered_map>

namespace unply {

// Ticks to ns since the start of the recording: exact to 2^-62 and monotonic.
class Clock {
public:
  void add(uint64_t ticks, uint64_t time_ns);
  uint64_t ns(uint64_t ticks) const { return ticks < first_ticks_ ? 0 : span_ns(ticks - first_ticks_); }
  uint64_t span_ns(uint64_t ticks) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>(static_cast<Wide>(ticks) * factor_ >> shift_);
  }
  // Lengths are rounded to the nearest: cut off, each would lose half a nanosecond.
  uint64_t length_ns(uint64_t ticks) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((static_cast<Wide>(ticks) * factor_ + ((Wide{1} << shift_) >> 1)) >> shift_);
  }
  uint64_t end_ticks() const { return last_ticks_; }
  bool scaled() const { return last_ticks_ > first_ticks_; } // otherwise a tick counts as 1 ns
  void set_scale();
  void start_at(uint64_t ticks) { first_ticks_ = last_ticks_ = ticks; } // when there is no scale

private:
  uint64_t first_ticks_ = 0, first_ns_ = 0, last_ticks_ = 0, last_ns_ = 0;
  bool any_ = false;
  uint64_t factor_ = 1; // ns per tick << shift_
  unsigned shift_ = 0;
};

class TraceLoader {
public:
  explicit TraceLoader(const ContainerReader& container) : container_(container) {}
  void load(const ReadOptions& options);
  Trace take() { return std::move(trace_); }
  const Trace& trace() const { return trace_; }
  const Clock& clock() const { return clock_; }

private:
  using Take = void (TraceLoader::*)(RowBlock&);
  void take_meta(RowBlock& block);
  void take_strings(RowBlock& block);
  void take_sites(RowBlock& block);
  void take_regions(RowBlock& block);
  void take_clock(RowBlock& block);
  void take_traces(RowBlock& block);
  void take_tasks(RowBlock& block);
  void take_pairs(RowBlock& block);
  void take_edges(RowBlock& block);
  void take_lists(RowBlock& block);
  void take_uses(RowBlock& block);
  void take_calls(RowBlock& block);
  void take_reached(RowBlock& block);
  void take_processors(RowBlock& block);
  void take_repeats(RowBlock& block);
  void take_sources(RowBlock& block);
  void take_notes(RowBlock& block);
  void take_counters(RowBlock& block);
  void take_loops(RowBlock& block);
  void take_loop_dependences(RowBlock& block);
  void take_loop_calls(RowBlock& block);
  void take_functions(RowBlock& block);
  void take_part_dependences(RowBlock& block);
  void take_part_calls(RowBlock& block);
  void take_part_works(RowBlock& block);
  void check_loops();
  void check_functions();
  void set_unseen(std::string name, uint64_t calls);

  void set_info(std::string_view key, std::string_view value);
  void count_rows();
  uint64_t limit(const char* table) const; // ids of a table stay below it
  void check_strings();
  void finish_traces();
  void finish_tasks();
  void fill_missing_tasks();
  void estimate_overhead();
  void convert_times();
  void apply_repeats();
  void check_sets();
  void check_paths();
  void check_sets_of(EdgeColumns& edges, const std::vector<uint64_t>& bytes_of_set);
  void sort_edges();
  void append_lists();
  void finish_info();
  uint32_t unknown_region();

  const ContainerReader& container_;
  ReadOptions options_;
  Trace trace_;
  Clock clock_;
  std::unordered_map<std::string, uint64_t> table_rows_;
  std::vector<std::string> problems_;
  uint64_t bad_rows_ = 0;
  uint64_t first_ticks_ = ~uint64_t{0}, last_ticks_ = 0; // seen in tasks and traces
  uint64_t hook_ps_ = 0, transition_ps_ = 0, task_ps_ = 0, task_inside_ps_ = 0, task_parent_ps_ = 0;
  EdgeColumns lists_; // rows of lists, whose numbers are in `to`, ascending
  std::vector<EdgeListUse> uses_;
  std::vector<ReachedSite> reached_; // region_from holds the earlier vertex until check_paths
  std::vector<uint64_t> time_ns_;    // from the table "repeats", by row
  uint32_t unknown_region_ = kNoRegion;
  bool meta_complete_ = false;
};

} // namespace unply
