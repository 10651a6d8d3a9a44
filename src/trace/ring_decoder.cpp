#include "trace/ring_decoder.h"
#include "unply/runtime_abi.h"
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {

constexpr uint64_t kMostStringBytes = 256 << 20; // of a module; a damaged size must not take all memory

// The program may change the ring at any time: each record is copied before it is inspected.
template <class Row> bool take(ByteView& bytes, Row& row) {
  if (bytes.size() < sizeof row) return false;
  std::memcpy(&row, bytes.data(), sizeof row);
  bytes = bytes.subspan(sizeof row);
  return true;
}

struct OpenState { // then RingOpenTask[depth], and the record that was not published
  uint64_t end_ticks;
  uint32_t depth, reserved;
};

} // namespace

Result<size_t> RingDecoder::decode(ByteView records) {
  size_t taken = 0;
  histories_.expand();
  while (records.size() - taken >= sizeof(RingRecord) && !writer_.full()) {
    RingRecord head;
    std::memcpy(&head, records.data() + taken, sizeof head);
    bool sound = head.bytes >= sizeof head && head.bytes % 8 == 0 && head.bytes <= kRingMaxRecordBytes &&
                 head.bytes <= records.size() - taken;
    if (!sound || !decode_record(head.type, records.subspan(taken + sizeof head, head.bytes - sizeof head)))
      return fail(fmt::format("ring: the record at byte {} is damaged: type {}, {} bytes", position_ + taken, head.type,
                              head.bytes),
                  "did the program write through a wild pointer?");
    taken += head.bytes;
  }
  position_ += taken;
  histories_.expand(); // the edges of a vertex go into the same group as its row
  return taken;
}

// Rows of vertices never come before their edges.
Result<void> RingDecoder::flush() {
  while (!histories_.expand() && writer_.full()) TRY(writer_.write_tables());
  return writer_.flush();
}

// What is kept of a vertex is checked when its dependences are found.
bool RingDecoder::keep_record(uint32_t type, ByteView payload) {
  RingTask task{};
  bool begins = type == kRecordLeaf;
  if (ByteView row = payload; type == kRecordTask) begins = take(row, task) && task.instance == task.vertex;
  writer_.add_record(type, payload, begins);
  return type != kRecordCallPath || decode_call_path(payload);
}

static bool is_for_later(uint32_t type) {
  return type == kRecordTask || type == kRecordRun || type == kRecordLeaf || type == kRecordCollection ||
         type == kRecordCallPath;
}

bool RingDecoder::decode_record(uint32_t type, ByteView payload) {
  RingTrace trace;
  RingTaskEvent event;
  if (later_ && is_for_later(type)) return keep_record(type, payload);
  switch (type) {
  case kRecordModule:
    return decode_module(payload);
  case kRecordStrings:
  case kRecordSites:
  case kRecordRegions:
  case kRecordLoops:
    return decode_chunk(type, payload);
  case kRecordTask:
    return decode_task(payload);
  case kRecordRun:
  case kRecordLeaf:
    return decode_run(type, payload);
  case kRecordCollection:
    return decode_collection(payload);
  case kRecordAccesses:
    return decode_accesses(payload);
  case kRecordTraceBegin:
  case kRecordTraceEnd: {
    if (!take(payload, trace)) return false;
    bool end = type == kRecordTraceEnd;
    writer_.add_trace_event(trace.trace, trace.region, end, trace.tsc);
    if (mode_ == kRingAccesses)
      writer_.add_stream_event(end ? kStreamTraceEnd : kStreamTraceBegin, trace.region, trace.trace, trace.tsc);
    return true;
  }
  case kRecordTaskBegin:
  case kRecordTaskEnd:
    if (!take(payload, event)) return false;
    writer_.add_stream_event(type == kRecordTaskEnd ? kStreamTaskEnd : kStreamTaskBegin, event.region, event.trace,
                             event.tsc);
    return true;
  case kRecordUnseen:
    return decode_unseen(payload);
  case kRecordObject:
    return decode_object(payload);
  case kRecordCallPath:
    return decode_call_path(payload);
  case kRecordNote: {
    std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
    notes_.emplace_back(text.substr(0, text.find('\0')));
    writer_.add_note(notes_.back());
    return true;
  }
  default:
    return false;
  }
}

