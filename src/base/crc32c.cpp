#include "base/crc32c.h"
#include <array>
#include <cstring>

namespace unply {

namespace {

using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0x82f63b78u : 0);
    tables[0][i] = crc;
  }
  for (uint32_t i = 0; i < 256; ++i)
    for (size_t t = 1; t < 8; ++t) tables[t][i] = (tables[t - 1][i] >> 8) ^ tables[0][tables[t - 1][i] & 255];
  return tables;
}

constexpr Tables kTables = make_tables();

#if defined(__x86_64__)
// This reaches 6 GB/s, the tables 1 GB/s: opening a recording of 10^8 events checks 300 MB.
[[gnu::target("sse4.2")]] uint32_t crc_by_instruction(const unsigned char* p, size_t bytes, uint32_t before) {
  uint64_t crc = ~before;
  for (; bytes >= 8; bytes -= 8, p += 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    crc = __builtin_ia32_crc32di(crc, word);
  }
  auto rest = static_cast<uint32_t>(crc);
  for (; bytes; --bytes) rest = __builtin_ia32_crc32qi(rest, *p++);
  return ~rest;
}
#endif

} // namespace

uint32_t crc32c_by_tables(const void* data, size_t bytes, uint32_t before) {
  const auto* p = static_cast<const unsigned char*>(data);
  uint32_t crc = ~before;
  for (; bytes >= 8; bytes -= 8, p += 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    word ^= crc;
    crc = 0;
    for (size_t i = 0; i < 8; ++i) crc ^= kTables[7 - i][(word >> (8 * i)) & 255];
  }
  for (; bytes; --bytes, ++p) crc = (crc >> 8) ^ kTables[0][(crc ^ *p) & 255];
  return ~crc;
}

uint32_t crc32c(const void* data, size_t bytes, uint32_t before) {
#if defined(__x86_64__)
  static const bool kHasInstruction = __builtin_cpu_supports("sse4.2");
  if (kHasInstruction) return crc_by_instruction(static_cast<const unsigned char*>(data), bytes, before);
#endif
  return crc32c_by_tables(data, bytes, before);
}

} // namespace unply
