// The descriptor by which flang passes an array or a text, as its ISO_Fortran_binding.h has it: the address, the bytes
// of an element, eight bytes in five other fields, and three numbers of each dimension. In memory it is known by byte
// offsets, as a value by fields.
#pragma once
#include <cstdint>

namespace unply::extract::descriptor {

constexpr unsigned kAddress = 0, kBytes = 1, kDimensions = 7; // fields
constexpr unsigned kLower = 0, kExtent = 1, kStride = 2;      // of a dimension; the stride is in bytes
constexpr uint64_t kNumberBytes = 8, kNumbersOfDimension = 3;
constexpr uint64_t kBytesOffset = kNumberBytes, kDimensionsOffset = 3 * kNumberBytes;

constexpr uint64_t offset_of(uint64_t dimension, unsigned number) {
  return kDimensionsOffset + kNumberBytes * (kNumbersOfDimension * dimension + number);
}

} // namespace unply::extract::descriptor
