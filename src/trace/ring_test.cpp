// Tests the ring with a producer in another thread, and the access stream through it.
#include "trace/ring_buffer.h"
#include "trace/ring_decoder.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include "unply/runtime_abi.h"
#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <thread>

using namespace unply;

namespace {

class Producer {
public:
  explicit Producer(RingHeader& header) : header_(header) {}
  template <class Head, class Row = char>
  void put(RingRecordType type, const Head& head, std::span<const Row> rows = {}) {
    auto bytes = static_cast<uint32_t>((sizeof(RingRecord) + sizeof head + rows.size_bytes() + 7) / 8 * 8);
    while (header_.head + bytes > __atomic_load_n(&header_.tail, __ATOMIC_ACQUIRE) + header_.capacity)
      std::this_thread::yield();
    auto* p = reinterpret_cast<char*>(&header_) + kRingHeaderBytes + header_.head % header_.capacity;
    RingRecord record{bytes, static_cast<uint32_t>(type)};
    std::memcpy(p, &record, sizeof record);
    std::memcpy(p + sizeof record, &head, sizeof head);
    if (!rows.empty()) std::memcpy(p + sizeof record + sizeof head, rows.data(), rows.size_bytes());
    __atomic_store_n(&header_.head, header_.head + bytes, __ATOMIC_RELEASE);
  }

private:
  RingHeader& header_;
};

void put_module(Producer& producer) {
  static constexpr char kStrings[] = "\0f.c\0main\0a[1]";
  producer.put(kRecordModule, RingModule{0, 1, 1, 0, 2, sizeof kStrings, 1, {11, 22}, 0, 0, 0, 0, 0});
  producer.put(kRecordStrings, RingChunk{0, 0, sizeof kStrings, 0}, std::span<const char>(kStrings));
  const UnplySiteInfo site[] = {{1, 7, 3, 5, 10, 0, 0, 1}};
  producer.put(kRecordSites, RingChunk{0, 0, 1, 0}, std::span<const UnplySiteInfo>(site));
  const UnplyRegionInfo regions[] = {{kUnplyTrace, kUnplyPragma, 1, 4, 1, 5, 0},
                                     {kUnplyTask, kUnplyLoop, 1, 6, 1, 5, 0}};
  producer.put(kRecordRegions, RingChunk{0, 0, 2, 0}, std::span<const UnplyRegionInfo>(regions));
}

// Takes each read for a flow dependence on the vertex before, and each store for an anti dependence.
class Histories : public HistoryReader {
public:
  explicit Histories(TraceWriter& writer) : writer_(writer) {}
  void next_path(uint32_t, uint32_t) override {}
  bool add_run(const RingRun& run, bool, ByteView entries) override {
    if (entries.size() / sizeof(RingEntry) < run.entries) return false;
    for (uint32_t i = 0; i < run.entries; ++i) {
      RingEntry entry;
      std::memcpy(&entry, entries.data() + i * sizeof entry, sizeof entry);
      const uint32_t kind = entry.site_kind >> 30 == kEntryRead ? kEdgeFlow : kEdgeAnti;
      writer_.add_edge({.to = run.vertex,
                        .from = run.vertex - 1,
                        .kind = kind,
                        .site_from = 1,
                        .site_to = entry.site_kind & kRingEntrySite,
                        .bytes = entry.bytes});
    }
    return true;
  }
  bool collect(const RingCollection&, ByteView) override { return true; }
  bool expand() override { return true; }
  const std::vector<ReachedPair>& reached() const override { return reached_; }

private:
  TraceWriter& writer_;
  std::vector<ReachedPair> reached_;
};

Trace drain(RingBuffer& ring, std::thread& producer, RingMode mode, MemorySink& sink) {
  TraceWriter writer(sink);
  Histories histories(writer);
  RingDecoder decoder(writer, histories, mode);
  REQUIRE(writer.begin());
  writer.add_meta("mode", mode == kRingAccesses ? "accesses" : "online");
  writer.add_clock(0, 0);
  writer.add_clock(1000, 1000);
  bool ended = false;
  for (;;) {
    ended = __atomic_load_n(&ring.header().state, __ATOMIC_ACQUIRE) == kRingFinished;
    auto records = ring.readable();
    REQUIRE(records);
    auto taken = decoder.decode(*records);
    REQUIRE(taken);
    ring.consume(*taken);
    if (writer.full()) REQUIRE(writer.flush());
    if (ended && records->empty()) break;
  }
  producer.join();
  decoder.add_counters(ring.header());
  writer.add_meta("complete", "yes");
  REQUIRE(writer.finish());
  auto trace = read_trace(sink.bytes, "ring");
  REQUIRE(trace);
  return std::move(*trace);
}

struct StreamLog : AccessVisitor {
  std::string log;
  void trace_begin(uint32_t trace, uint32_t region, uint64_t at) override { add("trace", trace, region, at); }
  void trace_end(uint32_t trace, uint64_t at) override { add("trace end", trace, at); }
  void task_begin(uint32_t region, uint32_t trace, uint64_t at) override { add("task", region, trace, at); }
  void task_end(uint64_t at) override { add("task end", at); }
  void access(const StreamAccess& a) override {
    add(a.write ? "store" : "load", a.address, a.bytes, a.site, a.count, a.stride);
  }
  void forget(uint64_t address, uint64_t bytes) override { add("forget", address, bytes); }
  void move(uint64_t from, uint64_t to, uint64_t bytes) override { add("move", from, to, bytes); }
  void copy(uint64_t from, uint64_t to, uint64_t bytes) override { add("copy", from, to, bytes); }
  template <class... Numbers> void add(const char* what, Numbers... numbers) {
    log += what;
    ((log += " " + std::to_string(numbers)), ...);
    log += "\n";
  }
};

} // namespace

