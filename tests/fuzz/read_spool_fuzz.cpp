// libFuzzer target of spools, what unply record leaves behind when it is killed: whatever the bytes, opening says no or
// gives events whose conversion is a recording that opens, with as many events.
//
// A spool has 3 MiB of tables before its chunks. So an input is a list of changes to a whole one: which part, where in
// it, and what stands there then; a byte at its beginning says how much of the file is there at all.
#include "collect/code_places.h"
#include "collect/spool.h"
#include "collect/spool_conversion.h"
#include "trace/event_file.h"
#include "trace/testing/memory_sink.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace unply {

// The fuzzer names modules; they are not to be opened.
struct CodePlaces::Module {};
CodePlaces::CodePlaces() = default;
CodePlaces::~CodePlaces() = default;
CodePlace CodePlaces::find(const std::string& module, uint64_t offset) {
  return {offset % 3 ? module : "", static_cast<uint32_t>(offset % 100), 0, "f"};
}
bool CodePlaces::without_debug_info(const std::string& module) const { return module.size() % 2; }

} // namespace unply

namespace {

using namespace unply;

void demand(bool holds) {
  if (!holds) std::abort();
}

constexpr size_t kSlots = 6, kChunks = kSlots + 2, kRecords = kSpoolChunkBytes / sizeof(UnplyRawEvent);
struct Part {
  size_t at, bytes;
};
// The header without most of its texts, some processes, the slots, and the beginning and the end of each chunk.
std::vector<Part> parts_of_file() {
  std::vector<Part> parts = {{0, 112}, {112, 64}, {offsetof(SpoolHeader, program_ended), 80}};
  for (size_t i = 0; i < 3; ++i) parts.push_back({kSpoolProcessesAt + i * sizeof(SpoolProcess), sizeof(SpoolProcess)});
  parts.push_back({kSpoolSlotsAt, kSlots * sizeof(SpoolSlot)});
  for (size_t i = 0; i < kChunks; ++i) {
    size_t chunk = kSpoolHeadBytes + i * kSpoolChunkBytes;
    parts.push_back({chunk, 40 * sizeof(UnplyRawEvent)});
    parts.push_back({chunk + (kRecords - 4) * sizeof(UnplyRawEvent), 4 * sizeof(UnplyRawEvent)});
  }
  return parts;
}

void put_text(UnplyRawEvent* at, uint32_t kind, uint64_t ticks, uint64_t code, uint64_t b, std::string_view text) {
  *at = {ticks, code, kind | text.size() << 8, b};
  std::memcpy(static_cast<void*>(at + 1), text.data(), text.size());
}

// Of a thread: events of all kinds, and in the first chunk of a process what it says of itself.
void fill_chunk(UnplyRawEvent* records, uint64_t number, uint64_t process, uint64_t thread, bool full) {
  uint64_t now = 1000 * number;
  records[0] = {number, process << 32 | (50 + thread), kSpoolOwner | thread << 8, now};
  records[1] = {now, 0, kEventThreadBegin | thread % 4 << 8, 0};
  put_text(records + 2, kSpoolModule, 0x400000, 0x401000, 0x402000, "/usr/lib/libexample.so.1.2.3.4.5.6");
  put_text(records + 5, kSpoolName, 0, 0, 1, "phase");
  put_text(records + 7, kSpoolName, kSpoolThreadName, 0, thread, "worker");
  put_text(records + 9, kSpoolName, kSpoolJobHosts, 0, 4, "a,b,c");
  put_text(records + 11, kSpoolNote, 0, 0, 0, "a note");
  records[13] = {now, process & 1, kSpoolClock | uint64_t{3} << 8, now + 70};
  for (size_t i = 14; i < (full ? kRecords : 60); ++i) {
    uint64_t kind = 1 + i % (kEventKinds - 1);
    records[i] = {now + i * 7, uint64_t{0x401000 + i} | uint64_t{i % 4} << 48, kind | uint64_t{i % 5} << 8, i % 3};
  }
}

class Base {
public:
  Base() : parts(parts_of_file()), bytes_(kSpoolHeadBytes + kChunks * kSpoolChunkBytes) {
    file_ = ::memfd_create("spool", 0);
    demand(file_ >= 0);
    auto* header = new (bytes_.data()) SpoolHeader{};
    header->magic = UNPLY_SPOOL_MAGIC;
    header->version = kSpoolVersion;
    header->slots = kSlots;
    header->appended = kChunks - kSlots;
    header->next_chunk = kChunks;
    header->end_ticks = header->end_ns = 100'000;
    header->processes = 3;
    header->clock = header->kernel = 7;
    std::strcpy(header->text, "program=a\nargument=b\n");
    for (uint32_t i = 0; i < 3; ++i) {
      SpoolProcess row{};
      row.state = kProcessRuns, row.pid = 100 + i, row.parent = 99 + i, row.rank = i + 1;
      row.clock = 7 + i, row.job = 5, row.end_ticks = row.end_ns = 90'000;
      std::strcpy(row.program, "/bin/a");
      std::memcpy(bytes_.data() + kSpoolProcessesAt + i * sizeof row, &row, sizeof row);
    }
    for (uint32_t i = 0; i < kSlots; ++i) {
      SpoolSlot slot{i % 4, i % 3, 50 + i, 0, i + 1, 0};
      std::memcpy(bytes_.data() + kSpoolSlotsAt + i * sizeof slot, &slot, sizeof slot);
    }
    for (size_t i = 0; i < kChunks; ++i)
      fill_chunk(reinterpret_cast<UnplyRawEvent*>(bytes_.data() + kSpoolHeadBytes + i * kSpoolChunkBytes), i + 1, i % 3,
                 1 + i % 2, i % 4 == 3);
    restore_all();
  }

