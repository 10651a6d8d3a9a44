// Definitions shared by the writer and the reader of blocks of events (docs/format.md, "Blocks of events").
#pragma once
#include "base/varint.h"

namespace unply {

enum EventStream : unsigned {
  kStreamBook,      // of each code: kind, modes, site, and a and b where constant
  kStreamCodes,     // of each row: u8, or u16 with more than 256 codes
  kStreamTimes,     // of each row: ticks since the row before as u16, all low bytes before all high bytes
  kStreamLongTimes, // LEB128, of rows that have kLongTime there
  kStreamCores,     // pairs: core, rows
  kStreamA,
  kStreamB, // of rows whose code has a mode other than constant
  kEventStreams
};

inline constexpr uint64_t kLongTime = 0xffff;

enum EventValueMode : uint8_t {
  kValueConstant = 0,   // the book has it
  kValueDifference = 1, // zigzag LEB128 of the difference to the row before of this code, of the first to 0
  kValueHalves = 2      // likewise, the upper 32 bits and then the lower, each modulo 2^32
};

// The difference modulo 2^32, so a small negative step is a small number.
constexpr uint64_t zigzag32(uint64_t value, uint64_t before) {
  auto difference = static_cast<int32_t>(static_cast<uint32_t>(value) - static_cast<uint32_t>(before));
  return zigzag(static_cast<uint64_t>(int64_t{difference}));
}

} // namespace unply
