// Columns of numbers and texts as bytes and back (docs/format.md, "Columns"). Numbers are 64-bit in memory whatever
// their type on disk; decoding checks that each fits its type, that all bytes are used, and never allocates more than
// the rows asked for.
#pragma once
#include "base/varint.h"
#include "unply/trace_format.h"
#include <memory>

namespace unply {

// Buffer for encoding a column, reused from block to block: clearing a vector of this size costs more than the
// encoding.
class EncodeRoom {
public:
  uint8_t* at_least(size_t bytes);

private:
  std::unique_ptr<uint8_t[]> room_;
  size_t size_ = 0;
};

// Appends encoding, size and body. Runs replace the usual encoding if they are shorter.
void encode_numbers(Bytes& out, std::span<const uint64_t> values, TraceColumnType type, TraceEncoding usual,
                    EncodeRoom& room);
void encode_texts(Bytes& out, std::span<const std::string> texts);

// Returns false if the bytes do not match the encoding. Encoding and type come from the file and may be any byte.
bool decode_numbers(ByteView body, uint8_t encoding, uint8_t type, std::span<uint64_t> values);
bool decode_texts(ByteView body, uint8_t encoding, std::span<std::string_view> texts); // views into body

} // namespace unply