  void restore_all() {
    demand(::ftruncate(file_, 0) == 0);
    demand(::pwrite(file_, bytes_.data(), bytes_.size(), 0) == static_cast<ssize_t>(bytes_.size()));
  }
  void put(size_t at, const void* data, size_t size) { (void)!::pwrite(file_, data, size, static_cast<off_t>(at)); }
  void restore(size_t at, size_t size) { put(at, bytes_.data() + at, size); }
  void cut(size_t size) { demand(::ftruncate(file_, static_cast<off_t>(size)) == 0); }
  size_t size() const { return bytes_.size(); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }
  const std::vector<Part> parts;

private:
  std::vector<uint8_t> bytes_;
  int file_;
};

void check_converted(const Bytes& bytes, uint64_t events) {
  static int file = ::memfd_create("trace", 0);
  demand(::ftruncate(file, 0) == 0 &&
         ::pwrite(file, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  auto trace = EventFile::open("/proc/self/fd/" + std::to_string(file));
  if (!trace) return demand(events == 0);
  demand(trace->events() == events);
  for (const EventBlockPlace& block : trace->blocks()) demand(block.thread < trace->threads().size());
}

void check(Base& base) {
  auto spool = SpoolReader::open(base.path());
  if (!spool) return;
  demand(spool->events() <= base.size() / sizeof(UnplyRawEvent));
  MemorySink sink;
  TraceWriter writer(sink);
  demand(writer.begin().has_value());
  auto outcome = convert_spool(*spool, writer);
  demand(outcome.has_value());
  add_end(writer, why_incomplete(*spool, *outcome), {0, 0});
  demand(writer.finish().has_value());
  check_converted(sink.bytes, outcome->events);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Base base;
  if (size < 2) return 0;
  std::vector<Part> changed;
  bool cut = data[0] == 1;
  for (size_t at = 2; at + 4 <= size;) {
    const Part& part = base.parts[data[at] % base.parts.size()];
    size_t offset = (data[at + 1] | size_t{data[at + 2]} << 8) % part.bytes;
    size_t length = std::min({size_t{1} + data[at + 3] % 40, size - at - 4, part.bytes - offset});
    base.put(part.at + offset, data + at + 4, length);
    changed.push_back({part.at + offset, length});
    at += 4 + std::max<size_t>(length, 1);
  }
  if (cut) base.cut(base.size() * data[1] / 256);
  check(base);
  if (cut)
    base.restore_all();
  else
    for (const Part& part : changed) base.restore(part.at, part.bytes);
  return 0;
}