TEST_CASE("records that wrap around the end of the ring many times come through") {
  auto ring = RingBuffer::create(1, kRingOnline);
  REQUIRE(ring);
  CHECK(ring->header().capacity == 2 << 20);
  constexpr uint32_t kTasks = 200'000; // 26 MB through 2 MiB
  std::thread thread([&header = ring->header()] {
    Producer producer(header);
    put_module(producer);
    producer.put(kRecordTraceBegin, RingTrace{1, 0, 10});
    for (uint32_t v = 1; v <= kTasks; ++v) {
      const RingEntry entries[] = {{0, 1 | uint32_t{kEntryRead} << 30, 8}, {0, 1 | uint32_t{kEntryStore} << 30, 4}};
      const RingRun run = {v, v, v > 1 ? 2u : 0u, 1, 1, 1, 0, 0, 10ull * v, 5, 0};
      producer.put(kRecordLeaf, run, std::span(entries).first(run.entries));
    }
    __atomic_store_n(&header.state, kRingFinished, __ATOMIC_RELEASE);
  });
  MemorySink sink;
  Trace trace = drain(*ring, thread, kRingOnline, sink);
  CHECK(trace.info.complete);
  CHECK(trace.tasks.size() == kTasks);
  CHECK(trace.edges.size() == 2 * (kTasks - 1));
  CHECK(trace.tasks.begin_ns[kTasks - 1] == 10 * kTasks);
  CHECK(trace.text(trace.sites[1].variable) == "a[1]");
  CHECK(trace.text(trace.regions[1].file) == "f.c");
  CHECK(trace.regions[1].origin == RegionOrigin::loop);
  CHECK(trace.info.pass_stats[1] == 22);
}

