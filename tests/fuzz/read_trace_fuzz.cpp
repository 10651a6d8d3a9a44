// libFuzzer target of the trace reader: whatever the bytes, reading gives a message or a Trace whose invariants hold.
//
// Most mutations go inside a block's uncompressed payload, with sizes and checksums made right again: otherwise every
// input would end at the first checksum. Starts from files that it writes itself, so there is no corpus to keep.
#include "base/crc32c.h"
#include "trace/edge_index.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include "trace/trace_writer.h"
#include "unply/ring_format.h"
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <zstd.h>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using namespace unply;

Bytes small_trace(unsigned seed) {
  std::mt19937 random(seed);
  MemorySink sink;
  TraceWriter writer(sink);
  (void)writer.begin();
  writer.add_meta("program", "./a");
  writer.add_meta("mode", random() % 2 ? "online" : "accesses");
  StringId name = writer.string_id("a.c");
  writer.add_site(1, {name, name, name, name, 1, 2, 3, 1});
  writer.add_region(0, {RegionKind::task, RegionOrigin::pragma, name, name, name, 1, 2});
  writer.add_clock(0, 0);
  writer.add_clock(1000, 3000);
  writer.add_trace_event(1, 0, false, 5);
  for (uint32_t v = 1; v <= 1 + random() % 20; ++v) {
    if (v > 1)
      writer.add_edge({v, static_cast<uint32_t>(1 + random() % (v - 1)), static_cast<uint32_t>(random() % 4), 1, 1, v});
    writer.add_task({v, v, 0, v / 2, 0, 1, v * 10ull, v * 10ull + 5, 3, 1, 1});
    writer.add_stream_event(kStreamTaskBegin, 0, 1, v);
    writer.add_access(kStreamStore, 64, -8, 3, 4, 1);
    if (random() % 4 == 0) (void)writer.flush();
  }
  if (random() % 2 == 0) {
    constexpr uint32_t kFirst = 30;
    for (uint32_t v = kFirst; v < kFirst + KnownEdgeLists::kShortest + 4; ++v) {
      std::vector<EdgeRow> rows;
      for (uint32_t from = kFirst; v >= kFirst + KnownEdgeLists::kShortest && rows.size() < KnownEdgeLists::kShortest;)
        rows.push_back({v, from++, kEdgeAnti, 1, 1, 4});
      writer.add_edges_of_vertex(rows);
      writer.add_task({v, v, 0, 0, 0, 1, v * 10ull, v * 10ull + 5, 3, 1, 1});
    }
  }
  for (uint32_t path = 1; path <= random() % 4; ++path) {
    writer.add_call(path, {name, name, path, 0});
    writer.add_call(path, {name, name, path + 1, static_cast<uint32_t>(random() % 3)});
    writer.add_reached(random() % 3, 1, 1, 0, 1, path);
    writer.add_reached(0, 0, 1, 0, 0, path - 1);
  }
  for (uint32_t loop = 0; loop < random() % 4; ++loop) {
    writer.set_loop_work(1000);
    writer.add_loop(loop, {name, name, loop + 1, 3, name, 2, 9, 4, 5, 70, loop});
    writer.add_loop_dependence({random() % 3 ? loop : kNoLoop, Carried(random() % 2), EdgeKind(random() % 3), 1, 1, 7,
                                loop, loop + random() % 3, true, 0, loop});
    writer.add_loop_call({loop, name, 3});
  }
  writer.add_source(name, "int x;\n");
  writer.add_counter("cost_ps", "hook", 100);
  writer.add_meta("complete", "yes");
  (void)writer.finish();
  return sink.bytes;
}

struct RawBlock {
  TraceBlockHead head;
  Bytes payload; // uncompressed
};

