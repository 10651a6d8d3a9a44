// Reading blocks of events. Damaged or hostile bytes end in false: every size is checked against the rows before
// memory is taken for it, every stream must be used up exactly.
#include "trace/event_codec.h"
#include "trace/event_layout.h"
#include "unply/trace_format.h"
#include <array>
#include <zstd.h>

namespace unply {

namespace {

struct Code {
  uint32_t site;
  uint8_t kind, a_mode, b_mode;
  uint64_t a, b; // of the last row
};

using Streams = std::array<ByteView, kEventStreams>;

struct DecompressorDeleter {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// More than this no stream of so many rows takes.
size_t most_bytes(unsigned stream, size_t rows) {
  switch (stream) {
  case kStreamBook:
    return rows * (2 + 3 * kMaxVarintBytes);
  case kStreamCodes:
  case kStreamTimes:
    return rows * 2;
  default:
    return rows * kMaxVarintBytes * 2;
  }
}

// Unpacks all streams into `room`.
bool unpack(ByteReader& reader, size_t rows, Bytes& room, Streams& streams) {
  std::array<ByteView, kEventStreams> stored;
  std::array<size_t, kEventStreams> raw;
  size_t total = 0;
  for (unsigned s = 0; s < kEventStreams; ++s) {
    raw[s] = reader.varint();
    stored[s] = reader.take(reader.varint());
    if (!reader.ok() || raw[s] > most_bytes(s, rows) || stored[s].size() > raw[s]) return false;
    bool packed = stored[s].size() < raw[s];
    if (packed && ZSTD_getFrameContentSize(stored[s].data(), stored[s].size()) != raw[s]) return false;
    total += raw[s];
  }
  if (reader.left() != 0 || total > kBlockMaxRawBytes) return false;
  room.resize(total);
  std::unique_ptr<ZSTD_DCtx, DecompressorDeleter> context(ZSTD_createDCtx());
  uint8_t* at = room.data();
  for (unsigned s = 0; s < kEventStreams; ++s) {
    if (stored[s].size() == raw[s]) {
      streams[s] = stored[s];
      continue;
    }
    if (ZSTD_decompressDCtx(context.get(), at, raw[s], stored[s].data(), stored[s].size()) != raw[s]) return false;
    streams[s] = {at, raw[s]};
    at += raw[s];
  }
  return true;
}

bool read_book(ByteView bytes, size_t count, std::vector<Code>& book) {
  ByteReader reader(bytes);
  if (count > bytes.size()) return false;
  book.resize(count);
  for (Code& code : book) {
    code.kind = reader.byte();
    uint8_t modes = reader.byte();
    code.a_mode = modes & 15;
    code.b_mode = modes >> 4;
    uint64_t site = reader.varint();
    code.site = static_cast<uint32_t>(site);
    code.a = code.a_mode == kValueConstant ? reader.varint() : 0;
    code.b = code.b_mode == kValueConstant ? reader.varint() : 0;
    if (code.a_mode > kValueHalves || code.b_mode > kValueHalves || site > 0xffffffff) return false;
  }
  return reader.ok() && reader.left() == 0;
}

bool read_times(const Streams& streams, const EventBlockHead& head, std::span<uint64_t> ticks) {
  if (streams[kStreamTimes].size() != ticks.size() * 2) return false;
  const uint8_t* low = streams[kStreamTimes].data();
  const uint8_t* high = low + ticks.size();
  ByteReader longer(streams[kStreamLongTimes]);
  uint64_t now = head.first_ticks;
  bool rising = true;
  for (size_t i = 0; i < ticks.size(); ++i) {
    uint64_t since = low[i] | uint64_t{high[i]} << 8;
    if (since == kLongTime) [[unlikely]] {
      since = longer.varint();
      rising &= since <= ~now;
    }
    now += since;
    rising &= now >= head.first_ticks;
    ticks[i] = now;
  }
  return rising && longer.ok() && longer.left() == 0 && now == head.last_ticks;
}

bool read_cores(ByteView bytes, std::span<uint16_t> cores) {
  ByteReader reader(bytes);
  for (size_t i = 0; i < cores.size();) {
    uint64_t core = reader.varint(), rows = reader.varint();
    if (core > 0xffff || rows == 0 || rows > cores.size() - i) return false;
    std::fill_n(cores.begin() + static_cast<ptrdiff_t>(i), rows, static_cast<uint16_t>(core));
    i += rows;
  }
  return reader.ok() && reader.left() == 0;
}

inline uint64_t next_value(uint8_t mode, uint64_t before, ByteReader& reader) {
  if (mode == kValueConstant) return before;
  if (mode == kValueDifference) return before + unzigzag(reader.varint());
  auto upper = static_cast<uint32_t>((before >> 32) + unzigzag(reader.varint()));
  auto lower = static_cast<uint32_t>(before + unzigzag(reader.varint()));
  return uint64_t{upper} << 32 | lower;
}

template <class Number>
bool read_rows(std::span<const Number> row_codes, std::vector<Code>& book, const Streams& streams, EventColumns& out) {
  ByteReader a(streams[kStreamA]), b(streams[kStreamB]);
  for (size_t i = 0; i < row_codes.size(); ++i) {
    if (row_codes[i] >= book.size()) return false;
    Code& code = book[row_codes[i]];
    out.kind[i] = code.kind;
    out.site[i] = code.site;
    out.a[i] = code.a = next_value(code.a_mode, code.a, a);
    out.b[i] = code.b = next_value(code.b_mode, code.b, b);
  }
  return a.ok() && a.left() == 0 && b.ok() && b.left() == 0;
}

bool read_head(ByteReader& reader, EventBlockHead& head) {
  uint64_t thread = reader.varint();
  head.first_ticks = reader.varint();
  uint64_t span = reader.varint();
  head.thread = static_cast<uint32_t>(thread);
  head.last_ticks = head.first_ticks + span;
  return reader.ok() && thread < 0xffffffff && head.last_ticks >= head.first_ticks;
}

} // namespace

Result<EventBlockHead> read_event_head(ByteView payload) {
  ByteReader reader(payload);
  EventBlockHead head;
  if (!read_head(reader, head)) return fail("a block of events is malformed: head");
  return head;
}

bool decode_events(ByteView payload, size_t rows, EventColumns& out) {
  ByteReader reader(payload);
  EventBlockHead head;
  Streams streams;
  Bytes room;
  std::vector<Code> book;
  if (rows > kBlockMaxRows || !read_head(reader, head)) return false;
  uint64_t codes = reader.varint();
  if (codes > 65536 || !unpack(reader, rows, room, streams) || !read_book(streams[kStreamBook], codes, book))
    return false;
  out.ticks.resize(rows);
  out.kind.resize(rows);
  out.site.resize(rows);
  out.core.resize(rows);
  out.a.resize(rows);
  out.b.resize(rows);
  if (!read_times(streams, head, out.ticks) || !read_cores(streams[kStreamCores], out.core)) return false;
  size_t width = codes <= 256 ? 1 : 2;
  if (streams[kStreamCodes].size() != rows * width) return false;
  if (width == 1) return read_rows<uint8_t>(streams[kStreamCodes], book, streams, out);
  std::vector<uint16_t> wide(rows);
  std::memcpy(wide.data(), streams[kStreamCodes].data(), rows * 2);
  return read_rows<uint16_t>(wide, book, streams, out);
}

} // namespace unply