bool RingDecoder::decode_module(ByteView payload) {
  RingModule m;
  if (!take(payload, m) || m.string_bytes > kMostStringBytes) return false;
  Module& module = modules_[m.module];
  module = {.first_site = m.first_site,
            .site_count = m.site_count,
            .first_region = m.first_region,
            .region_count = m.region_count,
            .first_loop = m.first_loop,
            .loop_count = m.loop_count,
            .choices = m.choices,
            .directory = m.directory,
            .strings = {}};
  for (size_t i = 0; i < std::size(pass_stats_); ++i) pass_stats_[i] += m.stats[i];
  return true;
}

bool RingDecoder::decode_chunk(uint32_t type, ByteView payload) {
  RingChunk chunk;
  if (!take(payload, chunk)) return false;
  auto known = modules_.find(chunk.module);
  if (known == modules_.end()) return false;
  Module& module = known->second;
  if (type != kRecordStrings) note_directory(module);
  if (type == kRecordSites) return decode_sites(module, chunk.first, chunk.count, payload);
  if (type == kRecordRegions) return decode_regions(module, chunk.first, chunk.count, payload);
  if (type == kRecordLoops) return decode_loops(module, chunk.first, chunk.count, payload);
  if (chunk.count > payload.size() || uint64_t{chunk.first} + chunk.count > kMostStringBytes) return false;
  module.strings.resize(std::max<size_t>(module.strings.size(), chunk.first + chunk.count));
  std::memcpy(module.strings.data() + chunk.first, payload.data(), chunk.count);
  return true;
}

// Its strings precede it.
void RingDecoder::note_directory(const Module& module) {
  if (module.directory == 0 || module.directory >= module.strings.size()) return;
  std::string directory = module.strings.c_str() + module.directory;
  if (source_directories_.insert(directory).second) writer_.add_meta("source_directory", directory);
}

StringId RingDecoder::file_at(const Module& module, uint32_t offset) {
  if (offset && offset < module.strings.size()) source_files_.emplace(module.strings.c_str() + offset);
  return text_at(module, offset);
}

StringId RingDecoder::text_at(const Module& module, uint32_t offset) {
  if (offset >= module.strings.size()) return StringId{0};
  std::string_view text = std::string_view(module.strings).substr(offset);
  return writer_.string_id(text.substr(0, text.find('\0')));
}

bool RingDecoder::decode_sites(const Module& module, uint32_t first, uint32_t count, ByteView rows) {
  if (uint64_t{first} + count > module.site_count) return false;
  for (uint32_t i = 0; i < count; ++i) {
    UnplySiteInfo s;
    if (!take(rows, s)) return false;
    writer_.add_site(module.first_site + first + i, {.file = file_at(module, s.file),
                                                     .function = text_at(module, s.function),
                                                     .variable = text_at(module, s.variable),
                                                     .inlined_file = file_at(module, s.inlined_file),
                                                     .line = s.line,
                                                     .column = s.column,
                                                     .inlined_line = s.inlined_line,
                                                     .flags = s.flags});
  }
  return true;
}

bool RingDecoder::decode_regions(const Module& module, uint32_t first, uint32_t count, ByteView rows) {
  if (uint64_t{first} + count > module.region_count) return false;
  for (uint32_t i = 0; i < count; ++i) {
    UnplyRegionInfo r;
    if (!take(rows, r) || r.kind > kUnplyTask || r.origin > kUnplyPaperAbi) return false;
    if (r.function < module.strings.size())
      region_functions_[module.first_region + first + i] = module.strings.c_str() + r.function;
    writer_.add_region(module.first_region + first + i, {.kind = static_cast<RegionKind>(r.kind),
                                                         .origin = static_cast<RegionOrigin>(r.origin),
                                                         .file = file_at(module, r.file),
                                                         .function = text_at(module, r.function),
                                                         .label = text_at(module, r.label),
                                                         .line = r.line,
                                                         .column = r.column});
  }
  return true;
}

bool RingDecoder::decode_loops(const Module& module, uint32_t first, uint32_t count, ByteView rows) {
  if (uint64_t{first} + count > module.loop_count || module.first_loop == 0) return false;
  for (uint32_t i = 0; i < count; ++i) {
    UnplyLoopInfo l;
    if (!take(rows, l)) return false;
    ProfiledLoop loop = {};
    loop.file = file_at(module, l.file);
    loop.function = text_at(module, l.function);
    loop.line = l.line;
    loop.column = l.column;
    loop.facts = text_at(module, l.facts);
    if (l.kind == 1)
      loops_.add_function(module.first_loop + first + i, loop);
    else
      loops_.add_loop(module.first_loop + first + i, loop);
  }
  return true;
}

