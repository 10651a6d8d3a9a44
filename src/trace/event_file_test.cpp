// Events are read back row by row as written; truncated, damaged or forged files never cause harm.
#include "trace/event_file.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_reader.h"
#include "trace/trace_writer.h"
#include <algorithm>
#include <cstdio>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

using namespace unply;

namespace {

// Rows as a program would write them (repeating places, counting numbers) and, rarely, arbitrary bits.
std::vector<EventRow> random_rows(std::mt19937_64& random, size_t count, bool wild) {
  std::vector<EventRow> rows(count);
  uint64_t now = random() % 1000;
  uint16_t core = 3;
  for (EventRow& row : rows) {
    now += wild && random() % 50 == 0 ? random() % (1ull << 40) : random() % 300;
    if (random() % 100 == 0) core = static_cast<uint16_t>(random() % 4 ? random() % 8 : 0xffff);
    row = {now, static_cast<uint8_t>(random() % 2 ? kEventChunk : kEventTaskSwitch), core, 0, random() % 4, 0};
    row.site = static_cast<uint32_t>(random() % 3);
    row.b = random() % 1000 << 32 | random() % 1000;
    if (!wild) continue;
    row.kind = static_cast<uint8_t>(kEventUserBegin + random() % 4);
    row.site = static_cast<uint32_t>(random() % 600);
    row.a = random() >> random() % 64;
    row.b = random() >> random() % 64;
  }
  return rows;
}

bool same(const EventRow& x, const EventRow& y) {
  return x.ticks == y.ticks && x.kind == y.kind && x.core == y.core && x.site == y.site && x.a == y.a && x.b == y.b;
}

std::vector<EventRow> rows_of(const EventColumns& columns) {
  std::vector<EventRow> rows;
  for (size_t i = 0; i < columns.kind.size(); ++i)
    rows.push_back({columns.ticks[i], columns.kind[i], columns.core[i], columns.site[i], columns.a[i], columns.b[i]});
  return rows;
}

size_t all_rows(const EventFile& file) {
  size_t rows = 0;
  for (size_t i = 0; i < file.blocks().size(); ++i) {
    auto block = file.read_block(i);
    REQUIRE(block);
    rows += block->size();
  }
  return rows;
}

struct TemporaryFile {
  std::string path =
      (std::filesystem::temp_directory_path() / ("unply_events_" + std::to_string(getpid()) + ".trace")).string();
  explicit TemporaryFile(ByteView bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  ~TemporaryFile() { std::remove(path.c_str()); }
};

Bytes write_file(const std::vector<std::vector<EventRow>>& threads, std::mt19937_64& random) {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  writer.add_meta("program", "./parallel");
  writer.add_clock(0, 0);
  writer.add_clock(1'000'000'000, 1'000'000'000);
  StringId host = writer.string_id("host"), name = writer.string_id("worker");
  for (uint32_t id = 1; id <= 600; ++id) writer.add_site(id, {host, name, StringId{0}, StringId{0}, id, 1, 0, 0});
  writer.add_process(0, {0, 77, host, name});
  for (uint32_t thread = 0; thread < threads.size(); ++thread)
    writer.add_thread(thread, {0, kThreadOpenmp, 100 + thread, name});
  writer.add_object({ObjectKind::lock, 0x1000, name, 2});
  writer.add_object({ObjectKind::name, 1, host, 0});
  writer.add_object({ObjectKind::lock, 0x1000, host, 3}); // takes the place of the first
  std::vector<size_t> written(threads.size());
  for (bool more = true; more;) {
    more = false;
    for (uint32_t thread = 0; thread < threads.size(); ++thread) {
      size_t count = std::min<size_t>(1 + random() % 9000, threads[thread].size() - written[thread]);
      REQUIRE(writer.write_events(thread, std::span(threads[thread]).subspan(written[thread], count)));
      written[thread] += count;
      more |= written[thread] < threads[thread].size();
    }
  }
  REQUIRE(writer.finish());
  return sink.bytes;
}

} // namespace

TEST_CASE("a block of events comes back as it was") {
  std::mt19937_64 random(1);
  EventEncoder encoder;
  EventDecoder decoder;
  EventColumns columns;
  for (int round = 0; round < 60; ++round) {
    auto rows = random_rows(random, random() % 5000, round % 2 == 1);
    ByteView payload = encoder.encode(7, rows);
    auto head = read_event_head(payload);
    REQUIRE(head);
    CHECK(head->thread == 7);
    REQUIRE(decoder.decode(payload, rows.size(), columns));
    CHECK(std::ranges::equal(rows, rows_of(columns), same));
    if (!rows.empty()) CHECK((head->first_ticks == rows.front().ticks && head->last_ticks == rows.back().ticks));
  }
}

TEST_CASE("blocks of events that are cut, damaged or of another size are refused or harmless") {
  std::mt19937_64 random(2);
  EventEncoder encoder;
  EventDecoder decoder;
  EventColumns columns;
  auto rows = random_rows(random, 700, true);
  ByteView payload = encoder.encode(7, rows);
  Bytes whole(payload.begin(), payload.end());
  for (size_t bytes = 0; bytes < whole.size(); bytes += 1 + bytes / 50)
    CHECK_FALSE(decoder.decode(ByteView(whole).first(bytes), rows.size(), columns));
  for (size_t other : {size_t{0}, rows.size() - 1, rows.size() + 1, size_t{1} << 20})
    CHECK_FALSE(decoder.decode(whole, other, columns));
  for (int round = 0; round < 2000; ++round) {
    Bytes damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<uint8_t>(1 + random() % 255);
    if (!decoder.decode(damaged, rows.size(), columns)) continue;
    CHECK(columns.kind.size() == rows.size());
    CHECK(std::ranges::is_sorted(columns.ticks));
  }
}

TEST_CASE("times that pass the largest number and begin anew are refused") {
  std::vector<EventRow> rows(3, {~uint64_t{0} - 10, kEventChunk, 0, 0, 0, 0});
  rows[1].ticks = 5;
  rows[2].ticks = ~uint64_t{0} - 5;
  EventEncoder encoder;
  EventDecoder decoder;
  EventColumns columns;
  CHECK_FALSE(decoder.decode(encoder.encode(0, rows), 3, columns));
  rows[1].ticks = rows[0].ticks;
  CHECK(decoder.decode(encoder.encode(0, rows), 3, columns));
}

TEST_CASE("a file of events: threads in turns, rows that refer to others, several blocks") {
  std::mt19937_64 random(3);
  std::vector<std::vector<EventRow>> threads;
  for (size_t rows : {100'000, 10, 0, 40'000}) threads.push_back(random_rows(random, rows, rows == 10));
  Bytes bytes = write_file(threads, random);
  TemporaryFile temporary(bytes);
  auto file = EventFile::open(temporary.path);
  REQUIRE(file);
  CHECK(file->tables().info.program == "./parallel");
  CHECK(file->events() == 140'010);
  REQUIRE(file->threads().size() == 4);
  REQUIRE(file->objects().size() == 2);
  CHECK(file->text(file->objects()[1].name) == "host");
  std::vector<std::vector<EventRow>> back(4);
  for (size_t i = 0; i < file->blocks().size(); ++i) {
    auto block = file->read_block(i);
    REQUIRE(block);
    REQUIRE(block->size() == file->blocks()[i].rows);
    CHECK(block->time_ns.front() == file->blocks()[i].first_ns);
    CHECK(block->time_ns.back() == file->blocks()[i].last_ns);
    uint32_t thread = file->threads()[block->thread].system_id - 100;
    for (size_t row = 0; row < block->size(); ++row)
      back[thread].push_back(
          {block->time_ns[row], block->kind[row], block->core[row], block->site[row], block->a[row], block->b[row]});
  }
  for (size_t thread = 0; thread < 4; ++thread) CHECK(std::ranges::equal(back[thread], threads[thread], same));
}

TEST_CASE("a cut file of events gives a beginning of each thread and says that it is cut") {
  std::mt19937_64 random(4);
  std::vector<std::vector<EventRow>> threads{random_rows(random, 70'000, false), random_rows(random, 70'000, false)};
  Bytes bytes = write_file(threads, random);
  size_t opened = 0;
  for (int round = 0; round < 12; ++round) {
    TemporaryFile temporary(ByteView(bytes).first(random() % bytes.size()));
    auto file = EventFile::open(temporary.path);
    if (!file) continue; // cut before the first block of events
    ++opened;
    CHECK_FALSE(file->tables().info.complete);
    std::vector<size_t> row(2);
    for (size_t i = 0; i < file->blocks().size(); ++i) {
      auto block = file->read_block(i);
      REQUIRE(block);
      uint32_t thread = file->threads()[block->thread].system_id - 100;
      for (uint64_t time : block->time_ns) REQUIRE(time == threads[thread][row[thread]++].ticks);
    }
  }
  CHECK(opened > 3);
}

TEST_CASE("readers that know no events take the other tables of the file and miss nothing") {
  std::mt19937_64 random(5);
  Bytes bytes = write_file({random_rows(random, 1000, false)}, random);
  auto trace = read_trace(bytes, "events");
  REQUIRE(trace);
  CHECK(trace->sites.size() == 601);
  CHECK(trace->info.program == "./parallel");
  CHECK(trace->info.incomplete_why == "the recorder ended before the program"); // no meta "complete", nothing else
}

TEST_CASE("a thread that only an empty block knows has a row, as every block's thread has") {
  for (uint32_t described : {0u, 1u}) {
    MemorySink sink;
    TraceWriter writer(sink);
    REQUIRE(writer.begin());
    EventRow row{30, kEventUserPoint, 0, 0, 0, 1};
    if (described) REQUIRE(writer.write_events(0, {&row, 1}));
    REQUIRE(writer.flush());
    ContainerWriter container(sink);
    EventEncoder encoder;
    REQUIRE(container.write_packed(kTables[kTableEvents], kBlockEvents, 0, encoder.encode(6, {})));
    REQUIRE(writer.finish());
    TemporaryFile file(sink.bytes);
    auto events = EventFile::open(file.path);
    REQUIRE(events);
    CHECK(events->threads().size() == described + 1);
    for (const EventBlockPlace& block : events->blocks()) CHECK(block.thread < events->threads().size());
    CHECK(all_rows(*events) == described);
  }
}

TEST_CASE("times that fall are held at the time before, kinds of a newer version are left out") {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  std::vector<EventRow> rows{{50, kEventChunk, 0, 7, 1, 2}, {40, kEventChunk, 1, 0, 3, 4}, {60, 200, 0, 0, 0, 0}};
  REQUIRE(writer.write_events(0, rows));
  REQUIRE(writer.finish());
  TemporaryFile temporary(sink.bytes);
  auto file = EventFile::open(temporary.path);
  REQUIRE(file);
  CHECK(file->duration_ns() == 10); // no clock: ticks from the first event on
  auto block = file->read_block(0);
  REQUIRE(block);
  CHECK(block->time_ns == std::vector<uint64_t>{0, 0});
  CHECK(block->site == std::vector<uint32_t>{0, 0}); // site 7 is not there
  CHECK(block->a == std::vector<uint64_t>{1, 3});
}
