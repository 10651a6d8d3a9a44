// One block of events as bytes and back (docs/format.md, "Blocks of events"). All rows are of one thread, so that time
// rises; a block stands for itself. Measured by bench/recorder/store: about 1 byte an event of real OpenMP programs,
// where the time takes most of it.
//
// Invariant: what decoding gives was all in the payload, rising in time, with no more memory than the rows ask for.
#pragma once
#include "base/result.h"
#include "base/varint.h"
#include <bitset>
#include <memory>

struct ZSTD_CCtx_s;

namespace unply {

struct EventRow {
  uint64_t ticks; // of the clock that TraceWriter::add_clock describes
  uint8_t kind;   // UnplyEventKind
  uint16_t core;  // 0xffff: unknown
  uint32_t site;
  uint64_t a, b;
};

// More rows make a block no smaller and a zoomed view slower, which unpacks one block for each thread.
inline constexpr size_t kEventBlockRows = 32 << 10;

class EventEncoder {
public:
  EventEncoder();
  ~EventEncoder();
  // At most 65536 rows, in the order of time. What it gives is valid until the next call.
  ByteView encode(uint32_t thread, std::span<const EventRow> rows);

private:
  struct Streams;
  std::unique_ptr<Streams> streams_;
};

// What a reader needs to know of a block before it unpacks it.
struct EventBlockHead {
  uint32_t thread;
  uint64_t first_ticks, last_ticks;
};
Result<EventBlockHead> read_event_head(ByteView payload);

struct EventColumns {
  std::vector<uint64_t> ticks;
  std::vector<uint8_t> kind;
  std::vector<uint32_t> site;
  std::vector<uint16_t> core;
  std::vector<uint64_t> a, b;
  std::bitset<256> kinds; // that may occur
};

// Keeps its room from block to block: asking the system for it anew costs as much as decoding.
class EventDecoder {
public:
  EventDecoder();
  ~EventDecoder();
  bool decode(ByteView payload, size_t rows, EventColumns& out);

private:
  struct Room;
  std::unique_ptr<Room> room_;
};

} // namespace unply
