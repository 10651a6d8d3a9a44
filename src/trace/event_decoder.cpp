// Reads blocks of events. Damaged or hostile bytes make it return false: every size is checked against the rows before
// memory is allocated for it, and every stream must be consumed exactly.
#include "trace/event_codec.h"
#include "trace/event_layout.h"
#include "unply/trace_format.h"
#include <array>
#include <zstd.h>

namespace unply {

namespace {

struct KnownCode {
  uint32_t site;
  uint8_t kind;
  bool halves;               // b is in the mode of halves
  uint64_t a_there, b_there; // all ones where each row has a number of its own, else 0
  uint64_t a, b;             // of the last row
};

constexpr size_t kSlack = 2 * kMaxVarintBytes; // behind a stream of values: see Values

using Streams = std::array<ByteView, kEventStreams>;

// The largest size of a stream with so many rows.
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
bool unpack(ByteReader& reader, size_t rows, ZSTD_DCtx* context, Bytes& room, Streams& streams) {
  std::array<ByteView, kEventStreams> stored;
  std::array<size_t, kEventStreams> raw;
  size_t total = 0;
  for (unsigned s = 0; s < kEventStreams; ++s) {
    raw[s] = reader.varint();
    stored[s] = reader.take(reader.varint());
    if (!reader.ok() || raw[s] > most_bytes(s, rows) || stored[s].size() > raw[s]) return false;
    bool packed = stored[s].size() < raw[s];
    if (packed && ZSTD_getFrameContentSize(stored[s].data(), stored[s].size()) != raw[s]) return false;
    total += raw[s] + kSlack;
  }
  if (reader.left() != 0 || total > kBlockMaxRawBytes) return false;
  if (room.size() < total) room.resize(total);
  uint8_t* at = room.data();
  for (unsigned s = 0; s < kEventStreams; ++s) {
    if (stored[s].size() == raw[s])
      std::copy(stored[s].begin(), stored[s].end(), at);
    else if (ZSTD_decompressDCtx(context, at, raw[s], stored[s].data(), stored[s].size()) != raw[s])
      return false;
    streams[s] = {at, raw[s]};
    at += raw[s] + kSlack;
  }
  return true;
}

bool read_book(ByteView bytes, size_t count, std::vector<KnownCode>& book) {
  ByteReader reader(bytes);
  if (count > bytes.size()) return false;
  book.resize(count);
  for (KnownCode& code : book) {
    code.kind = reader.byte();
    uint8_t modes = reader.byte(), a_mode = modes & 15, b_mode = modes >> 4;
    uint64_t site = reader.varint();
    if (a_mode > kValueDifference || b_mode > kValueHalves || site > 0xffffffff) return false;
    code.site = static_cast<uint32_t>(site);
    code.halves = b_mode == kValueHalves;
    code.a_there = a_mode == kValueConstant ? 0 : ~uint64_t{0};
    code.b_there = b_mode == kValueConstant ? 0 : ~uint64_t{0};
    code.a = code.a_there ? 0 : reader.varint();
    code.b = code.b_there ? 0 : reader.varint();
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

// Reads numbers without a branch on their length or on whether a row has one: such branches would be unpredictable and
// cost 8 ns an event. Each read therefore loads kMaxVarintBytes bytes, and kSlack bytes follow the stream.
class Values {
public:
  explicit Values(ByteView bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  bool within() const { return at_ <= end_; }
  bool used_up() const { return at_ == end_; }
  // Reads the difference from the previous value; returns 0 and reads nothing if `there` is 0 instead of all ones.
  uint64_t difference(uint64_t there) {
    uint64_t word;
    std::memcpy(&word, at_, 8);
    uint64_t stops = ~word & 0x8080808080808080;
    if (!stops) [[unlikely]]
      return there ? longer() : 0;
    // The number ends within the word. Its groups of 7 bits are joined in pairs, then in pairs of pairs, and once more.
    at_ += (static_cast<unsigned>(std::countr_zero(stops)) + 1) / 8 & there;
    word &= (stops ^ (stops - 1)) & 0x7f7f7f7f7f7f7f7f;
    word = (word & 0x007f007f007f007f) | (word & 0x7f007f007f007f00) >> 1;
    word = (word & 0x00003fff00003fff) | (word & 0x3fff00003fff0000) >> 2;
    word = (word & 0x000000000fffffff) | (word & 0x0fffffff00000000) >> 4;
    return unzigzag(word) & there;
  }

private:
  uint64_t longer() {
    ByteReader rest({at_, kMaxVarintBytes});
    uint64_t value = rest.varint();
    at_ = rest.ok() ? at_ + kMaxVarintBytes - rest.left() : end_ + 1;
    return unzigzag(value);
  }
  const uint8_t* at_;
  const uint8_t* end_;
};

template <class Number>
bool read_rows(std::span<const Number> row_codes, std::vector<KnownCode>& book, const Streams& streams,
               EventColumns& out) {
  Values a(streams[kStreamA]), b(streams[kStreamB]);
  for (size_t i = 0; i < row_codes.size(); ++i) {
    if (row_codes[i] >= book.size()) return false;
    KnownCode& code = book[row_codes[i]];
    if (code.a_there | code.b_there) {
      if (!a.within() || !b.within()) return false;
      if (code.halves) {
        auto upper = static_cast<uint32_t>((code.b >> 32) + b.difference(~uint64_t{0}));
        if (!b.within()) return false;
        code.b = uint64_t{upper} << 32 | static_cast<uint32_t>(code.b + b.difference(~uint64_t{0}));
      } else {
        code.b += b.difference(code.b_there);
      }
      code.a += a.difference(code.a_there);
    }
    out.kind[i] = code.kind;
    out.site[i] = code.site;
    out.a[i] = code.a;
    out.b[i] = code.b;
  }
  return a.used_up() && b.used_up();
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

struct EventDecoder::Room {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  Bytes unpacked;
  std::vector<KnownCode> book;
  std::vector<uint16_t> wide_codes;
  ~Room() { ZSTD_freeDCtx(context); }
};

EventDecoder::EventDecoder() : room_(std::make_unique<Room>()) {}
EventDecoder::~EventDecoder() = default;

bool EventDecoder::decode(ByteView payload, size_t rows, EventColumns& out) {
  ByteReader reader(payload);
  EventBlockHead head;
  Streams streams;
  std::vector<KnownCode>& book = room_->book;
  if (rows > kBlockMaxRows || !read_head(reader, head)) return false;
  uint64_t codes = reader.varint();
  if (codes > 65536 || !unpack(reader, rows, room_->context, room_->unpacked, streams)) return false;
  if (!read_book(streams[kStreamBook], codes, book)) return false;
  out.kinds.reset();
  for (const KnownCode& code : book) out.kinds.set(code.kind);
  for (auto* column : {&out.ticks, &out.a, &out.b}) column->resize(rows);
  out.kind.resize(rows);
  out.site.resize(rows);
  out.core.resize(rows);
  if (!read_times(streams, head, out.ticks) || !read_cores(streams[kStreamCores], out.core)) return false;
  size_t width = codes <= 256 ? 1 : 2;
  if (streams[kStreamCodes].size() != rows * width) return false;
  if (width == 1) return read_rows<uint8_t>(streams[kStreamCodes], book, streams, out);
  room_->wide_codes.resize(rows);
  std::memcpy(room_->wide_codes.data(), streams[kStreamCodes].data(), rows * 2);
  return read_rows<uint16_t>(room_->wide_codes, book, streams, out);
}

} // namespace unply
