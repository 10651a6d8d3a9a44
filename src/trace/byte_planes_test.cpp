#include "trace/byte_planes.h"
#include <doctest/doctest.h>

namespace unply {

TEST_CASE("bytes are in planes, and come back, whatever their number") {
  for (size_t size : {0, 1, 15, 16, 17, 255, 256, 257, 1000, 4096, 5003}) {
    Bytes bytes(size), planes(size), back(size);
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<uint8_t>(i * 131 + i / 256 * 7);
    to_byte_planes(bytes, planes.data());
    const size_t groups = size / 16;
    for (size_t i = 0; i < groups * 16; ++i) REQUIRE(planes[i % 16 * groups + i / 16] == bytes[i]);
    for (size_t i = groups * 16; i < size; ++i) REQUIRE(planes[i] == bytes[i]);
    from_byte_planes(planes, back.data());
    CHECK(back == bytes);
  }
}

} // namespace unply
