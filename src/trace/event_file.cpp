// Opens the recording of a parallel run: reads small tables into memory, and only place, thread and times of each block
// of events. Rows that refer to lost rows refer to "unknown" instead, and the Trace says so, as for every recording.
#include "trace/event_file.h"
#include "base/mapped_file.h"
#include "trace/event_codec.h"
#include "trace/event_kinds.h"
#include "trace/trace_loader.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace unply {

namespace {

struct StoredBlock {
  ByteView payload;
  uint64_t offset;
  EventBlockHead head;
  uint32_t rows;
  uint64_t floor_ticks; // no time of the block counts as before the end of the block before
};

struct StoredThread {
  EventThread row;
  uint64_t begin_ticks = 0, end_ticks = 0;
  bool described = false, has_blocks = false;
};

// Rows of unknown kinds, from a newer version, are skipped.
void keep_known_kinds(EventBlock& block) {
  size_t kept = 0;
  for (size_t i = 0; i < block.size(); ++i) {
    if (!is_known_event(block.kind[i])) continue;
    block.time_ns[kept] = block.time_ns[i];
    block.kind[kept] = block.kind[i];
    block.site[kept] = block.site[i];
    block.core[kept] = block.core[i];
    block.a[kept] = block.a[i];
    block.b[kept] = block.b[i];
    ++kept;
  }
  for (auto* column : {&block.time_ns, &block.a, &block.b}) column->resize(kept);
  block.kind.resize(kept);
  block.site.resize(kept);
  block.core.resize(kept);
}

} // namespace

struct EventFile::Contents {
  MappedFile file;
  Trace trace;
  Clock clock;
  std::vector<EventProcess> processes;
  std::vector<EventThread> threads;
  std::vector<EventObject> objects;
  std::vector<StoredBlock> blocks;
  std::vector<EventBlockPlace> places;
  uint64_t events = 0, duration_ns = 0;

  explicit Contents(MappedFile mapped) : file(std::move(mapped)) {}
  void take(const ContainerReader& container);
  void problem(const std::string& what);

private:
  void take_processes(RowBlock& rows);
  void take_threads(RowBlock& rows);
  void take_objects(RowBlock& rows);
  void take_events(const Block& block);
  void order_blocks();
  void finish_threads();
  std::vector<StoredThread> stored_; // by number in the file
  std::map<std::pair<uint64_t, uint64_t>, EventObject> by_id_;
  size_t most_ = 0; // numbers of threads and processes stay below it
  bool known_string(uint64_t id) const { return id < trace.strings.size(); }
  StringId string(uint64_t id) const { return StringId{known_string(id) ? static_cast<uint32_t>(id) : 0}; }
};

void EventFile::Contents::problem(const std::string& what) {
  trace.info.complete = false;
  trace.info.incomplete_why += (trace.info.incomplete_why.empty() ? "" : "; ") + what;
}

void EventFile::Contents::take_processes(RowBlock& rows) {
  auto process = rows.numbers("process"), rank = rows.numbers("rank"), pid = rows.numbers("pid"),
       host = rows.numbers("host"), program = rows.numbers("program");
  for (size_t i = 0; i < rows.rows() && rows.ok(); ++i) {
    if (process[i] >= most_) continue;
    if (process[i] >= processes.size()) processes.resize(process[i] + 1);
    processes[process[i]] = {.rank = static_cast<uint32_t>(rank[i]),
                             .pid = static_cast<uint32_t>(pid[i]),
                             .host = string(host[i]),
                             .program = string(program[i])};
  }
}

void EventFile::Contents::take_threads(RowBlock& rows) {
  auto thread = rows.numbers("thread"), process = rows.numbers("process"), kind = rows.numbers("kind"),
       system_id = rows.numbers("system_id"), name = rows.numbers("name"), begin = rows.numbers("begin"),
       end = rows.numbers("end");
  for (size_t i = 0; i < rows.rows() && rows.ok(); ++i) {
    if (thread[i] >= most_) continue;
    if (thread[i] >= stored_.size()) stored_.resize(thread[i] + 1);
    auto known = static_cast<uint8_t>(std::min<uint64_t>(kind[i], kThreadOther));
    stored_[thread[i]] = {.row = {.process = static_cast<uint32_t>(process[i]),
                                  .kind = known,
                                  .system_id = static_cast<uint32_t>(system_id[i]),
                                  .name = string(name[i]),
                                  .begin_ns = 0,
                                  .end_ns = 0,
                                  .events = 0},
                          .begin_ticks = begin[i],
                          .end_ticks = end[i],
                          .described = true};
  }
}

