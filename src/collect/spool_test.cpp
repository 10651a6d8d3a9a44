// The spool from both sides: records that the recorder's files write come back; unwritten parts do no harm.
#include "collect/spool.h"
#include "collect/spool_conversion.h"
#include "trace/testing/memory_sink.h"
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace unply;

namespace {

struct Scratch {
  std::string path = (std::filesystem::temp_directory_path() / ("unply_spool_" + std::to_string(getpid()))).string();
  ~Scratch() { std::remove(path.c_str()); }
};

// A process writing into the spool, as src/recorder/spool.cpp does it.
class Writer {
public:
  explicit Writer(const std::string& path) {
    int fd = ::open(path.c_str(), O_RDWR);
    bytes_ = std::filesystem::file_size(path);
    memory_ = static_cast<char*>(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    ::close(fd);
    header().processes = 1;
    auto* row = reinterpret_cast<SpoolProcess*>(memory_ + kSpoolProcessesAt);
    row->state = kProcessRuns;
    row->pid = static_cast<uint32_t>(getpid());
  }
  ~Writer() { ::munmap(memory_, bytes_); }
  SpoolHeader& header() { return *reinterpret_cast<SpoolHeader*>(memory_); }
  SpoolSlot& slot(uint32_t i) { return reinterpret_cast<SpoolSlot*>(memory_ + kSpoolSlotsAt)[i]; }
  UnplyRawEvent* chunk(uint32_t i) {
    return reinterpret_cast<UnplyRawEvent*>(memory_ + kSpoolHeadBytes + size_t{i} * kSpoolChunkBytes);
  }
  void fill_program(char c) {
    std::memset(reinterpret_cast<SpoolProcess*>(memory_ + kSpoolProcessesAt)->program, c,
                sizeof(SpoolProcess::program));
  }
  void fill(uint32_t i, uint32_t thread, uint64_t first_ticks, size_t events) {
    uint64_t number = ++header().next_chunk;
    UnplyRawEvent* records = chunk(i);
    records[0] = {number, 0, kSpoolOwner | uint64_t{thread} << 8, first_ticks};
    for (size_t e = 1; e <= events; ++e) records[e] = {first_ticks + e, 0, kEventUserPoint, e};
    slot(i).number = number;
    slot(i).state = kSlotFull;
  }

private:
  char* memory_;
  size_t bytes_;
};

} // namespace

TEST_CASE("spool: chunks come back once, in order, from the pool and from behind it") {
  Scratch scratch;
  auto spool = Spool::create(scratch.path, 8 * kSpoolChunkBytes);
  REQUIRE(spool);
  Writer writer(scratch.path);
  writer.fill(0, 1, 1000, 100);
  writer.fill(1, 2, 1500, 50);
  CHECK((*spool)->pump());
  CHECK(writer.slot(0).state == kSlotFree);
  CHECK(writer.chunk(0)[0].kind_a == 0);
  writer.fill(0, 1, 3000, 1023);
  writer.slot(0).state = kSlotUsed; // its thread still writes
  writer.fill(2, 2, 4000, 7);
  // The recorder died between appending a chunk and freeing its slot.
  std::memcpy(static_cast<void*>(writer.chunk(3)), writer.chunk(2), kSpoolChunkBytes);
  writer.slot(3).state = kSlotFull;
  auto reader = SpoolReader::open(scratch.path);
  REQUIRE(reader);
  CHECK(reader->events() == 100 + 50 + 1023 + 7);
  REQUIRE(reader->processes().size() == 1);
  const auto& threads = reader->processes()[0].threads;
  REQUIRE(threads.size() == 2);
  CHECK(threads[0].number == 1);
  REQUIRE(threads[0].stretches.size() == 2);
  CHECK(threads[0].stretches[0].records.size() == 100);
  CHECK(threads[0].stretches[1].begin_ticks == 3000);
  CHECK(threads[1].events == 50 + 7);
}

TEST_CASE("spool: texts longer than their chunk, records of unknown kinds and names without an end are harmless") {
  Scratch scratch;
  auto spool = Spool::create(scratch.path, 4 * kSpoolChunkBytes);
  REQUIRE(spool);
  Writer writer(scratch.path);
  for (uint32_t kind = kSpoolOwner + 1; kind < 256; ++kind)
    for (uint64_t length : {uint64_t{20}, uint64_t{kSpoolChunkBytes}, uint64_t{1} << 40, (uint64_t{1} << 56) - 1})
      for (size_t at : {size_t{3}, size_t{1023}}) { // with events behind it, and at the chunk's end
        writer.fill(0, 1, 1000, 1023);
        writer.chunk(0)[at] = {5, 0, kind | length << 8, 7};
        auto reader = SpoolReader::open(scratch.path);
        REQUIRE(reader);
        CHECK(reader->events() <= 1022);
        MemorySink sink;
        TraceWriter out(sink);
        REQUIRE(out.begin());
        CHECK(convert_spool(*reader, out).has_value());
      }
  writer.fill_program('x');
  auto reader = SpoolReader::open(scratch.path);
  REQUIRE(reader);
  CHECK(std::string_view(reader->processes()[0].row.program) == std::string(sizeof(SpoolProcess::program) - 1, 'x'));
  writer.header().slots = kSpoolMaxSlots + 1;
  CHECK(!SpoolReader::open(scratch.path));
}

// The limit of a full disk, for this process.
class FileSizeLimit {
public:
  explicit FileSizeLimit(uint64_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

private:
  rlimit before_{};
};

TEST_CASE("spool: a chunk that has no room on the disk leaves the file as it was, and all events in it") {
  Scratch scratch;
  auto spool = Spool::create(scratch.path, 4 * kSpoolChunkBytes);
  REQUIRE(spool);
  Writer writer(scratch.path);
  uint64_t pool = std::filesystem::file_size(scratch.path);
  for (uint32_t i = 0; i < 3; ++i) writer.fill(i, i + 1, 1000, 1000);
  {
    FileSizeLimit limit(pool + kSpoolChunkBytes + kSpoolChunkBytes / 2);
    CHECK((*spool)->pump());
  }
  CHECK((*spool)->trouble());
  CHECK(writer.header().recorder_gone == 1);
  CHECK(std::filesystem::file_size(scratch.path) == pool + kSpoolChunkBytes);
  auto reader = SpoolReader::open(scratch.path);
  REQUIRE(reader);
  CHECK(reader->events() == 3000);
}

TEST_CASE("spool: what nobody has taken over stays, what is empty or discarded goes") {
  Scratch scratch;
  REQUIRE(Spool::create(scratch.path, 4 * kSpoolChunkBytes));
  CHECK(!std::filesystem::exists(scratch.path)); // of no program
  for (bool discard : {false, true}) {
    auto spool = Spool::create(scratch.path, 4 * kSpoolChunkBytes);
    REQUIRE(spool);
    Writer(scratch.path).fill(0, 1, 1000, 10);
    (*spool)->finish({3, 0}, "");
    if (discard) (*spool)->discard();
    spool->reset();
    CHECK(std::filesystem::exists(scratch.path) == !discard);
  }
}

TEST_CASE("spool: why it does not hold all of the run") {
  Scratch scratch;
  auto why = [&](ProgramEnd end, const char* unfinished) {
    auto spool = Spool::create(scratch.path, 4 * kSpoolChunkBytes);
    REQUIRE(spool);
    Writer(scratch.path).fill(0, 1, 1000, 10);
    (*spool)->finish(end, unfinished);
    auto reader = SpoolReader::open(scratch.path);
    REQUIRE(reader);
    return why_incomplete(*reader, {});
  };
  CHECK(why({3, 0}, "") == "");
  CHECK(why({137, 9}, "") == "killed by signal 9 (Killed)");
  CHECK(why({0, 0}, "process 5 (a) still ran") == "process 5 (a) still ran");
  CHECK(why({0, 0}, std::string(600, 'x').c_str()).size() == sizeof(SpoolHeader::why_cut) - 1);
}

TEST_CASE("spool: events without an owner are lost, and the recording says so") {
  Scratch scratch;
  auto spool = Spool::create(scratch.path, 4 * kSpoolChunkBytes);
  REQUIRE(spool);
  Writer writer(scratch.path);
  for (uint32_t i = 0; i < 4; ++i) writer.fill(i, i + 1, 1000 * (i + 1), 100);
  writer.chunk(1)[0] = {5, 0, kEventUserPoint, 5};   // another thread's event over its owner
  writer.chunk(2)[0].code_core = uint64_t{77} << 32; // of a process that is not there
  auto reader = SpoolReader::open(scratch.path);
  REQUIRE(reader);
  CHECK(reader->events() == 200);
  CHECK(reader->ownerless_events() == 101 + 100);
  MemorySink sink;
  TraceWriter trace(sink);
  REQUIRE(trace.begin());
  auto outcome = convert_spool(*reader, trace);
  REQUIRE(outcome);
  CHECK(outcome->lost == 201);
  REQUIRE(outcome->notes.size() == 1);
  CHECK(outcome->notes[0] == "201 events are missing: their chunks do not say which thread they are of");
}

TEST_CASE("spool: a cut or damaged file gives what is whole, or an error") {
  Scratch scratch;
  std::string whole;
  {
    auto spool = Spool::create(scratch.path, 4 * kSpoolChunkBytes);
    REQUIRE(spool);
    Writer writer(scratch.path);
    for (uint32_t i = 0; i < 4; ++i) writer.fill(i, i + 1, 1000 * i, 500);
    (*spool)->pump();
    writer.fill(2, 9, 7777, 10);
    std::ifstream file(scratch.path, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::mt19937_64 random(5);
  for (int round = 0; round < 60; ++round) {
    std::string damaged = whole;
    if (round % 2) damaged.resize(random() % damaged.size());
    for (int i = 0; i < 40 && round > 3 && !damaged.empty(); ++i) {
      size_t at = random() % 3 == 0 ? random() % std::min<size_t>(damaged.size(), sizeof(SpoolHeader))
                                    : random() % damaged.size();
      damaged[at] = static_cast<char>(random());
    }
    std::ofstream(scratch.path, std::ios::binary).write(damaged.data(), static_cast<std::streamsize>(damaged.size()));
    auto reader = SpoolReader::open(scratch.path);
    if (!reader) continue;
    CHECK(reader->events() <= damaged.size() / sizeof(UnplyRawEvent));
    MemorySink sink;
    TraceWriter writer(sink);
    REQUIRE(writer.begin());
    CHECK(convert_spool(*reader, writer).has_value());
  }
  std::ofstream(scratch.path, std::ios::binary).write(whole.data(), static_cast<std::streamsize>(whole.size()));
  auto reader = SpoolReader::open(scratch.path);
  REQUIRE(reader);
  CHECK(reader->events() == 4 * 500 + 10);
}
