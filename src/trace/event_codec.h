// Encodes one block of events as bytes, and decodes it (docs/format.md, "Blocks of events"). All rows belong to one
// thread, so time increases; a block is self-contained. bench/recorder/store measures about 1 byte an event for real
// OpenMP programs, most of it for the time.
//
// Invariant: decoded rows come from the payload alone, increase in time, and take no more memory than the number of
// rows requires.
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

// More rows would not make a block smaller, but would slow down a zoomed view, which unpacks one block for each thread.
inline constexpr size_t kEventBlockRows = 32 << 10;

class EventEncoder {
public:
  EventEncoder();
  ~EventEncoder();
  // Takes at most 65536 rows, in the order of time. The result is valid until the next call.
  ByteView encode(uint32_t thread, std::span<const EventRow> rows);

private:
  struct Streams;
  std::unique_ptr<Streams> streams_;
};

// The data of a block that a reader needs before it unpacks the block.
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

// Keeps its buffers from block to block: allocating them again costs as much as decoding.
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
