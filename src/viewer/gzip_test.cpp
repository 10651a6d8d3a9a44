#include "viewer/gzip.h"
#include <doctest/doctest.h>
#include <libdeflate.h>
#include <random>

using namespace unply;

// Digit by digit as RFC 4648 has it, for comparison.
static Bytes decode_base64(const std::string& text) {
  Bytes bytes;
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    if (c == '=') break;
    uint32_t digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                     : c >= 'a' && c <= 'z' ? c - 'a' + 26
                     : c >= '0' && c <= '9' ? c - '0' + 52
                     : c == '+'             ? 62
                                            : 63;
    bits = bits << 6 | digit;
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<uint8_t>(bits >> (count -= 8)));
  }
  return bytes;
}

TEST_CASE("base64 of RFC 4648") {
  auto of = [](std::string_view text) {
    std::string out = "x";
    append_base64(out, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    return out.substr(1);
  };
  CHECK(of("") == "");
  CHECK(of("f") == "Zg==");
  CHECK(of("fo") == "Zm8=");
  CHECK(of("foo") == "Zm9v");
  CHECK(of("foobar") == "Zm9vYmFy");
  CHECK(of("\xff\xfe\xfd") == "//79");
}

TEST_CASE("bytes come back from base64 of gzip") {
  std::mt19937 random(2);
  Gzip gzip;
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  for (size_t size : {0, 1, 2, 3, 1000, 99'999}) {
    Bytes bytes(size), back(size);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random() % 200);
    std::string text;
    append_base64(text, gzip.compress(bytes));
    Bytes packed = decode_base64(text);
    CHECK(text.size() == base64_bytes(packed.size()));
    size_t unpacked = 0;
    CHECK(libdeflate_gzip_decompress(decompressor, packed.data(), packed.size(), back.data(), back.size(), &unpacked) ==
          LIBDEFLATE_SUCCESS);
    CHECK(unpacked == size);
    CHECK(back == bytes);
  }
  libdeflate_free_decompressor(decompressor);
}
