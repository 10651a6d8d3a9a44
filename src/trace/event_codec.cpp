// Writes blocks of events. Each row is split into a code for (kind, site, small a), which repeats in loops and
// compresses well, and its remaining data: the time since the previous row, and a and b only if they differ between
// rows of the code. Each stream is compressed separately: mixed streams would disturb each other's statistics.
#include "trace/event_codec.h"
#include "trace/event_layout.h"
#include "unply/event_format.h"
#include <algorithm>
#include <array>
#include <zstd.h>

namespace unply {

namespace {

// Kinds whose a takes only a few values, so it can be part of the code.
constexpr bool has_small_a(uint8_t kind) {
  switch (kind) {
  case kEventTaskSwitch:
  case kEventTaskDependence:
  case kEventWorkBegin:
  case kEventWorkEnd:
  case kEventSection:
  case kEventWaitBegin:
  case kEventWaitEnd:
  case kEventSignal:
  case kEventLockWait:
  case kEventLockAcquired:
  case kEventLockReleased:
  case kEventUserBegin:
  case kEventUserEnd:
  case kEventUserPoint:
  case kEventPhaseFeature:
    return true;
  default:
    return false;
  }
}

constexpr auto kSmallA = [] {
  std::array<bool, 256> small{};
  for (unsigned kind = 0; kind < 256; ++kind) small[kind] = has_small_a(static_cast<uint8_t>(kind));
  return small;
}();

struct Code {
  uint64_t key, a, b; // a, b: of its first row while codes are given, then of its last row
  bool a_varies = false, b_varies = false;
};

// The codes of one block, in the order of their first rows.
class CodeBook {
public:
  void clear() {
    codes_.clear();
    slots_.assign(1024, 0);
    recent_.fill(0);
  }
  std::vector<Code>& codes() { return codes_; }

  uint16_t code_of(const EventRow& row) {
    uint64_t small = kSmallA[row.kind] ? std::min<uint64_t>(row.a, 0xff) : 0;
    uint64_t key = row.kind | uint64_t{row.site} << 8 | small << 40;
    uint16_t code = recent_[row.kind];
    if (code >= codes_.size() || codes_[code].key != key) code = recent_[row.kind] = find(key, row);
    Code& found = codes_[code];
    found.a_varies |= found.a != row.a;
    found.b_varies |= found.b != row.b;
    return code;
  }

private:
  size_t slot_of(uint64_t key) const {
    size_t slot = (key * 0x9e3779b97f4a7c15) >> 32 & (slots_.size() - 1);
    while (slots_[slot] && codes_[slots_[slot] - 1].key != key) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  uint16_t find(uint64_t key, const EventRow& row) {
    size_t slot = slot_of(key);
    if (slots_[slot]) return static_cast<uint16_t>(slots_[slot] - 1);
    codes_.push_back({.key = key, .a = row.a, .b = row.b});
    slots_[slot] = static_cast<uint32_t>(codes_.size());
    if (codes_.size() * 2 > slots_.size()) {
      slots_.assign(slots_.size() * 2, 0);
      for (size_t i = 0; i < codes_.size(); ++i) slots_[slot_of(codes_[i].key)] = static_cast<uint32_t>(i + 1);
    }
    return static_cast<uint16_t>(codes_.size() - 1);
  }
  std::vector<Code> codes_;
  std::vector<uint32_t> slots_; // code + 1, or 0
  std::array<uint16_t, 256> recent_{};
};

EventValueMode mode_of(uint8_t kind, bool varies) {
  if (!varies) return kValueConstant;
  return kind == kEventTaskSwitch ? kValueHalves : kValueDifference;
}

} // namespace

struct EventEncoder::Streams {
  ZSTD_CCtx_s* compressor = ZSTD_createCCtx();
  CodeBook book;
  std::vector<uint16_t> row_codes;
  std::array<std::vector<uint8_t>, kEventStreams> bytes; // sizes only grow: clearing them would cost as much as filling
  std::array<size_t, kEventStreams> used{};
  Bytes payload, packed;

  ~Streams() { ZSTD_freeCCtx(compressor); }
  uint8_t* room(EventStream stream, size_t size) {
    if (bytes[stream].size() < size) bytes[stream].resize(size);
    return bytes[stream].data();
  }
  void end(EventStream stream, const uint8_t* at) { used[stream] = static_cast<size_t>(at - bytes[stream].data()); }

