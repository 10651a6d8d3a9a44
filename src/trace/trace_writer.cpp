#include "trace/trace_writer.h"
#include "trace/byte_planes.h"
#include "trace/edge_merge.h"
#include "unply/ring_format.h"
#include <algorithm>
#include <utility>

namespace unply {

// Blocks of this many rows: small enough that a group stays in the second-level cache while it is encoded, large enough
// that the 130 bytes around a block of tasks do not count.
static constexpr size_t kTaskRows = 32 << 10, kEdgeRows = 64 << 10, kOtherRows = 64 << 10;
static constexpr size_t kTextBytes = 4 << 20, kRecordBytes = 1 << 20;
static constexpr size_t kMostHeldEdges = 1 << 19;
static constexpr size_t kMostKnownPairs = 4 << 20;    // 64 MiB; a set that comes again later is then written again
static constexpr size_t kMostWaitingEvents = 2 << 20; // 64 MiB

template <class... Values> void TraceWriter::add(TableNumber number, const Values&... values) {
  TableBuffer& table = tables_[number];
  table.add(values...);
  full_ |= table.rows() >= kOtherRows || table.text_bytes() >= kTextBytes;
}

TraceWriter::TraceWriter(ByteSink& sink, bool thread) : container_(sink), writing_(thread) {
  tables_.reserve(kTableCount);
  for (const TableSpec& spec : kTables) tables_.emplace_back(spec);
  string_id("");
}

Result<void> TraceWriter::begin(bool records) {
  return container_.write_header(records ? kTraceMajorOfRecords : kTraceMajor);
}

void TraceWriter::add_meta(std::string_view key, std::string_view value) { add(kTableMeta, key, value); }

StringId TraceWriter::string_id(std::string_view text) {
  auto [at, fresh] = strings_.try_emplace(std::string(text), static_cast<uint32_t>(strings_.size()));
  if (fresh) add(kTableStrings, at->second, text);
  return static_cast<StringId>(at->second);
}

static uint32_t number(StringId id) { return static_cast<uint32_t>(id); }

void TraceWriter::add_site(uint32_t id, const Site& s) {
  add(kTableSites, id, number(s.file), s.line, s.column, number(s.function), number(s.variable), number(s.inlined_file),
      s.inlined_line, s.flags);
}

void TraceWriter::add_region(uint32_t id, const Region& r) {
  add(kTableRegions, id, static_cast<uint8_t>(r.kind), static_cast<uint8_t>(r.origin), number(r.file),
      number(r.function), number(r.label), r.line, r.column);
}

void TraceWriter::add_clock(uint64_t ticks, uint64_t time_ns) { add(kTableClock, ticks, time_ns); }

void TraceWriter::add_trace_event(uint32_t trace, uint32_t region, bool end, uint64_t ticks) {
  add(kTableTraces, trace, region, static_cast<uint8_t>(end), ticks);
}

void TraceWriter::add_task(const TaskRow& task) {
  tasks_.push_back(task);
  full_ |= tasks_.size() >= kTaskRows;
  task_instances_ += task.instance == task.vertex;
}

void TraceWriter::add_edge(const EdgeRow& edge) {
  edges_.push_back(edge);
  full_ |= edges_.size() >= edges_held_ + kEdgeRows;
}

uint32_t TraceWriter::add_edges_of_vertex(std::span<EdgeRow> edges) {
  edges = edges.first(merge_sorted_edges(edges, sets_));
  if (edges.size() < KnownEdgeLists::kShortest) {
    put_edges(edges);
    return 0;
  }
  uint32_t anti = 0;
  rest_.clear();
  for (EdgeKind kind : {EdgeKind::flow, EdgeKind::anti, EdgeKind::output}) {
    of_kind_.clear();
    for (const EdgeRow& edge : edges)
      if (edge.kind == static_cast<uint32_t>(kind)) of_kind_.push_back(edge);
    const uint32_t list = put_list(edges[0].to, of_kind_);
    if (kind == EdgeKind::anti) anti = list;
    if (list == 0) rest_.insert(rest_.end(), of_kind_.begin(), of_kind_.end());
  }
  if (rest_.size() == edges.size())
    put_edges(edges); // still in order
  else
    put_edges(rest_);
  return anti;
}

// Returns 0 if the edges are not in a list.
uint32_t TraceWriter::put_list(uint32_t to, std::span<const EdgeRow> edges) {
  if (edges.size() < KnownEdgeLists::kShortest) return 0;
  const auto [list, fresh] = lists_.find_or_add(edges);
  if (list == 0) return 0;
  if (fresh)
    for (const EdgeRow& e : edges)
      add(kTableLists, list, e.from, e.kind, e.site_from, e.site_to, e.bytes, number_in_file(e.pairs));
  add(kTableUses, to, list);
  edges_written_ += edges.size();
  lengths_.resize(std::max<size_t>(lengths_.size(), list + size_t{1}));
  lengths_[list] = edges.size();
  return list;
}

void TraceWriter::add_use(uint32_t to, uint32_t list) {
  add(kTableUses, to, list);
  edges_written_ += lengths_[list];
}

void TraceWriter::add_call(uint32_t path, const PathCall& call) {
  add(kTableCalls, path, number(call.file), call.line, number(call.function), call.left_out);
}

void TraceWriter::add_reached(uint32_t kind, uint32_t site_from, uint32_t site, uint32_t region, uint32_t from,
                              uint32_t path) {
  add(kTableReached, static_cast<uint8_t>(kind), site_from, site, region, from, path);
}

void TraceWriter::add_processor(uint32_t vertex, uint32_t processor) { add(kTableProcessors, vertex, processor); }

void TraceWriter::add_access(StreamOp op, uint64_t address, int64_t stride, uint64_t count, uint32_t bytes,
                             uint32_t site) {
  last_.address = address;
  last_.stride = stride;
  last_.count = count;
  last_.bytes = bytes;
  last_.site = site;
  put_stream(op);
}

void TraceWriter::add_stream_event(StreamOp op, uint32_t region, uint32_t trace, uint64_t ticks) {
  last_.region = region;
  last_.trace = trace;
  last_.ticks = ticks;
  stream_tasks_ += op == kStreamTaskBegin;
  put_stream(op);
}

void TraceWriter::put_stream(StreamOp op) {
  add(kTableAccesses, static_cast<uint8_t>(op), last_.site, last_.bytes, last_.address, last_.stride, last_.count,
      last_.region, last_.trace, last_.ticks);
}

void TraceWriter::add_record(uint32_t type, ByteView payload, bool begins) {
  const RingRecord head{static_cast<uint32_t>(sizeof head + payload.size()), type};
  if (records_.size() < records_end_ + head.bytes) records_.resize(2 * kRecordBytes + head.bytes);
  std::memcpy(&records_[records_end_], &head, sizeof head);
  if (!payload.empty()) std::memcpy(&records_[records_end_ + sizeof head], payload.data(), payload.size());
  records_end_ += head.bytes;
  full_ |= records_end_ >= kRecordBytes;
  task_instances_ += begins;
}

Result<void> TraceWriter::add_record_row(RecordKind kind, ByteView bytes, uint64_t instances) {
  TRY(write_records());
  task_instances_ += instances;
  return write_record_row(kind, bytes);
}

Result<void> TraceWriter::write_records() {
  if (records_end_ == 0) return {};
  const size_t bytes = std::exchange(records_end_, 0); // also after a failure, as in write_tables
  auto written = write_record_row(kRecordsOfRing, ByteView(records_).first(bytes));
  record_position_ += bytes;
  return written;
}

// Its payload is made here, in room that is kept: as a text in a TableBuffer, which is copied twice and allocated anew
// for each block, it cost as much as compressing it.
Result<void> TraceWriter::write_record_row(RecordKind kind, ByteView bytes) {
  Bytes front, position, length;
  append_varint(position, zigzag(record_position_));
  append_varint(length, bytes.size());
  append_varint(front, std::size(kRecordColumns));
  for (uint8_t byte : {uint8_t{kEncodeDelta}, static_cast<uint8_t>(position.size())}) front.push_back(byte);
  front.insert(front.end(), position.begin(), position.end());
  for (uint8_t byte : {uint8_t{kEncodePlain}, uint8_t{1}, uint8_t{kind}, uint8_t{kEncodeText}}) front.push_back(byte);
  append_varint(front, length.size() + bytes.size());
  front.insert(front.end(), length.begin(), length.end());
  const size_t size = front.size() + bytes.size();
  if (record_payload_.size() < size) record_payload_.resize(size);
  std::ranges::copy(front, record_payload_.begin());
  to_byte_planes(bytes, record_payload_.data() + front.size());
  TRY(writing_.drain());
  return container_.write_packed(kTables[kTableRecords], kBlockRows, 1, ByteView(record_payload_).first(size));
}

Result<void> TraceWriter::copy_block(const Block& block) {
  return writing_.give([this, block] { return container_.copy_block(block); });
}

void TraceWriter::add_source(StringId name, std::string_view text) { add(kTableSources, number(name), text); }
void TraceWriter::add_note(std::string_view text) { add(kTableNotes, text); }
void TraceWriter::add_counter(std::string_view group, std::string_view name, uint64_t value) {
  add(kTableCounters, group, name, value);
}

void TraceWriter::set_loop_work(uint64_t work) { add_meta("loop_work", std::to_string(work)); }

void TraceWriter::add_loop(uint32_t loop, const ProfiledLoop& row) {
  ++loops_written_;
  add(kTableLoops, loop, number(row.file), number(row.function), row.line, row.column, number(row.facts), row.instances,
      row.iterations, row.least, row.most, row.work, row.around, row.inputs);
}

void TraceWriter::add_loop_dependence(const LoopDependence& row) {
  ++loop_dependences_written_;
  add(kTableLoopDependences, row.loop, static_cast<uint8_t>(row.carried), static_cast<uint8_t>(row.kind), row.site_from,
      row.site_to, row.count, row.min_distance, row.max_distance, static_cast<uint8_t>(row.exact), row.first_from,
      row.first_to, row.inner_known ? inner_column(row.inner_least) : 0,
      row.inner_known ? inner_column(row.inner_most) : 0);
}

void TraceWriter::add_loop_call(const LoopCall& row) { add(kTableLoopCalls, row.loop, number(row.name), row.count); }

void TraceWriter::add_function(uint32_t function, const ProfiledFunction& row) {
  add(kTableFunctions, function, number(row.file), number(row.function), row.line, number(row.facts), row.instances,
      row.work);
}

void TraceWriter::add_part_dependence(const PartDependence& row) {
  add(kTablePartDependences, row.function, static_cast<uint8_t>(row.kind), row.site_from, row.site_to, row.part_from,
      row.part_to, row.count);
}

void TraceWriter::add_part_call(const PartCall& row) {
  add(kTablePartCalls, row.function, number(row.name), row.count);
}

void TraceWriter::add_part_work(const PartWork& row) {
  add(kTablePartWorks, row.function, uint32_t{row.kind}, uint32_t{row.number}, row.count, row.work);
}

void TraceWriter::add_process(uint32_t process, const EventProcess& row) {
  add(kTableProcesses, process, row.rank, row.pid, number(row.host), number(row.program));
}

void TraceWriter::add_thread(uint32_t thread, const ThreadRow& row) {
  add(kTableThreads, thread, row.process, static_cast<uint8_t>(row.kind), row.system_id, number(row.name),
      row.begin_ticks, row.end_ticks);
}

void TraceWriter::add_object(const EventObject& object) {
  add(kTableObjects, static_cast<uint8_t>(object.kind), object.id, number(object.name), object.site);
}

Result<void> TraceWriter::write_events(uint32_t thread, std::span<const EventRow> events) {
  if (thread >= threads_.size()) threads_.resize(thread + size_t{1});
  ThreadEvents& of = threads_[thread];
  for (const EventRow& event : events) {
    EventRow& row = of.waiting.emplace_back(event);
    of.last_ticks = row.ticks = std::max(of.last_ticks, event.ticks);
    ++events_waiting_;
    if (of.waiting.size() < kEventBlockRows) continue;
    if (auto written = write_event_block(thread); !written) return written;
  }
  return events_waiting_ > kMostWaitingEvents ? write_waiting_events() : Result<void>{};
}

Result<void> TraceWriter::write_event_block(uint32_t thread) {
  std::vector<EventRow>& rows = threads_[thread].waiting;
  if (auto written = write_tables(); !written) return written; // the rows that events refer to
  if (auto drained = writing_.drain(); !drained) return drained;
  ByteView payload = event_encoder_.encode(thread, rows);
  auto written = container_.write_packed(kTables[kTableEvents], kBlockEvents, rows.size(), payload);
  events_written_ += rows.size();
  events_waiting_ -= rows.size();
  rows.clear(); // also after a failure, as in write_tables
  return written;
}

Result<void> TraceWriter::write_waiting_events() {
  for (uint32_t thread = 0; thread < threads_.size(); ++thread)
    if (!threads_[thread].waiting.empty())
      if (auto written = write_event_block(thread); !written) return written;
  return {};
}

bool TraceWriter::waiting() const {
  return !tasks_.empty() || edges_.size() > edges_held_ || records_end_ > 0 || events_waiting_ > 0 ||
         std::any_of(tables_.begin(), tables_.end(), [](const TableBuffer& table) { return table.rows() > 0; });
}

// Sorted by vertex, so that most columns are constant or count up; the gap is from the end of the row before.
void TraceWriter::gather_tasks() {
  auto by_vertex = [](const TaskRow& a, const TaskRow& b) { return a.vertex < b.vertex; };
  if (!std::is_sorted(tasks_.begin(), tasks_.end(), by_vertex)) std::sort(tasks_.begin(), tasks_.end(), by_vertex);
  uint64_t end = 0;
  for (const TaskRow& t : tasks_) {
    uint64_t duration = t.end_ticks - t.begin_ticks;
    add(kTableTasks, t.vertex, t.vertex - t.instance, t.previous ? t.vertex - t.previous : 0,
        t.parent ? t.vertex - t.parent : 0, t.region, t.trace, t.begin_ticks - end, duration, duration - t.self_ticks,
        t.hooks, t.transitions, static_cast<uint8_t>(t.unfinished));
    end = t.end_ticks;
  }
}

uint32_t TraceWriter::number_in_file(uint32_t set) {
  if (set == 0) return 0;
  set_in_file_.resize(sets_.size());
  uint32_t& number = set_in_file_[set];
  if (number != 0) return number;
  number = ++last_set_in_file_;
  for (const SitePair& pair : sets_.at(set)) add(kTablePairs, number, pair.from, pair.to, pair.bytes);
  return number;
}

void TraceWriter::put_edges(std::span<const EdgeRow> edges) {
  TableBuffer& table = tables_[kTableEdges];
  const size_t first = table.rows();
  table.grow(edges.size());
  auto fill = [&](size_t column, auto value) { // one column after the other: a third of the instructions of row by row
    std::span<uint64_t> values = table.column(column).subspan(first);
    for (size_t i = 0; i < edges.size(); ++i) values[i] = value(edges[i]);
  };
  fill(0, [](const EdgeRow& e) { return e.to; });
  fill(1, [](const EdgeRow& e) { return e.to - e.from; });
  fill(2, [](const EdgeRow& e) { return e.kind; });
  fill(3, [](const EdgeRow& e) { return e.site_from; });
  fill(4, [](const EdgeRow& e) { return e.site_to; });
  fill(5, [](const EdgeRow& e) { return e.bytes; });
  fill(6, [&](const EdgeRow& e) { return number_in_file(e.pairs); });
  full_ |= table.rows() >= kEdgeRows;
  edges_written_ += edges.size();
}

// A run may end in more edges than fit into a block.
Result<void> TraceWriter::put_many_edges(std::span<const EdgeRow> edges) {
  constexpr size_t kMostRows = kBlockMaxRows / 4;
  while (!edges.empty()) {
    const size_t n = std::min(edges.size(), kMostRows);
    put_edges(edges.first(n));
    edges = edges.subspan(n);
    if (tables_[kTableEdges].rows() >= kMostRows) TRY(write_tables());
  }
  return {};
}

void TraceWriter::forget_sets() {
  lists_.forget(); // they have numbers of sets
  SitePairSets known = std::move(sets_);
  sets_ = {};
  set_in_file_.clear();
  for (EdgeRow& e : edges_)
    if (e.pairs != 0) e.pairs = sets_.find_or_add(known.at(e.pairs));
}

// Edges into vertices that are still running may get more bytes, so they wait for their vertex.
Result<void> TraceWriter::gather_edges(bool all) {
  merge_edges(edges_, sets_);
  auto task = tasks_.begin();
  auto finished = [&](uint32_t vertex) { // asked for in rising order
    while (task != tasks_.end() && task->vertex < vertex) ++task;
    return task != tasks_.end() && task->vertex == vertex;
  };
  size_t held = 0;
  if (!all) {
    std::vector<EdgeRow> wait;
    bool ready = false;
    uint32_t last = 0;
    auto out = edges_.begin();
    for (const EdgeRow& e : edges_) {
      if (e.to != last) ready = finished(e.to);
      last = e.to;
      if (ready)
        *out++ = e;
      else
        wait.push_back(e);
    }
    if (wait.size() <= kMostHeldEdges) {
      TRY(put_many_edges({edges_.begin(), out}));
      edges_.assign(wait.begin(), wait.end()); // not moved: keeps its room for the next rows
      held = edges_.size();
    } else { // in the order of `to` again
      out = std::copy(wait.begin(), wait.end(), out);
      merge_edges(edges_, sets_);
      all = true;
    }
  }
  if (all) {
    TRY(put_many_edges(edges_));
    edges_.clear();
  }
  edges_held_ = held;
  if (sets_.pairs() > kMostKnownPairs) forget_sets();
  return {};
}

// Leaves the table empty, also after a failure: collected rows must not be written twice. Rows go to the other thread
// in a buffer that it gives back.
Result<void> TraceWriter::give_rows(TableBuffer& table) {
  std::shared_ptr<TableBuffer> rows;
  {
    std::lock_guard lock(spare_mutex_);
    auto spare = std::ranges::find(spare_, &table.spec(), [](const auto& each) { return &each->spec(); });
    if (spare != spare_.end()) rows = std::move(*spare), spare_.erase(spare);
  }
  if (!rows) rows = std::make_shared<TableBuffer>(table.spec());
  rows->swap(table);
  return writing_.give([this, rows] {
    auto written = container_.write_rows(*rows);
    rows->clear();
    std::lock_guard lock(spare_mutex_);
    spare_.push_back(rows);
    return written;
  });
}

Result<void> TraceWriter::write_tables() {
  full_ = false;
  for (TableBuffer& table : tables_) {
    if (!table.rows()) continue;
    if (auto given = give_rows(table); !given) return given;
  }
  return write_records();
}

Result<void> TraceWriter::flush() {
  gather_tasks();
  TRY(gather_edges(false));
  tasks_.clear();
  if (auto written = write_tables(); !written) return written;
  return write_waiting_events();
}

Result<void> TraceWriter::write_checkpoint() {
  add(kTableCheckpoints, task_instances_);
  TRY(write_tables());
  const MarkedFigures figures{task_instances_, edges_written_, record_position_};
  return writing_.give([this, figures] { return container_.mark(figures), Result<void>{}; });
}

void TraceWriter::back_to_checkpoint() {
  (void)writing_.drain();
  writing_.forget();
  const MarkedFigures figures = container_.back_to_mark();
  task_instances_ = figures.instances;
  edges_written_ = figures.edges;
  tasks_.clear();
  edges_.clear();
  edges_held_ = 0;
  records_end_ = 0;
  record_position_ = figures.record_bytes;
  for (TableNumber number : {kTableTasks, kTableEdges, kTableLists, kTableUses, kTablePairs, kTableAccesses})
    tables_[number].clear();
}

Result<void> TraceWriter::drain() { return writing_.drain(); }

void TraceWriter::forget_failure() {
  (void)writing_.drain();
  writing_.forget();
}

Result<void> TraceWriter::finish() {
  gather_tasks();
  TRY(gather_edges(true));
  tasks_.clear();
  if (auto written = write_tables(); !written) return written;
  if (auto written = write_waiting_events(); !written) return written;
  if (auto drained = writing_.drain(); !drained) return drained;
  return container_.write_end();
}

} // namespace unply
