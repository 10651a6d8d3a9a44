// Writes a recording incrementally: rows are collected and written in groups of blocks, referenced rows first, so a
// file truncated anywhere is still usable. Used by `unply record`, by simulated runs, and by tests.
//
// Invariants: the edges of a vertex are written only after its row in `tasks`, merged to one row for each (from, to,
// kind), unless half a million of them wait; a vertex has edges of a kind either in a list that it uses or in rows of
// its own; blocks stay within the bounds of trace_format.h.
#pragma once
#include "trace/container.h"
#include "trace/event_codec.h"
#include "trace/known_edge_lists.h"
#include "trace/rows.h"
#include "trace/writing_thread.h"
#include <unordered_map>

namespace unply {

class TraceWriter {
public:
  // thread: blocks are encoded and written by a thread of their own. A failure may then be returned by a later call, at
  // the latest by finish(), and the sink is not to be touched before.
  explicit TraceWriter(ByteSink& sink, bool thread = false);
  // The file header. records: the file will have rows of the table "records" instead of tasks and edges.
  Result<void> begin(bool records = false);
  void add_meta(std::string_view key, std::string_view value);
  StringId string_id(std::string_view text);
  void add_site(uint32_t id, const Site& site); // ids from 1
  void add_region(uint32_t id, const Region& region);
  void add_clock(uint64_t ticks, uint64_t time_ns); // two or more give the scale of all ticks
  void add_trace_event(uint32_t trace, uint32_t region, bool end, uint64_t ticks);
  void add_task(const TaskRow& task);
  void add_edge(const EdgeRow& edge);
  // All edges into a vertex whose row is added before the next flush, ascending by (from, kind); they are changed.
  // Returns the list that holds its anti dependences, or 0: another vertex with the same ones has add_use instead.
  uint32_t add_edges_of_vertex(std::span<EdgeRow> edges);
  void add_use(uint32_t to, uint32_t list);
  // A path consists of consecutive calls, from the task to the access; paths count from 1.
  void add_call(uint32_t path, const PathCall& call);
  // from: the earlier vertex of the dependence, or 0, as site_from, for the first access of a task of this region.
  void add_reached(uint32_t kind, uint32_t site_from, uint32_t site, uint32_t region, uint32_t from, uint32_t path);
  void add_processor(uint32_t vertex, uint32_t processor); // where a task of a simulated run runs
  // The access stream, in the order of the program. stride: for a move the address that the history moves to.
  void add_access(StreamOp op, uint64_t address, int64_t stride, uint64_t count, uint32_t bytes, uint32_t site);
  void add_stream_event(StreamOp op, uint32_t region, uint32_t trace, uint64_t ticks);
  void add_source(StringId name, std::string_view text);
  void add_note(std::string_view text);
  void add_counter(std::string_view group, std::string_view name, uint64_t value);

  // The loop profile. Loops count from 0, as the rows of LoopProfile; a second row of the same loop, dependence (loop,
  // carried, kind, sites) or call (loop, name) replaces the first.
  void set_loop_work(uint64_t work); // of the whole program; a trace in which it was set has a loop profile
  void add_loop(uint32_t loop, const ProfiledLoop& row);
  void add_loop_dependence(const LoopDependence& row);
  void add_loop_call(const LoopCall& row);
  void add_function(uint32_t function, const ProfiledFunction& row); // likewise
  void add_part_dependence(const PartDependence& row);
  void add_part_call(const PartCall& row);
  void add_part_work(const PartWork& row);

  // Records of the ring whose dependences are found later; begins: the first vertex of a task instance ends with it.
  void add_record(uint32_t type, ByteView payload, bool begins);
  Result<void> add_record_row(RecordKind kind, ByteView bytes, uint64_t instances = 0); // of another kind than records
  Result<void> copy_block(const Block& block);                                          // of another file

