// The part of the wire format of protocol buffers needed for writing (protobuf.dev, "Encoding"). A message within a
// message is written in place, with one byte left for its length; the few of 128 bytes and more are moved up.
#pragma once
#include "base/varint.h"

namespace unply {

class ProtobufWriter {
public:
  explicit ProtobufWriter(Bytes& out) : out_(out) {}
  void number(uint32_t field, uint64_t value) {
    append_varint(out_, field << 3);
    append_varint(out_, value);
  }
  void fixed64(uint32_t field, uint64_t value) {
    append_varint(out_, field << 3 | 1);
    const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
    out_.insert(out_.end(), bytes, bytes + sizeof value);
  }
  void text(uint32_t field, std::string_view value) {
    append_varint(out_, field << 3 | 2);
    append_text(out_, value);
  }
  template <class Body> void message(uint32_t field, Body body) {
    append_varint(out_, field << 3 | 2);
    size_t length_at = out_.size();
    out_.push_back(0);
    body();
    uint8_t length[kMaxVarintBytes];
    const uint8_t* end = write_varint(length, out_.size() - length_at - 1);
    out_[length_at] = length[0];
    out_.insert(out_.begin() + static_cast<ptrdiff_t>(length_at + 1), static_cast<const uint8_t*>(length) + 1, end);
  }

private:
  Bytes& out_;
};

} // namespace unply
