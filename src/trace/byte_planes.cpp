#include "trace/byte_planes.h"
#include <array>
#include <emmintrin.h>

namespace unply {

constexpr size_t kPlanes = 16;
using Square = std::array<__m128i, kPlanes>;

// Interleaving the first half with the second, four times over, exchanges the two halves of each byte's number.
static Square transposed(Square rows) {
  for (int round = 0; round < 4; ++round) {
    Square next;
    for (size_t i = 0; i < kPlanes / 2; ++i) {
      next[2 * i] = _mm_unpacklo_epi8(rows[i], rows[i + kPlanes / 2]);
      next[2 * i + 1] = _mm_unpackhi_epi8(rows[i], rows[i + kPlanes / 2]);
    }
    rows = next;
  }
  return rows;
}

// from, to: where row r of the square with number s is.
template <class From, class To> static void move_squares(size_t squares, From from, To to) {
  for (size_t s = 0; s < squares; ++s) {
    Square rows;
    for (size_t r = 0; r < kPlanes; ++r) rows[r] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from(s, r)));
    rows = transposed(rows);
    for (size_t r = 0; r < kPlanes; ++r) _mm_storeu_si128(reinterpret_cast<__m128i*>(to(s, r)), rows[r]);
  }
}

void to_byte_planes(ByteView bytes, uint8_t* out) {
  const size_t groups = bytes.size() / kPlanes, squares = groups / kPlanes;
  const uint8_t* in = bytes.data();
  move_squares(
      squares, [&](size_t s, size_t r) { return in + (s * kPlanes + r) * kPlanes; },
      [&](size_t s, size_t r) { return out + r * groups + s * kPlanes; });
  for (size_t g = squares * kPlanes; g < groups; ++g)
    for (size_t plane = 0; plane < kPlanes; ++plane) out[plane * groups + g] = in[g * kPlanes + plane];
  for (size_t i = groups * kPlanes; i < bytes.size(); ++i) out[i] = in[i];
}

void from_byte_planes(ByteView planes, uint8_t* out) {
  const size_t groups = planes.size() / kPlanes, squares = groups / kPlanes;
  const uint8_t* in = planes.data();
  move_squares(
      squares, [&](size_t s, size_t r) { return in + r * groups + s * kPlanes; },
      [&](size_t s, size_t r) { return out + (s * kPlanes + r) * kPlanes; });
  for (size_t g = squares * kPlanes; g < groups; ++g)
    for (size_t plane = 0; plane < kPlanes; ++plane) out[g * kPlanes + plane] = in[plane * groups + g];
  for (size_t i = groups * kPlanes; i < planes.size(); ++i) out[i] = in[i];
}

} // namespace unply