  // Of parallel runs. Threads count from 0; a second row of the same thread, process or object replaces the first.
  // Events of a thread are in the order of time (an earlier time is raised to the time of the previous event); events
  // of several threads may be interleaved: they wait until a block of one thread is full or two million wait in all.
  void add_process(uint32_t process, const EventProcess& row);
  void add_thread(uint32_t thread, const ThreadRow& row);
  void add_object(const EventObject& object);
  Result<void> write_events(uint32_t thread, std::span<const EventRow> events);

  bool full() const { return full_; } // enough gathered for a group of blocks
  bool waiting() const;               // anything gathered
  Result<void> flush();               // writes all collected rows, except edges of unfinished vertices
  Result<void>
  write_tables(); // of them, those of tables that are filled, as edges of whole vertices; makes room for more
  // Says that the vertices in the file have all their edges there: a reader of a file that is cut stops here.
  Result<void> write_checkpoint();
  // The sink is cut behind the last checkpoint; rows about vertices that were gathered since then are left out.
  void back_to_checkpoint();
  Result<void> finish();
  Result<void> drain();  // all that was to be written is; returns what failed
  void forget_failure(); // of a full disk, where room has been made

  uint64_t edges_written() const { return edges_written_; }
  uint64_t loops_written() const { return loops_written_; }
  uint64_t loop_dependences_written() const { return loop_dependences_written_; }
  uint64_t events_written() const { return events_written_; }
  uint64_t task_instances() const { return task_instances_; }
  uint64_t stream_tasks() const { return stream_tasks_; }
  uint64_t bytes_written() const { return container_.bytes_written(); } // when it is finished

private:
  struct ThreadEvents {
    std::vector<EventRow> waiting;
    uint64_t last_ticks = 0;
  };
  Result<void> give_rows(TableBuffer& table);
  Result<void> write_records();
  Result<void> write_record_row(RecordKind kind, ByteView bytes);
  Result<void> write_event_block(uint32_t thread);
  Result<void> write_waiting_events();
  template <class... Values> void add(TableNumber number, const Values&... values);
  void gather_tasks();
  Result<void> gather_edges(bool all);
  Result<void> put_many_edges(std::span<const EdgeRow> edges);
  void put_edges(std::span<const EdgeRow> edges);
  uint32_t put_list(uint32_t to, std::span<const EdgeRow> edges);
  uint32_t number_in_file(uint32_t set);
  void forget_sets();
  ContainerWriter container_;
  std::vector<TableBuffer> tables_;
  std::vector<TaskRow> tasks_;
  std::vector<EdgeRow> edges_;
  SitePairSets sets_;                 // of edges_
  std::vector<uint32_t> set_in_file_; // of each of them, 0: not written
  uint32_t last_set_in_file_ = 0;
  bool full_ = false;
  KnownEdgeLists lists_;
  std::vector<size_t> lengths_;         // of lists, by their numbers
  std::vector<EdgeRow> of_kind_, rest_; // of one vertex
  size_t edges_held_ = 0;               // of edges_, those that were held back at the last flush
  Bytes records_, record_payload_;
  size_t records_end_ = 0;       // of what records_ holds
  uint64_t record_position_ = 0; // in all of them
  struct StreamRow {
    uint64_t address = 0, count = 0, ticks = 0;
    int64_t stride = 0;
    uint32_t site = 0, bytes = 0, region = 0, trace = 0;
  };
  void put_stream(StreamOp op);
  StreamRow last_; // members that an operation does not have repeat the row before, so that they cost nothing
  std::unordered_map<std::string, uint32_t> strings_;
  std::vector<ThreadEvents> threads_;
  size_t events_waiting_ = 0;
  EventEncoder event_encoder_;
  uint64_t events_written_ = 0;
  uint64_t loops_written_ = 0, loop_dependences_written_ = 0;
  uint64_t edges_written_ = 0, task_instances_ = 0, stream_tasks_ = 0;
  std::mutex spare_mutex_;
  std::vector<std::shared_ptr<TableBuffer>> spare_; // whose rows are in the file
  WritingThread writing_;                           // last: its jobs use what is above
};

} // namespace unply