std::vector<RawBlock> blocks_of(ByteView file) {
  std::vector<RawBlock> blocks;
  size_t at = sizeof(TraceFileHeader);
  TraceBlockHead head;
  while (at + sizeof head <= file.size()) {
    std::memcpy(&head, file.data() + at, sizeof head);
    size_t stored = at + sizeof head;
    if (head.magic != UNPLY_BLOCK_MAGIC || head.stored_bytes > file.size() - stored || head.raw_bytes > 1 << 20) break;
    ByteView bytes = file.subspan(stored, head.stored_bytes);
    RawBlock block{head, Bytes(bytes.begin(), bytes.end())};
    if (head.codec == kCodecZstd) {
      block.payload.resize(head.raw_bytes);
      size_t got = ZSTD_decompress(block.payload.data(), block.payload.size(), bytes.data(), bytes.size());
      block.payload.resize(ZSTD_isError(got) ? 0 : got);
    }
    blocks.push_back(std::move(block));
    at = stored + (head.stored_bytes + 7) / 8 * 8;
  }
  return blocks;
}

Bytes file_of(ByteView header, std::vector<RawBlock>& blocks) {
  Bytes file(header.begin(), header.end());
  for (RawBlock& block : blocks) {
    block.head.codec = kCodecNone;
    block.head.stored_bytes = block.head.raw_bytes = block.payload.size();
    block.head.payload_checksum = crc32c(block.payload.data(), block.payload.size());
    block.head.head_checksum = crc32c(&block.head, offsetof(TraceBlockHead, head_checksum));
    const auto* head = reinterpret_cast<const uint8_t*>(&block.head);
    file.insert(file.end(), head, head + sizeof block.head);
    file.insert(file.end(), block.payload.begin(), block.payload.end());
    file.resize((file.size() + 7) / 8 * 8);
  }
  return file;
}

void mutate_block(RawBlock& block, std::mt19937& random) {
  switch (random() % 8) {
  case 0:
    block.head.rows = static_cast<uint32_t>(random() % 32);
    return;
  case 1:
    block.head.table = static_cast<uint16_t>(random() % kTableCount);
    return;
  case 2:
    block.head.kind = static_cast<uint8_t>(random() % 4);
    return;
  default:
    break;
  }
  size_t size = block.payload.size();
  block.payload.resize(size + 64);
  block.payload.resize(LLVMFuzzerMutate(block.payload.data(), size, block.payload.size()));
}

void demand(bool holds) {
  if (!holds) std::abort();
}

void check(const Trace& trace) {
  const TaskColumns& t = trace.tasks;
  const EdgeColumns& e = trace.edges;
  demand(!trace.traces.empty() && !trace.sites.empty() && !trace.strings.empty());
  demand(trace.info.complete == trace.info.incomplete_why.empty());
  for (size_t i = 0; i < t.size(); ++i) {
    demand(t.region[i] < trace.regions.size() && t.trace[i] < trace.traces.size() && t.instance[i] <= i &&
           t.parent[i] <= i);
    demand(t.begin_ns[i] <= t.end_ns[i]);
    demand(t.overhead_ns[i] <= t.self_ns[i] || trace.info.times_only); // of runs for times, one may be too short
  }
  for (size_t i = 0; i < e.size(); ++i) {
    demand(e.from[i] < t.size() && e.kind[i] <= EdgeKind::extension);
    demand(e.site_from[i] < trace.sites.size() && e.site_to[i] < trace.sites.size());
  }
  for (size_t i = 0; i < e.own_rows(); ++i) {
    demand(e.from[i] < e.to[i] && e.to[i] < t.size());
    demand(i == 0 || std::tie(e.to[i - 1], e.from[i - 1], e.kind[i - 1]) < std::tie(e.to[i], e.from[i], e.kind[i]));
  }
  EdgeIndex index(e, t.size());
  for (uint32_t list = 0; list < e.list_first.size(); ++list) demand(e.list_first[list] < e.list_end(list));
  demand(std::ranges::is_sorted(e.uses));
  for (uint32_t to = 0; to < t.size(); ++to) {
    std::pair<uint32_t, EdgeKind> last{};
    size_t rows = 0;
    for (uint32_t row : index.into(e, to)) {
      std::pair<uint32_t, EdgeKind> now{e.from[row], e.kind[row]};
      demand(now.first < to && (rows == 0 || last < now));
      last = now;
      ++rows;
    }
    demand(rows == index.into(e, to).size());
  }
  for (const TraceInstance& row : trace.traces)
    demand((row.region == kNoRegion || row.region < trace.regions.size()) && row.begin_ns <= row.end_ns);
  for (const Site& site : trace.sites)
    demand(trace.text(site.file).size() + trace.text(site.variable).size() < 1 << 30);
  for (const Region& region : trace.regions) demand(trace.text(region.label).size() < 1 << 30);
}

