// Clocks that drift, and messages by clocks that are wrong, against values worked out by hand and brute force.
#include "collect/message_order.h"
#include "collect/rank_clocks.h"
#include "collect/rank_words.h"
#include "collect/spool.h"
#include "collect/spool_conversion.h"
#include "trace/testing/memory_sink.h"
#include <cstdio>
#include <cstring>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

using namespace unply;

namespace {

// A spool with one chunk for each of three ranks; rank 1 reads another clock, rank 2 rank 0's.
struct ThreeRanks {
  std::string path = (std::filesystem::temp_directory_path() / ("unply_clocks_" + std::to_string(getpid()))).string();
  std::unique_ptr<Spool> spool;
  ThreeRanks(const std::vector<UnplyRawEvent>& of_rank_1) {
    spool = std::move(*Spool::create(path, 4 * kSpoolChunkBytes));
    for (uint32_t rank = 0; rank < 3; ++rank) add(rank, rank == 1 ? of_rank_1 : std::vector<UnplyRawEvent>{});
    put(offsetof(SpoolHeader, processes), uint32_t{3});
  }
  void add(uint32_t rank, const std::vector<UnplyRawEvent>& records) {
    SpoolProcess row{};
    row.state = kProcessRuns;
    row.pid = 100 + rank;
    row.rank = rank + 1;
    row.job = 7;
    row.clock = rank == 1 ? 2 : 1;
    row.start_ticks = 500 + rank;
    row.time_ns = 4000 + 300 * rank;
    put(kSpoolProcessesAt + rank * sizeof row, row);
    put(kSpoolSlotsAt + rank * sizeof(SpoolSlot), SpoolSlot{kSlotFull, rank, 0, 0, rank + 1, 0});
    uint64_t at = kSpoolHeadBytes + uint64_t{rank} * kSpoolChunkBytes;
    put(at, UnplyRawEvent{rank + 1, uint64_t{rank} << 32, kSpoolOwner | 1 << 8, 600});
    put(at += sizeof(UnplyRawEvent), UnplyRawEvent{600, 0, kEventUserPoint, 0});
    for (const UnplyRawEvent& record : records) put(at += sizeof record, record);
  }
  template <class T> void put(uint64_t at, const T& value) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(at));
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
};

constexpr UnplyRawEvent kAtBegin{1'000'000, 0, kSpoolClock | 10 << 8, 5'000'000};
constexpr UnplyRawEvent kAtEnd{2'000'000, 1, kSpoolClock | 20 << 8, 6'000'100};

} // namespace

TEST_CASE("rank clocks: a straight line between the two readings, alike outside") {
  ThreeRanks ranks({kAtBegin, kAtEnd});
  auto reader = SpoolReader::open(ranks.path);
  REQUIRE(reader);
  RankClocks clocks(*reader);
  auto processes = reader->processes();
  REQUIRE(processes.size() == 3);
  CHECK(clocks.several());
  CHECK(clocks.aligned(processes[1], 999'000) == 4'999'000);
  CHECK(clocks.aligned(processes[1], 1'000'000) == 5'000'000);
  CHECK(clocks.aligned(processes[1], 1'500'000) == 5'500'050);
  CHECK(clocks.aligned(processes[1], 2'000'000) == 6'000'100);
  CHECK(clocks.aligned(processes[1], 2'000'500) == 6'000'600);
  CHECK(clocks.uncertainty(processes[1]) == 20);
  for (size_t same : {0, 2}) {
    CHECK(clocks.aligned(processes[same], 1'500'000) == 1'500'000);
    CHECK(clocks.uncertainty(processes[same]) == 0);
  }
  REQUIRE(clocks.notes().size() == 1);
  CHECK(clocks.notes()[0].find("the clock of rank 1 is") == 0);
  CHECK(clocks.notes()[0].find("it gains -99.99 us/s") != std::string::npos);
}

TEST_CASE("rank clocks: one reading, or none but the times of day") {
  ThreeRanks ranks({kAtBegin});
  auto reader = SpoolReader::open(ranks.path);
  REQUIRE(reader);
  RankClocks clocks(*reader);
  CHECK(clocks.aligned(reader->processes()[1], 3'000'000) == 7'000'000);
  CHECK(clocks.notes().at(0).find("MPI_Finalize was not reached") != std::string::npos);
  ThreeRanks without({});
  auto other = SpoolReader::open(without.path);
  REQUIRE(other);
  RankClocks by_day(*other);
  CHECK(by_day.aligned(other->processes()[1], 501) == 800); // rank 1 began 300 ns after rank 0, which began at 500
  CHECK(by_day.notes().at(0).find("times of day") != std::string::npos);
}

TEST_CASE("ranks that left nothing have lanes, but not a million") {
  ThreeRanks ranks({{kSpoolJobHosts, 0, kSpoolName | 1 << 8, 1 << 20}, {'a', 0, 0, 0}});
  auto reader = SpoolReader::open(ranks.path);
  REQUIRE(reader);
  MemorySink sink;
  TraceWriter out(sink);
  REQUIRE(out.begin());
  auto outcome = convert_spool(*reader, out);
  REQUIRE(outcome);
  CHECK(out.finish());
  CHECK(outcome->notes.front().starts_with("ranks 3 to 1048575 on a left no data"));
  CHECK(out.events_written() == 3 + 2 * kSpoolProcesses);
}

TEST_CASE("message order: what arrives too early is counted as brute force counts it") {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    MessageOrder order;
    uint64_t early = 0, reversed = 0, worst = 0;
    for (uint32_t i = 0; i < 40; ++i) {
      uint64_t sent = 1000 + 100 * i + random() % 50, received = sent + random() % 40 - 20;
      uint32_t from = random() % 3, tag = i % 2 ? 5 : 6;
      order.add(1, from, kEventSend, uint64_t{9} << 32 | tag, sent, 4);
      order.add(1, 9, kEventReceive, uint64_t{from} << 32 | tag, received, 3);
      reversed += received < sent;
      early += received + 7 < sent;
      if (received + 7 < sent) worst = std::max(worst, sent - received - 7);
    }
    order.add(1, 0, kEventSend, uint64_t{9} << 32 | UNPLY_ONE_SIDED, 5, 0);
    order.add(2, 0, kEventSend, uint64_t{9} << 32 | 5, 5, 0); // of another job, never received
    MessageOrder::Outcome outcome = order.check();
    CHECK(outcome.messages == 40);
    CHECK(outcome.reversed == reversed);
    CHECK(outcome.early == early);
    CHECK(outcome.worst_ticks == worst);
  }
}

TEST_CASE("ranks in words") {
  CHECK(words_for_numbers({4}) == "rank 4");
  CHECK(words_for_numbers({3, 0, 1, 2, 7, 9, 10}) == "ranks 0 to 3, 7, 9, 10");
  CHECK(words_for_ns(999) == "999 ns");
  CHECK(words_for_ns(3300) == "3.3 us");
}
