// CRC-32C (Castagnoli), the checksum of trace files: it detects every change of up to 3 bits in a block and every burst
// of up to 32. It uses the processor's instruction if there is one, else slicing by 8.
#pragma once
#include <cstddef>
#include <cstdint>

namespace unply {

uint32_t crc32c(const void* data, size_t bytes, uint32_t before = 0);           // before: of the bytes that come first
uint32_t crc32c_by_tables(const void* data, size_t bytes, uint32_t before = 0); // the same on any processor

} // namespace unply
