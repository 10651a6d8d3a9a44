// Records that were kept for later: their graph, and what is left of it where they are cut or damaged.
#include "graph/expand_records.h"
#include "graph/history_expander.h"
#include "trace/ring_decoder.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include <doctest/doctest.h>

namespace unply {

namespace {

constexpr uint32_t kTasks = 30'000;

// Each task reads what the one before has written, and writes it.
void put_task(Bytes& out, uint32_t vertex) {
  const RingEntry entries[] = {{vertex == 1 ? 0 : (2 * vertex - 2) << 1 | 1, 1, 4},
                               {(2 * vertex - 1) << 1, 2 | uint32_t{kEntryWrite} << 30, 4}};
  const RingRun run{vertex, vertex, 2, 2 * vertex - 1, 0, 0, 2, 2, vertex * 10ull, 5, 0};
  const RingRecord head{sizeof head + sizeof run + sizeof entries, kRecordLeaf};
  auto put = [&](const auto& part) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(&part);
    out.insert(out.end(), bytes, bytes + sizeof part);
  };
  put(head), put(run), put(entries);
}

Bytes kept_for_later() {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin(true));
  for (const char* key : {"complete", "mode"}) writer.add_meta(key, key[0] == 'c' ? "yes" : "online");
  HistoryExpander histories(writer);
  RingDecoder decoder(writer, histories, kRingOnline, true);
  writer.add_region(0, {});
  for (uint32_t site = 1; site <= 2; ++site) writer.add_site(site, {});
  writer.add_clock(0, 0);
  writer.add_clock(1'000'000, 1'000'000);
  for (uint32_t vertex = 1; vertex <= kTasks; ++vertex) {
    Bytes record;
    put_task(record, vertex);
    auto taken = decoder.decode(record);
    REQUIRE(taken);
    REQUIRE(*taken == record.size());
    if (writer.full()) {
      REQUIRE(decoder.flush());
      REQUIRE(writer.write_checkpoint());
    }
  }
  CHECK(writer.task_instances() == kTasks);
  REQUIRE(writer.finish());
  return sink.bytes;
}

// How many tasks there are, each with its edges.
uint32_t tasks_of(ByteView file) {
  auto trace = read_trace(file, "t");
  REQUIRE(trace);
  const auto tasks = static_cast<uint32_t>(trace->tasks.size());
  REQUIRE(trace->edges.own_rows() == (tasks - 1) * 2); // flow and output; its own read is no anti dependence
  for (uint32_t e = 0; e < trace->edges.own_rows(); ++e) REQUIRE(trace->edges.from[e] + 1 == trace->edges.to[e]);
  return tasks;
}

} // namespace

TEST_CASE("records kept for later give the same bytes whatever the number of threads") {
  const Bytes kept = kept_for_later();
  CHECK(holds_records(kept));
  auto alone = expand_records(kept, "t", 1);
  REQUIRE(alone);
  CHECK(alone->whole);
  CHECK_FALSE(holds_records(alone->file));
  CHECK(tasks_of(alone->file) == kTasks);
  CHECK(read_trace(alone->file, "t")->info.complete);
  for (unsigned threads : {2u, 4u}) CHECK(expand_records(kept, "t", threads)->file == alone->file);
}

TEST_CASE("where records are cut or lost, the graph ends, and is exact up to there") {
  const Bytes kept = kept_for_later();
  auto container = ContainerReader::open(kept, "t");
  REQUIRE(container);
  std::vector<Block> records;
  for (const Block& block : container->blocks())
    if (block.schema->name == kRecordTable) records.push_back(block);
  REQUIRE(records.size() >= 3);
  SUBCASE("lost") {
    Bytes damaged = kept;
    damaged[records[1].offset + sizeof(TraceBlockHead) + 5] ^= 1;
    auto expanded = expand_records(damaged, "t", 2);
    REQUIRE(expanded);
    CHECK_FALSE(expanded->whole);
    const uint32_t tasks = tasks_of(expanded->file);
    CHECK((tasks > 0 && tasks < kTasks / 2));
    const TraceInfo info = read_trace(expanded->file, "t")->info;
    CHECK_FALSE(info.complete);
    CHECK(info.incomplete_why.find("is damaged: its checksum") != std::string::npos);
    CHECK(info.incomplete_why.find("records are lost from byte") != std::string::npos);
  }
  SUBCASE("cut") {
    auto expanded = expand_records(ByteView(kept).first(records[2].offset + 100), "t", 2);
    REQUIRE(expanded);
    CHECK_FALSE(expanded->whole);
    CHECK(tasks_of(expanded->file) > 0);
    CHECK(read_trace(expanded->file, "t")->info.incomplete_why.starts_with("file is cut after byte"));
  }
}

} // namespace unply