bool RingDecoder::decode_task(ByteView payload) {
  RingTask t;
  if (!take(payload, t)) return false;
  if (t.vertex == 0 || t.instance == 0 || t.instance > t.vertex || t.previous >= t.vertex || t.parent >= t.vertex ||
      t.end_tsc < t.begin_tsc)
    return false;
  writer_.add_task({.vertex = t.vertex,
                    .instance = t.instance,
                    .previous = t.previous,
                    .parent = t.parent,
                    .region = t.region,
                    .trace = t.trace,
                    .begin_ticks = t.begin_tsc,
                    .end_ticks = t.end_tsc,
                    .self_ticks = std::min(t.self_ticks, t.end_tsc - t.begin_tsc),
                    .hooks = t.hooks,
                    .transitions = t.transitions});
  if (t.previous != 0)
    writer_.add_edge(
        {.to = t.vertex, .from = t.previous, .kind = kEdgeExtension, .site_from = 0, .site_to = 0, .bytes = 0});
  return true;
}

bool RingDecoder::decode_run(uint32_t type, ByteView payload) {
  RingRun run;
  if (!take(payload, run) || !histories_.add_run(run, type == kRecordLeaf, payload)) return false;
  if (type == kRecordRun) return true;
  if (run.instance != run.vertex) return false;
  writer_.add_task({.vertex = run.vertex,
                    .instance = run.vertex,
                    .previous = 0,
                    .parent = 0,
                    .region = run.region,
                    .trace = run.trace,
                    .begin_ticks = run.begin_tsc,
                    .end_ticks = run.begin_tsc + run.ticks,
                    .self_ticks = run.ticks,
                    .hooks = run.hooks,
                    .transitions = run.transitions});
  return true;
}

bool RingDecoder::decode_collection(ByteView payload) {
  RingCollection part;
  return take(payload, part) && histories_.collect(part, payload);
}

bool RingDecoder::decode_accesses(ByteView payload) {
  RingAccess a;
  while (take(payload, a)) {
    auto op = static_cast<uint8_t>(a.address_op >> 56);
    uint64_t address = a.address_op & ((uint64_t{1} << 56) - 1);
    if (op == kAccessLoad || op == kAccessStore) {
      writer_.add_access(op == kAccessLoad ? kStreamLoad : kStreamStore, address, 0, 1, a.bytes, a.site);
      continue;
    }
    RingAccessStride tail;
    if (op > kAccessCopy || !take(payload, tail)) return false;
    constexpr StreamOp kOps[] = {kStreamLoad,   kStreamStore, kStreamLoad, kStreamStore,
                                 kStreamForget, kStreamMove,  kStreamCopy};
    writer_.add_access(kOps[op], address, tail.stride, tail.count, a.bytes, a.site);
  }
  return payload.empty();
}

bool RingDecoder::decode_unseen(ByteView payload) {
  RingUnseen head;
  if (!take(payload, head) || head.slot >= kRingUnseen) return false;
  if (unseen_names_.size() <= head.slot) unseen_names_.resize(head.slot + size_t{1});
  std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
  unseen_names_[head.slot] = text.substr(0, text.find('\0'));
  return true;
}

bool RingDecoder::decode_object(ByteView payload) {
  RingObject head;
  if (!take(payload, head)) return false;
  std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
  objects_[head.object] = text.substr(0, text.find('\0'));
  return true;
}

bool RingDecoder::decode_call_path(ByteView payload) {
  RecordedPath path;
  RingCallPath& of = path.of;
  if (!take(payload, of) || of.site == 0 || of.inner > of.calls || of.calls > payload.size() / sizeof(RingCall))
    return false;
  path.calls.resize(of.calls);
  for (RingCall& call : path.calls) take(payload, call);
  const auto number = static_cast<uint32_t>(call_paths_.size());
  if (reached_sites_.emplace(of.site, of.region).second) first_paths_.push_back(number);
  if (of.has_entry) histories_.next_path(number, of.region);
  call_paths_.push_back(std::move(path));
  return true;
}

// Each object that calls a function has a slot for it.
void RingDecoder::add_unseen(ByteView open) {
  if (open.size() < kRingOpenBytes) return;
  ByteView counts = open.subspan(kRingOpenTaskBytes + kRingOpenAccessBytes, kRingOpenUnseenBytes);
  std::map<std::string_view, uint64_t> calls;
  for (size_t slot = 0; slot < unseen_names_.size(); ++slot) {
    uint64_t count = 0;
    std::memcpy(&count, counts.data() + slot * sizeof count, sizeof count);
    if (count && !unseen_names_[slot].empty()) calls[unseen_names_[slot]] += count;
  }
  for (const auto& [name, count] : calls) writer_.add_counter("unseen", name, count);
}

