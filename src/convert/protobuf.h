// As much of the wire format of protocol buffers as writing takes (protobuf.dev, "Encoding"). A message within a
// message is written in place: its length takes a fixed four bytes, which readers accept, so that nothing has to be
// moved.
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
    out_.resize(length_at + 4);
    body();
    size_t length = out_.size() - length_at - 4; // below 2^28
    for (size_t i = 0; i < 4; ++i)
      out_[length_at + i] = static_cast<uint8_t>((length >> (7 * i) & 127) | (i < 3 ? 128 : 0));
  }

private:
  Bytes& out_;
};

} // namespace unply