  void write_codes(std::span<const EventRow> rows);
  void write_book();
  void write_times(std::span<const EventRow> rows);
  void write_cores(std::span<const EventRow> rows);
  void write_values(std::span<const EventRow> rows);
  void pack(EventStream stream);
};

void EventEncoder::Streams::write_codes(std::span<const EventRow> rows) {
  row_codes.resize(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) row_codes[i] = book.code_of(rows[i]);
  size_t width = book.codes().size() <= 256 ? 1 : 2;
  uint8_t* p = room(kStreamCodes, rows.size() * width);
  for (uint16_t code : row_codes) {
    std::memcpy(p, &code, width);
    p += width;
  }
  end(kStreamCodes, p);
}

void EventEncoder::Streams::write_book() {
  uint8_t* p = room(kStreamBook, book.codes().size() * (2 + 3 * kMaxVarintBytes));
  for (const Code& code : book.codes()) {
    auto kind = static_cast<uint8_t>(code.key);
    EventValueMode a = mode_of(0, code.a_varies), b = mode_of(kind, code.b_varies);
    *p++ = kind;
    *p++ = static_cast<uint8_t>(a | b << 4);
    p = write_varint(p, code.key >> 8 & 0xffffffff);
    if (a == kValueConstant) p = write_varint(p, code.a);
    if (b == kValueConstant) p = write_varint(p, code.b);
  }
  end(kStreamBook, p);
}

// Most times take sixteen bits, in two planes: reading needs no branch, and the noise of the low byte is kept separate.
void EventEncoder::Streams::write_times(std::span<const EventRow> rows) {
  uint8_t* low = room(kStreamTimes, rows.size() * 2);
  uint8_t* high = low + rows.size();
  uint8_t* longer = room(kStreamLongTimes, rows.size() * kMaxVarintBytes);
  uint64_t before = rows.front().ticks;
  for (size_t i = 0; i < rows.size(); ++i) {
    uint64_t since = rows[i].ticks - before;
    before = rows[i].ticks;
    uint64_t code = std::min<uint64_t>(since, kLongTime);
    low[i] = static_cast<uint8_t>(code);
    high[i] = static_cast<uint8_t>(code >> 8);
    if (code == kLongTime) longer = write_varint(longer, since);
  }
  used[kStreamTimes] = rows.size() * 2;
  end(kStreamLongTimes, longer);
}

void EventEncoder::Streams::write_cores(std::span<const EventRow> rows) {
  uint8_t* p = room(kStreamCores, rows.size() * 6);
  for (size_t i = 0; i < rows.size();) {
    size_t next = i + 1;
    while (next < rows.size() && rows[next].core == rows[i].core) ++next;
    p = write_varint(p, rows[i].core);
    p = write_varint(p, next - i);
    i = next;
  }
  end(kStreamCores, p);
}

void EventEncoder::Streams::write_values(std::span<const EventRow> rows) {
  uint8_t* a = room(kStreamA, rows.size() * kMaxVarintBytes);
  uint8_t* b = room(kStreamB, rows.size() * kMaxVarintBytes);
  for (Code& code : book.codes()) code.a = code.b = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    Code& code = book.codes()[row_codes[i]];
    if (code.a_varies) {
      a = write_varint(a, zigzag(rows[i].a - code.a));
      code.a = rows[i].a;
    }
    if (!code.b_varies) continue;
    if (rows[i].kind == kEventTaskSwitch) {
      b = write_varint(b, zigzag32(rows[i].b >> 32, code.b >> 32));
      b = write_varint(b, zigzag32(rows[i].b, code.b));
    } else {
      b = write_varint(b, zigzag(rows[i].b - code.b));
    }
    code.b = rows[i].b;
  }
  end(kStreamA, a);
  end(kStreamB, b);
}

void EventEncoder::Streams::pack(EventStream stream) {
  constexpr int kLevel = 1;
  size_t raw = used[stream];
  packed.resize(std::max(packed.size(), ZSTD_compressBound(raw)));
  size_t size = ZSTD_compressCCtx(compressor, packed.data(), packed.size(), bytes[stream].data(), raw, kLevel);
  bool smaller = !ZSTD_isError(size) && size < raw;
  append_varint(payload, raw);
  append_varint(payload, smaller ? size : raw);
  const uint8_t* from = smaller ? packed.data() : bytes[stream].data();
  payload.insert(payload.end(), from, from + (smaller ? size : raw));
}

EventEncoder::EventEncoder() : streams_(std::make_unique<Streams>()) {}
EventEncoder::~EventEncoder() = default;

ByteView EventEncoder::encode(uint32_t thread, std::span<const EventRow> rows) {
  Streams& s = *streams_;
  s.payload.clear();
  append_varint(s.payload, thread);
  append_varint(s.payload, rows.empty() ? 0 : rows.front().ticks);
  append_varint(s.payload, rows.empty() ? 0 : rows.back().ticks - rows.front().ticks);
  s.used.fill(0);
  s.book.clear();
  if (!rows.empty()) {
    s.write_codes(rows);
    s.write_book();
    s.write_times(rows);
    s.write_cores(rows);
    s.write_values(rows);
  }
  append_varint(s.payload, s.book.codes().size());
  for (unsigned stream = 0; stream < kEventStreams; ++stream) s.pack(static_cast<EventStream>(stream));
  return s.payload;
}

} // namespace unply
