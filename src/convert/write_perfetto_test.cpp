// What tests/convert cannot have: a recording of two hosts.
#include "convert/convert.h"
#include "trace/testing/memory_sink.h"
#include <algorithm>
#include <cstdio>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace unply;

namespace {

// The numbers at the end of a path of fields, in all messages that have it.
void collect(ByteView message, std::span<const uint64_t> path, std::vector<uint64_t>& out) {
  ByteReader reader(message);
  while (reader.left() > 0) {
    uint64_t key = reader.varint(), value = 0;
    ByteView inner;
    if (key % 8 == 0) value = reader.varint();
    if (key % 8 == 1) inner = reader.take(8);
    if (key % 8 == 2) inner = reader.take(reader.varint());
    REQUIRE((reader.ok() && key % 8 <= 2));
    if (key / 8 != path.front()) continue;
    if (path.size() == 1)
      out.push_back(value);
    else
      collect(inner, path.subspan(1), out);
  }
}

Bytes record_two_hosts() {
  MemorySink sink;
  TraceWriter writer(sink);
  REQUIRE(writer.begin());
  writer.add_clock(0, 0);
  writer.add_clock(100, 100);
  for (uint32_t rank : {0, 1}) { // in containers both are the first process
    writer.add_process(rank, {rank, 7, writer.string_id(rank ? "b" : "a"), StringId{0}});
    writer.add_thread(rank, {rank, kThreadInitial, 7, StringId{0}, 0, 100});
    EventRow rows[] = {{10, kEventUserBegin, 0xffff, 0, 1, 0}, {90, kEventUserEnd, 0xffff, 0, 1, 0}};
    REQUIRE(writer.write_events(rank, rows));
  }
  REQUIRE(writer.finish());
  return sink.bytes;
}

} // namespace

TEST_CASE("processes of two hosts stay two in Perfetto, with their threads") {
  std::string path = (std::filesystem::temp_directory_path() / ("unply_hosts_" + std::to_string(getpid()))).string();
  Bytes bytes = record_two_hosts();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<long>(bytes.size()));
  auto file = EventFile::open(path);
  std::remove(path.c_str());
  REQUIRE(file);
  MemorySink sink;
  REQUIRE(write_perfetto(*file, sink));
  constexpr uint64_t kProcesses[] = {1, 60, 3, 1}, kThreads[] = {1, 60, 4, 1};
  std::vector<uint64_t> processes, threads;
  collect(sink.bytes, kProcesses, processes);
  collect(sink.bytes, kThreads, threads);
  CHECK(processes == std::vector<uint64_t>{7, 8});
  std::ranges::sort(threads);
  CHECK(threads == processes);
}
