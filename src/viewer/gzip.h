// Packs data for DecompressionStream('gzip') of a browser, as text that an HTML file can hold.
#pragma once
#include "base/varint.h"
#include <memory>
#include <string>

struct libdeflate_compressor;

namespace unply {

class Gzip {
public:
  Gzip();
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ByteView compress(ByteView bytes); // valid until the next call

private:
  libdeflate_compressor* compressor_;
  Bytes room_;
};

inline constexpr size_t base64_bytes(size_t bytes) { return (bytes + 2) / 3 * 4; }
void append_base64(std::string& out, ByteView bytes);

} // namespace unply