void EventFile::Contents::take_objects(RowBlock& rows) {
  auto kind = rows.numbers("kind"), id = rows.numbers("id"), name = rows.numbers("name"), site = rows.numbers("site");
  for (size_t i = 0; i < rows.rows() && rows.ok(); ++i) {
    if (kind[i] > static_cast<uint8_t>(ObjectKind::datatype)) continue;
    by_id_[{kind[i], id[i]}] = {.kind = static_cast<ObjectKind>(kind[i]),
                                .id = id[i],
                                .name = string(name[i]),
                                .site = static_cast<uint32_t>(site[i] < trace.sites.size() ? site[i] : 0)};
  }
}

void EventFile::Contents::take_events(const Block& block) {
  auto head = read_event_head(block.stored);
  if (!head || head->thread >= most_)
    return problem(fmt::format("block at byte {} of table events is malformed: head", block.offset));
  if (head->thread >= stored_.size()) stored_.resize(head->thread + size_t{1});
  stored_[head->thread].has_blocks = true;
  blocks.push_back(
      {.payload = block.stored, .offset = block.offset, .head = *head, .rows = block.head.rows, .floor_ticks = 0});
}

void EventFile::Contents::take(const ContainerReader& container) {
  most_ = container.blocks().size() + (64 << 10);
  for (const Block& block : container.blocks()) most_ += block.schema->name == "threads" ? block.head.rows : 0;
  for (const Block& block : container.blocks()) {
    if (block.schema->name == "events" && block.head.kind == kBlockEvents) take_events(block);
    if (block.head.kind != kBlockRows) continue;
    auto taker = block.schema->name == "processes" ? &Contents::take_processes
                 : block.schema->name == "threads" ? &Contents::take_threads
                 : block.schema->name == "objects" ? &Contents::take_objects
                                                   : nullptr;
    if (!taker) continue;
    auto rows = RowBlock::unpack(block);
    if (rows) (this->*taker)(*rows);
    if (!rows || !rows->ok())
      problem(fmt::format("block at byte {} of table {} is malformed", block.offset, block.schema->name));
  }
  for (auto& [key, object] : by_id_) objects.push_back(object);
  order_blocks();
  finish_threads();
}

void EventFile::Contents::order_blocks() {
  std::ranges::sort(blocks, {}, [](const StoredBlock& block) {
    return std::tuple(block.head.thread, block.head.first_ticks, block.offset);
  });
  uint64_t floor = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    StoredBlock& block = blocks[i];
    if (i == 0 || blocks[i - 1].head.thread != block.head.thread) floor = 0;
    block.floor_ticks = floor;
    floor = std::max(floor, block.head.last_ticks);
    StoredThread& thread = stored_[block.head.thread];
    if (thread.row.events == 0 && (!thread.begin_ticks || block.head.first_ticks < thread.begin_ticks))
      thread.begin_ticks = block.head.first_ticks;
    thread.end_ticks = std::max(thread.end_ticks, floor);
    thread.row.events += block.rows;
    events += block.rows;
  }
}

// Threads by process and begin; blocks follow, and name the threads by their new rows.
void EventFile::Contents::finish_threads() {
  uint64_t start = ~uint64_t{0};
  for (const StoredThread& thread : stored_)
    if (thread.row.events) start = std::min(start, thread.begin_ticks);
  if (!clock.scaled()) clock.start_at(start);
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < stored_.size(); ++i)
    if (stored_[i].described || stored_[i].has_blocks) order.push_back(i); // so every block's thread has a row
  std::ranges::sort(order, {}, [&](uint32_t number) {
    return std::tuple(stored_[number].row.process, stored_[number].begin_ticks, number);
  });
  if (processes.empty()) processes.resize(1);
  std::vector<uint32_t> row_of(stored_.size());
  for (uint32_t number : order) {
    const StoredThread& stored = stored_[number];
    EventThread& thread = threads.emplace_back(stored.row);
    if (thread.process >= processes.size()) thread.process = 0;
    thread.begin_ns = clock.ns(stored.begin_ticks);
    thread.end_ns = std::max(thread.begin_ns, clock.ns(stored.end_ticks));
    row_of[number] = static_cast<uint32_t>(threads.size() - 1);
    duration_ns = std::max(duration_ns, thread.end_ns);
  }
  duration_ns = std::max(duration_ns, clock.ns(clock.end_ticks()));
  trace.info.duration_ns = duration_ns;
  for (StoredBlock& block : blocks) block.head.thread = row_of[block.head.thread];
  std::ranges::sort(blocks, {}, [](const StoredBlock& block) {
    return std::tuple(block.head.thread, block.head.first_ticks, block.offset);
  });
  for (const StoredBlock& block : blocks)
    places.push_back({.thread = block.head.thread,
                      .rows = block.rows,
                      .first_ns = clock.ns(std::max(block.floor_ticks, block.head.first_ticks)),
                      .last_ns = clock.ns(std::max(block.floor_ticks, block.head.last_ticks))});
}

