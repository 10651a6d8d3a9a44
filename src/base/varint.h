// LEB128 numbers and a bounds-checked reader of them. The reader never reads past its end and never fails half-way: a
// failed read leaves `ok()` false for good and gives 0, so callers check once at the end.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unply {

static_assert(std::endian::native == std::endian::little, "trace files are little endian and copied as they are");

using Bytes = std::vector<uint8_t>;
using ByteView = std::span<const uint8_t>;

constexpr uint64_t zigzag(uint64_t difference) { return (difference << 1) ^ (0 - (difference >> 63)); }
constexpr uint64_t unzigzag(uint64_t code) { return (code >> 1) ^ (0 - (code & 1)); }

inline constexpr size_t kMaxVarintBytes = 10;

// Writes at p, which has room for kMaxVarintBytes, and returns the end.
inline uint8_t* write_varint(uint8_t* p, uint64_t value) {
  for (; value >= 128; value >>= 7) *p++ = static_cast<uint8_t>(value | 128);
  *p++ = static_cast<uint8_t>(value);
  return p;
}

inline void append_varint(Bytes& out, uint64_t value) {
  uint8_t buffer[kMaxVarintBytes];
  out.insert(out.end(), buffer, write_varint(buffer, value));
}

inline void append_text(Bytes& out, std::string_view text) {
  append_varint(out, text.size());
  out.insert(out.end(), text.begin(), text.end());
}

class ByteReader {
public:
  explicit ByteReader(ByteView bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  bool ok() const { return ok_; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }

  uint64_t varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at_ < end_; shift += 7) {
      uint8_t byte = *at_++;
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    fail();
    return 0;
  }

  ByteView take(uint64_t bytes) {
    if (bytes > left()) {
      fail();
      return {};
    }
    ByteView taken{at_, static_cast<size_t>(bytes)};
    at_ += bytes;
    return taken;
  }

  uint8_t byte() {
    ByteView one = take(1);
    return one.empty() ? 0 : one[0];
  }

  std::string_view text() {
    ByteView taken = take(varint());
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }

private:
  void fail() {
    ok_ = false;
    at_ = end_;
  }
  const uint8_t* at_;
  const uint8_t* end_;
  bool ok_ = true;
};

} // namespace unply
