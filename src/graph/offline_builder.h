// Builds vertices and edges from the access stream (Algorithm 1 of execution-graphs-mora-2021 with Algorithm 3 for
// nested tasks), byte by byte and straight from the definition: the last writer of each byte and all readers since. It
// shares no code with the runtime's shadow memory, so that each tests the other.
//
// Definitions that fix the result exactly:
// - A run is an uninterrupted stretch of one vertex. A byte's readers are the runs that read it since it was last
//   written, each with the site of its first such read; the run that wrote it last is not listed, and has the site of
//   its first write to the byte.
// - flow: when a run enters the list, from the writer. anti and output: when a run writes, from every reader and from
//   the writer. Each such moment counts one byte for its (from, to, kind, source site, sink site).
// - Never between vertices of one task instance; accesses outside every task instance only end a byte's history when
//   they write.
// - Before an access (one element of a strided one) that depends on a vertex with a higher id, the current vertex is
//   renewed: its instance continues as a new, highest vertex, joined by an extension edge.
#pragma once
#include "base/none.h"
#include "trace/access_stream.h"
#include "trace/trace.h"
#include <array>
#include <memory>
#include <unordered_map>

namespace unply {

class OfflineBuilder final : public AccessVisitor {
public:
  explicit OfflineBuilder(const TraceInfo& info) : hook_ns_(info.hook_ns), task_ns_(info.task_ns) {}

  void trace_begin(uint32_t trace, uint32_t region, uint64_t time_ns) override;
  void trace_end(uint32_t trace, uint64_t time_ns) override;
  void task_begin(uint32_t region, uint32_t trace, uint64_t time_ns) override;
  void task_end(uint64_t time_ns) override;
  void access(const StreamAccess& access) override;
  void forget(uint64_t address, uint64_t bytes) override;
  void move(uint64_t from, uint64_t to, uint64_t bytes) override;
  void copy(uint64_t from, uint64_t to, uint64_t bytes) override;

  // Ends open tasks at end_ns (marked incomplete) and puts tasks and edges into the trace.
  Result<void> finish(Trace& trace, uint64_t end_ns);

private:
  static constexpr size_t kCompactRows = 4096, kLookBack = 8;
  struct Reader {
    uint32_t run, site, next; // next: index into readers_, older first read
  };
  struct History { // of one byte; writer_run and last_reader are kNone if there is none
    uint32_t writer_run = kNone, writer_site = 0, last_reader = kNone;
  };
  using Page = std::array<History, 4096>;
  struct EdgeRow {
    uint32_t to, from;
    EdgeKind kind;
    uint32_t site_from, site_to;
    uint64_t bytes;
    uint32_t pairs = 0; // of pair_sets_, once merged
  };
  struct Open { // an open task instance
    uint32_t vertex;
    uint64_t resumed_ns;             // when its current run began
    double tracing_ns = 0;           // estimated cost inside the vertex so far
    std::vector<EdgeRow> edges = {}; // into the vertex, in order of discovery
    size_t compact_at = kCompactRows;
  };

  History& history(uint64_t address);
  void new_run();
  void new_vertex(uint32_t region, uint32_t trace, uint32_t instance, uint32_t parent, uint64_t time_ns);
  static void compact(std::vector<EdgeRow>& rows);
  void close_vertex(Open& open, uint64_t time_ns);
  void renew();
  bool lies_ahead(uint32_t run) const;
  bool needs_renewal(uint64_t address, uint32_t bytes, bool write);
  void add_edge(uint32_t from_run, EdgeKind kind, uint32_t site_from, uint32_t site_to);
  void load_byte(History& h, uint32_t site);
  void store_byte(History& h, uint32_t site);
  void drop_readers(History& h);
  void element(uint64_t address, uint32_t bytes, uint32_t site, bool write);
  void pass_time(uint64_t time_ns) { now_ns_ = time_ns; }

  double hook_ns_, task_ns_;
  uint64_t now_ns_ = 0; // of the last event
  TaskColumns tasks_;
  std::vector<uint32_t> run_vertex_; // of each run
  std::vector<Open> stack_;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  uint64_t last_page_number_ = ~uint64_t{0};
  Page* last_page_ = nullptr;
  std::vector<Reader> readers_;
  uint32_t free_reader_ = kNone;
  std::vector<EdgeRow> edges_; // merged
  SitePairSets pair_sets_;
  bool too_many_ = false;
};

// Reads a recording and, if it is an access stream, builds its tasks and edges.
Result<Trace> load_trace(const std::string& path);

} // namespace unply