TEST_CASE("the access stream comes back in order") {
  auto ring = RingBuffer::create(1, kRingAccesses);
  REQUIRE(ring);
  std::thread thread([&header = ring->header()] {
    Producer producer(header);
    put_module(producer);
    producer.put(kRecordTraceBegin, RingTrace{1, 0, 10});
    producer.put(kRecordTaskBegin, RingTaskEvent{1, 1, 20});
    RingAccess accesses[10] = {{0x1234 | uint64_t{kAccessLoad} << 56, 1, 4},
                               {0x5678 | uint64_t{kAccessStoreStrided} << 56, 1, 8},
                               {},
                               {0x9000 | uint64_t{kAccessForget} << 56, 0, 0},
                               {},
                               {0xa000 | uint64_t{kAccessMove} << 56, 0, 0},
                               {},
                               {0xc000 | uint64_t{kAccessCopy} << 56, 0, 0},
                               {},
                               {0x1234 | uint64_t{kAccessStore} << 56, 99, 1}};
    const RingAccessStride strided{-8, 10}, forgotten{0, 64}, moved{0xb000, 32}, copied{0xd000, 16};
    std::memcpy(&accesses[2], &strided, 16);
    std::memcpy(&accesses[4], &forgotten, 16);
    std::memcpy(&accesses[6], &moved, 16);
    std::memcpy(&accesses[8], &copied, 16);
    std::array<RingAccess, 9> rest;
    std::copy(accesses + 1, accesses + 10, rest.begin());
    producer.put(kRecordAccesses, accesses[0], std::span<const RingAccess>(rest));
    producer.put(kRecordTaskEnd, RingTaskEvent{1, 1, 30});
    producer.put(kRecordTraceEnd, RingTrace{1, 0, 40});
    __atomic_store_n(&header.state, kRingFinished, __ATOMIC_RELEASE);
  });
  MemorySink sink;
  Trace trace = drain(*ring, thread, kRingAccesses, sink);
  CHECK(trace.info.access_stream);
  CHECK(trace.tasks.size() == 0);
  StreamLog visitor;
  REQUIRE(read_access_stream(sink.bytes, "ring", visitor));
  CHECK(visitor.log == "trace 1 0 10\ntask 1 1 20\nload 4660 4 1 1 0\nstore 22136 8 1 10 -8\nforget 36864 64\n"
                       "move 40960 45056 32\ncopy 49152 53248 16\nstore 4660 1 0 1 0\ntask end 30\ntrace end 1 40\n");
}

TEST_CASE("a graph is no access stream") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  REQUIRE(writer.finish());
  struct : AccessVisitor {
    void trace_begin(uint32_t, uint32_t, uint64_t) override {}
    void trace_end(uint32_t, uint64_t) override {}
    void task_begin(uint32_t, uint32_t, uint64_t) override {}
    void task_end(uint64_t) override {}
    void access(const StreamAccess&) override {}
    void forget(uint64_t, uint64_t) override {}
    void move(uint64_t, uint64_t, uint64_t) override {}
    void copy(uint64_t, uint64_t, uint64_t) override {}
  } visitor;
  CHECK(read_access_stream(sink.bytes, "t", visitor).error().what == "t: holds a graph, not an access stream");
}

TEST_CASE("a scribbled ring is refused") {
  MemorySink sink;
  TraceWriter writer(sink);
  auto refused = [&](uint32_t type, auto head) {
    Histories histories(writer);
    RingDecoder decoder(writer, histories, kRingOnline);
    struct {
      RingRecord record;
      decltype(head) payload;
    } record{{static_cast<uint32_t>((sizeof(RingRecord) + sizeof head + 7) / 8 * 8), static_cast<uint32_t>(type)},
             head};
    return !decoder.decode({reinterpret_cast<const uint8_t*>(&record), record.record.bytes});
  };
  CHECK(refused(kRecordRun, RingRun{3, 3, 1000, 1, 0, 0, 0, 0, 0, 0, 0}));
  CHECK(refused(kRecordLeaf, RingRun{3, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0})); // a leaf that continues another vertex
  CHECK(refused(kRecordCollection, uint64_t{0}));                        // cut
  CHECK(refused(kRecordTask, RingTask{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  CHECK(refused(kRecordTask, RingTask{5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  CHECK(refused(kRecordTask, RingTask{5, 5, 0, 0, 0, 0, 20, 10, 0, 0, 0}));
  CHECK(refused(kRecordSites, RingChunk{3, 0, 1, 0}));             // no such module
  CHECK(refused(kRecordCallPath, RingCallPath{0, 1, 0, 0, 0, 0})); // no site
  CHECK(refused(kRecordCallPath, RingCallPath{1, 1, 1, 0, 0, 0})); // its call is missing
  CHECK(refused(kRecordCallPath, RingCallPath{1, 1, 0, 1, 0, 0})); // more inner calls than calls
  CHECK(refused(77, uint64_t{1}));
  CHECK_FALSE(refused(kRecordTask, RingTask{5, 5, 0, 0, 0, 0, 10, 20, 10, 0, 0}));

  auto ring = RingBuffer::create(1, kRingOnline);
  REQUIRE(ring);
  ring->header().head = ring->header().capacity + 8;
  CHECK_FALSE(ring->readable());
}