EventFile::EventFile(std::unique_ptr<Contents> contents) : contents_(std::move(contents)) {}
EventFile::EventFile(EventFile&&) noexcept = default;
EventFile& EventFile::operator=(EventFile&&) noexcept = default;
EventFile::~EventFile() = default;

Result<EventFile> EventFile::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return error_of(file);
  auto container = ContainerReader::open(file->bytes(), path);
  if (!container) return error_of(container);
  auto events = [](const Block& block) { return block.schema->name == "events"; };
  if (std::ranges::none_of(container->blocks(), events))
    return fail(path + ": holds no events of a parallel run",
                "unply record PROGRAM records them when the program runs in parallel");
  TraceLoader loader(*container);
  loader.load({.graph = false});
  auto contents = std::make_unique<Contents>(std::move(*file));
  contents->clock = loader.clock();
  contents->trace = loader.take();
  contents->take(*container);
  return EventFile(std::move(contents));
}

const Trace& EventFile::tables() const { return contents_->trace; }
std::span<const EventProcess> EventFile::processes() const { return contents_->processes; }
std::span<const EventThread> EventFile::threads() const { return contents_->threads; }
const EventObject* find_object(std::span<const EventObject> objects, ObjectKind kind, uint64_t id) {
  auto found = std::ranges::lower_bound(objects, std::pair(kind, id), {},
                                        [](const EventObject& each) { return std::pair(each.kind, each.id); });
  return found != objects.end() && found->kind == kind && found->id == id ? &*found : nullptr;
}

std::span<const EventObject> EventFile::objects() const { return contents_->objects; }
uint64_t EventFile::duration_ns() const { return contents_->duration_ns; }
uint64_t EventFile::events() const { return contents_->events; }
std::span<const EventBlockPlace> EventFile::blocks() const { return contents_->places; }

Result<EventBlock> EventFile::read_block(size_t number) const {
  EventBlock block;
  auto read = read_block(number, block);
  if (!read) return error_of(read);
  return block;
}

Result<void> EventFile::read_block(size_t number, EventBlock& out) const {
  thread_local EventDecoder decoder;
  const StoredBlock& stored = contents_->blocks[number];
  EventColumns columns{.ticks = std::move(out.time_ns),
                       .kind = std::move(out.kind),
                       .site = std::move(out.site),
                       .core = std::move(out.core),
                       .a = std::move(out.a),
                       .b = std::move(out.b),
                       .kinds = {}};
  if (!decoder.decode(stored.payload, stored.rows, columns))
    return fail(fmt::format("block at byte {} of table events is malformed", stored.offset),
                "convert or record again; unply info says what of the file can be read");
  for (uint64_t& time : columns.ticks) time = contents_->clock.ns(std::max(time, stored.floor_ticks));
  auto sites = static_cast<uint32_t>(contents_->trace.sites.size());
  for (uint32_t& site : columns.site) site = site < sites ? site : 0;
  out = {.thread = stored.head.thread,
         .time_ns = std::move(columns.ticks),
         .kind = std::move(columns.kind),
         .site = std::move(columns.site),
         .core = std::move(columns.core),
         .a = std::move(columns.a),
         .b = std::move(columns.b)};
  for (size_t kind = 0; kind < 256; ++kind)
    if (columns.kinds[kind] && !is_known_event(static_cast<uint8_t>(kind))) {
      keep_known_kinds(out);
      break;
    }
  return {};
}

Result<bool> has_events(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return error_of(file);
  auto container = ContainerReader::open(file->bytes(), path);
  if (!container) return error_of(container);
  return std::ranges::any_of(container->blocks(), [](const Block& block) { return block.schema->name == "events"; });
}

} // namespace unply
