// Columns of numbers as the page reads them (web/model.ts, "Column block"): fixed widths, because a browser reads typed
// arrays at memory speed; varints take 10 ns a byte.
#pragma once
#include "base/varint.h"

namespace unply {

enum class ColumnCoding : uint8_t { plain = 0, running_sum = 1, signed_sum = 2 };

struct ViewColumn {
  std::span<const uint64_t> values;
  bool rising = false; // values do not fall: coded as steps
};

// All columns have the same number of rows. Plain or signed steps, whichever is narrower, where values may fall.
Bytes encode_columns(std::span<const ViewColumn> columns);

// For the checks on it; fails (false) on bytes that encode_columns does not write.
bool decode_columns(ByteView block, std::vector<std::vector<uint64_t>>& columns);

} // namespace unply