// The program may have died between any two instructions: inconsistent data is skipped.
Result<void> RingDecoder::decode_open(const RingHeader& header, ByteView open, ByteView record, uint64_t end_ticks) {
  if (open.size() < kRingOpenBytes) return {};
  ByteView accesses = open.subspan(kRingOpenTaskBytes);
  uint32_t entries = __atomic_load_n(&header.open_accesses, __ATOMIC_ACQUIRE);
  if (mode_ == kRingAccesses) {
    if (entries <= kRingOpenAccesses) decode_accesses(accesses.first(entries * sizeof(RingAccess)));
    return {};
  }
  uint32_t depth = std::min<uint32_t>(__atomic_load_n(&header.open_tasks, __ATOMIC_ACQUIRE), kRingOpenTasks);
  const OpenState head{end_ticks, depth, 0};
  ByteView tasks = open.first(depth * sizeof(RingOpenTask));
  Bytes state(sizeof head);
  std::memcpy(state.data(), &head, sizeof head);
  state.insert(state.end(), tasks.begin(), tasks.end());
  state.insert(state.end(), record.begin(), record.end());
  if (!later_) return decode_open_state(state), Result<void>{};
  uint64_t instances = 0;
  for (RingOpenTask task; take(tasks, task);) instances += task.instance == task.vertex;
  return writer_.add_record_row(kRecordOpen, state, instances);
}

void RingDecoder::decode_open_state(ByteView record) {
  OpenState head;
  if (!take(record, head)) return;
  const uint32_t depth = head.depth;
  RingOpenTask task = {};
  for (uint32_t i = 0; i < depth; ++i)
    if (!take(record, task) || !decode_open_task(task, i + 1 == depth, head.end_ticks)) return;
  RingRun run;
  if (!depth || !take(record, run)) return;
  run.entries = static_cast<uint32_t>(record.size() / sizeof(RingEntry));
  if (run.vertex == task.vertex) histories_.add_run(run, false, record);
  histories_.expand();
}

bool RingDecoder::decode_open_task(const RingOpenTask& t, bool innermost, uint64_t end_ticks) {
  if (t.vertex == 0 || t.instance == 0 || t.instance > t.vertex || t.previous >= t.vertex || t.parent >= t.vertex ||
      t.begin_tsc > end_ticks || t.resumed_tsc > end_ticks || t.begin_tsc == 0)
    return false;
  uint64_t self = t.self_ticks + (innermost ? end_ticks - t.resumed_tsc : 0);
  writer_.add_task({.vertex = t.vertex,
                    .instance = t.instance,
                    .previous = t.previous,
                    .parent = t.parent,
                    .region = t.region,
                    .trace = t.trace,
                    .begin_ticks = t.begin_tsc,
                    .end_ticks = end_ticks,
                    .self_ticks = std::min(self, end_ticks - t.begin_tsc),
                    .hooks = static_cast<uint32_t>(t.hooks),
                    .transitions = static_cast<uint32_t>(t.transitions),
                    .unfinished = true});
  return true;
}

std::vector<std::string> RingDecoder::unmatched_choices() const {
  std::map<std::string, bool> matched;
  for (const auto& [number, module] : modules_) {
    if (module.choices == 0 || module.choices >= module.strings.size()) continue;
    std::string_view text = std::string_view(module.strings).substr(module.choices);
    text = text.substr(0, text.find('\0'));
    for (size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
      if (end > 1) matched[std::string(text.substr(1, end - 1))] |= text[0] == '1';
  }
  std::vector<std::string> choices;
  for (const auto& [choice, found] : matched)
    if (!found) choices.push_back(choice);
  return choices;
}

void RingDecoder::add_counters(const RingHeader& header, ByteView open) {
  for (size_t i = 0; i < std::size(kRingCounterNames); ++i)
    writer_.add_counter("ring", kRingCounterNames[i], __atomic_load_n(&header.counters[i], __ATOMIC_RELAXED));
  for (size_t i = 0; i < std::size(kPassStatNames); ++i) writer_.add_counter("pass", kPassStatNames[i], pass_stats_[i]);
  writer_.add_counter("cost_ps", "hook", header.hook_ps);
  writer_.add_counter("cost_ps", "transition", header.transition_ps);
  writer_.add_counter("cost_ps", "task", header.task_ps);
  writer_.add_counter("cost_ps", "task_inside", header.task_inside_ps);
  writer_.add_counter("cost_ps", "task_parent", header.task_parent_ps);
  writer_.add_counter("cost_ps", "resolution", header.resolution_ps);
  add_unseen(open);
}

} // namespace unply