void check_loops(const Trace& trace) {
  const LoopProfile& profile = trace.loops;
  for (const ProfiledLoop& loop : profile.loops) {
    demand(trace.text(loop.file).size() + trace.text(loop.function).size() + trace.text(loop.facts).size() < 1 << 30);
    size_t steps = 0;
    for (uint32_t around = loop.around; around != 0; around = profile.loops[around - 1].around)
      demand(around <= profile.loops.size() && ++steps <= profile.loops.size());
  }
  for (const LoopDependence& row : profile.dependences) {
    demand(row.loop == kNoLoop || row.loop < profile.loops.size());
    demand(row.site_from < trace.sites.size() && row.site_to < trace.sites.size());
    demand(row.min_distance <= row.max_distance && row.kind <= EdgeKind::output);
  }
  for (const LoopCall& row : profile.calls)
    demand(row.loop < profile.loops.size() && trace.text(row.name).size() < 1 << 30);
}

struct CheckingVisitor : AccessVisitor {
  explicit CheckingVisitor(const Trace& trace) : trace_(trace) {}
  void at(uint64_t time_ns) {
    demand(time_ns >= last_ns_);
    last_ns_ = time_ns;
  }
  void trace_begin(uint32_t trace, uint32_t region, uint64_t time_ns) override {
    demand(trace < trace_.traces.size() && (region == kNoRegion || region < trace_.regions.size()));
    at(time_ns);
  }
  void trace_end(uint32_t trace, uint64_t time_ns) override {
    demand(trace < trace_.traces.size());
    at(time_ns);
  }
  void task_begin(uint32_t region, uint32_t trace, uint64_t time_ns) override {
    demand(trace < trace_.traces.size() && region < trace_.regions.size());
    at(time_ns);
  }
  void task_end(uint64_t time_ns) override { at(time_ns); }
  void access(const StreamAccess& access) override { demand(access.site < trace_.sites.size()); }
  void forget(uint64_t, uint64_t) override {}
  void move(uint64_t, uint64_t, uint64_t) override {}
  void copy(uint64_t, uint64_t, uint64_t) override {}
  const Trace& trace_;
  uint64_t last_ns_ = 0;
};

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::mt19937 random(seed);
  if (size >= sizeof(TraceFileHeader) && seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Bytes file = size >= sizeof(TraceFileHeader) ? Bytes(data, data + size) : small_trace(seed);
  std::vector<RawBlock> blocks = blocks_of(file);
  for (unsigned turn = 0; turn <= random() % 3 && !blocks.empty(); ++turn) {
    size_t chosen = random() % blocks.size();
    if (random() % 16 == 0)
      blocks.insert(blocks.begin() + static_cast<ptrdiff_t>(random() % blocks.size()), RawBlock(blocks[chosen]));
    else
      mutate_block(blocks[chosen], random);
  }
  file = file_of(ByteView(file).first(sizeof(TraceFileHeader)), blocks);
  if (file.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, file.data(), file.size());
  return file.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto trace = read_trace(ByteView(data, size), "fuzz");
  if (!trace) {
    demand(trace.error().what.starts_with("fuzz: "));
    return 0;
  }
  check(*trace);
  check_loops(*trace);
  CheckingVisitor visitor(*trace);
  (void)read_access_stream(ByteView(data, size), "fuzz", visitor);
  return 0;
}
