// libFuzzer target of blocks of events: whatever the bytes, decoding says no or gives rows whose invariants hold, alone
// and as blocks of a file among tables of threads that do not fit.
//
// An input is the number of rows and a payload. Mutations take the payload apart into its streams, change one, and put
// it together with sizes made right again and nothing compressed: else each would end at the first size.
#include "trace/event_file.h"
#include "trace/event_kinds.h"
#include "trace/phases.h"
#include "trace/testing/memory_sink.h"
#include "trace/trace_writer.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using namespace unply;

void demand(bool holds) {
  if (!holds) std::abort();
}

constexpr size_t kStreams = 7;
struct Input {
  uint32_t rows = 0;
  uint64_t thread = 0, first_ticks = 0, span_ticks = 0, codes = 0;
  std::array<Bytes, kStreams> streams;
};

Input random_input(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<EventRow> rows(random() % 40);
  uint64_t now = random() % 100;
  for (EventRow& row : rows)
    row = {now += random() % 70000,
           static_cast<uint8_t>(1 + random() % (kEventKinds - 1)),
           static_cast<uint16_t>(random() % 3),
           static_cast<uint32_t>(random() % 3),
           random() % 5 << (random() % 2) * 32, // phases have theirs in the upper half
           random() >> random() % 64};
  EventEncoder encoder;
  ByteReader reader(encoder.encode(static_cast<uint32_t>(random() % 3), rows));
  Input input{
      static_cast<uint32_t>(rows.size()), reader.varint(), reader.varint(), reader.varint(), reader.varint(), {}};
  for (Bytes& stream : input.streams) {
    stream.resize(reader.varint());
    ByteView stored = reader.take(reader.varint());
    if (stored.size() == stream.size())
      std::ranges::copy(stored, stream.begin());
    else
      ZSTD_decompress(stream.data(), stream.size(), stored.data(), stored.size());
  }
  return input;
}

Bytes bytes_of(const Input& input) {
  Bytes out(4);
  std::memcpy(out.data(), &input.rows, 4);
  for (uint64_t number : {input.thread, input.first_ticks, input.span_ticks, input.codes}) append_varint(out, number);
  for (const Bytes& stream : input.streams) {
    append_varint(out, stream.size());
    append_text(out, {reinterpret_cast<const char*>(stream.data()), stream.size()});
  }
  return out;
}

// What bytes_of wrote; streams that are compressed or cut stay empty.
Input input_of(ByteView bytes) {
  Input input;
  std::memcpy(&input.rows, bytes.data(), 4);
  ByteReader reader(bytes.subspan(4));
  for (uint64_t* number : {&input.thread, &input.first_ticks, &input.span_ticks, &input.codes})
    *number = reader.varint();
  for (Bytes& stream : input.streams) {
    uint64_t raw = reader.varint();
    ByteView stored = reader.take(reader.varint());
    if (raw == stored.size()) stream.assign(stored.begin(), stored.end());
  }
  return input;
}

void check_alone(ByteView payload, uint32_t rows) {
  EventDecoder decoder;
  EventColumns columns;
  if (!decoder.decode(payload, rows, columns)) return;
  demand(columns.ticks.size() == rows && columns.kind.size() == rows && columns.b.size() == rows);
  demand(std::ranges::is_sorted(columns.ticks));
  for (uint8_t kind : columns.kind) demand(columns.kinds[kind]);
}

Bytes file_around(ByteView payload, uint32_t rows) {
  MemorySink sink;
  TraceWriter writer(sink);
  (void)writer.begin();
  writer.add_clock(0, 0);
  writer.add_clock(1000, 3000);
  writer.add_site(1, {});
  writer.add_thread(1, {7, kThreadPthread, 1, StringId{99}, 50, 20});
  writer.add_object({ObjectKind::lock, 5, StringId{77}, 9});
  EventRow row{30, kEventChunk, 0, 1, 0, 1};
  (void)writer.write_events(0, {&row, 1});
  (void)writer.flush();
  ContainerWriter container(sink); // its table of events has the number that the file knows
  if (rows <= kBlockMaxRows) (void)container.write_packed(kTables[kTableEvents], kBlockEvents, rows, payload);
  (void)writer.finish();
  return sink.bytes;
}

void check_phases(const EventFile& file) {
  auto phases = read_phases(file);
  if (!phases) return;
  for (size_t i = 0; i < phases->rows.size(); ++i) {
    const PhaseRow& row = phases->rows[i];
    demand(row.begin_ns <= row.end_ns && row.thread < file.threads().size() && row.process < file.processes().size());
    demand(static_cast<size_t>(row.phase) < kPhases && row.call < phases->rows.size());
    demand(row.first_feature + row.features <= phases->features.size());
    for (const PhaseFeature& feature : phases->features_of(row)) (void)phases->text(feature.name);
    if (i == 0) continue;
    const PhaseRow& before = phases->rows[i - 1];
    demand(before.rank < row.rank || (before.rank == row.rank && before.begin_ns <= row.begin_ns));
  }
}

void check_in_file(ByteView payload, uint32_t rows) {
  Bytes bytes = file_around(payload, rows);
  int fd = memfd_create("fuzz", 0);
  demand(fd >= 0 && write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  auto file = EventFile::open("/proc/self/fd/" + std::to_string(fd));
  demand(file.has_value());
  std::vector<uint64_t> last(file->threads().size());
  for (const EventThread& thread : file->threads())
    demand(thread.process < file->processes().size() && thread.begin_ns <= thread.end_ns);
  for (size_t i = 0; i < file->blocks().size(); ++i) {
    auto block = file->read_block(i);
    if (!block) continue;
    demand(block->thread < last.size() && block->size() <= file->blocks()[i].rows);
    for (size_t row = 0; row < block->size(); ++row) {
      demand(block->time_ns[row] >= last[block->thread] && block->site[row] < file->tables().sites.size());
      demand(is_known_event(block->kind[row]));
      last[block->thread] = block->time_ns[row];
    }
  }
  check_phases(*file);
  close(fd);
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  std::mt19937 random(seed);
  if (size > 4 && seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Input input = size > 8 && seed % 16 ? input_of({data, size}) : random_input(seed);
  switch (random() % 12) {
  case 0:
    input.rows = static_cast<uint32_t>(random() % 64);
    break;
  case 1:
    input.span_ticks = random() % 4 ? input.span_ticks + 1 : ~uint64_t{0};
    break;
  case 2:
    input.codes = random() % 300;
    break;
  default: {
    Bytes& stream = input.streams[random() % kStreams];
    size_t before = stream.size();
    stream.resize(before + 64);
    stream.resize(LLVMFuzzerMutate(stream.data(), before, stream.size()));
  }
  }
  Bytes out = bytes_of(input);
  if (out.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, out.data(), out.size());
  return out.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  uint32_t rows;
  std::memcpy(&rows, data, 4);
  rows %= 2u << 20; // more than a block may have, too
  check_alone({data + 4, size - 4}, rows);
  check_in_file({data + 4, size - 4}, rows);
  return 0;
}
