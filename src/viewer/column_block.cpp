#include "viewer/column_block.h"
#include <algorithm>

namespace unply {

namespace {
constexpr uint64_t kExactInDouble = uint64_t{1} << 53;
constexpr size_t kColumnHead = 16;

struct Coded {
  ColumnCoding coding;
  uint8_t width;
  uint64_t base;
};
} // namespace

static uint8_t width_of(uint64_t largest) {
  if (largest == 0) return 0;
  return largest <= 0xff ? 1 : largest <= 0xffff ? 2 : largest <= 0xffffffff ? 4 : 8;
}

// The width follows from the bitwise or of all numbers, which compilers vectorise.
static Coded choose_coding(const ViewColumn& column) {
  std::span<const uint64_t> values = column.values;
  if (values.empty()) return {ColumnCoding::plain, 0, 0};
  uint64_t bits = values[0], step_bits = 0, signed_bits = 0;
  for (size_t i = 1; i < values.size(); ++i) {
    uint64_t step = values[i] - values[i - 1];
    bits |= values[i];
    step_bits |= step;
    signed_bits |= zigzag(step);
  }
  // A sum in doubles is exact as long as each of its values is.
  if (bits >= kExactInDouble) return {ColumnCoding::plain, 8, 0};
  if (column.rising) return {ColumnCoding::running_sum, width_of(step_bits), values[0]};
  uint64_t least = *std::ranges::min_element(values), offset_bits = 0;
  for (uint64_t value : values) offset_bits |= value - least;
  uint8_t plain = width_of(offset_bits), steps = width_of(signed_bits);
  if (steps < plain) return {ColumnCoding::signed_sum, steps, values[0]};
  return {ColumnCoding::plain, plain, least};
}

template <class Number> static void store(uint8_t* out, std::span<const uint64_t> values, const Coded& coded) {
  uint64_t before = coded.base;
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t step = values[i] - before;
    if (coded.coding == ColumnCoding::signed_sum) step = zigzag(step);
    if (coded.coding != ColumnCoding::plain) before = values[i];
    auto narrow = static_cast<Number>(step);
    std::memcpy(out + i * sizeof narrow, &narrow, sizeof narrow);
  }
}

static void append_stored(Bytes& out, const ViewColumn& column, const Coded& coded) {
  size_t at = out.size(), body = column.values.size() * coded.width;
  out.resize(at + (body + 7) / 8 * 8);
  uint8_t* to = out.data() + at;
  if (coded.width == 1) store<uint8_t>(to, column.values, coded);
  if (coded.width == 2) store<uint16_t>(to, column.values, coded);
  if (coded.width == 4) store<uint32_t>(to, column.values, coded);
  if (coded.width == 8) store<uint64_t>(to, column.values, coded);
}

Bytes encode_columns(std::span<const ViewColumn> columns) {
  Bytes out(8 + kColumnHead * columns.size());
  uint32_t counts[2] = {columns.empty() ? 0 : static_cast<uint32_t>(columns[0].values.size()),
                        static_cast<uint32_t>(columns.size())};
  std::memcpy(out.data(), counts, sizeof counts);
  for (size_t c = 0; c < columns.size(); ++c) {
    Coded coded = choose_coding(columns[c]);
    uint8_t* head = out.data() + 8 + kColumnHead * c;
    double base = static_cast<double>(coded.base);
    head[0] = coded.width;
    head[1] = static_cast<uint8_t>(coded.coding);
    std::memcpy(head + 8, &base, sizeof base);
    append_stored(out, columns[c], coded);
  }
  return out;
}

static bool decode_column(ByteView block, const uint8_t* head, size_t& at, std::vector<uint64_t>& values) {
  uint8_t width = head[0];
  double base;
  std::memcpy(&base, head + 8, sizeof base);
  bool known = width <= 8 && (width & (width - 1)) == 0 && head[1] <= 2 && base >= 0 && base < kExactInDouble;
  if (!known || values.size() * width > block.size() - at) return false;
  uint64_t sum = static_cast<uint64_t>(base);
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t stored = 0;
    if (width > 0) std::memcpy(&stored, block.data() + at + i * width, width);
    if (head[1] == static_cast<uint8_t>(ColumnCoding::signed_sum)) stored = unzigzag(stored);
    values[i] = sum + stored;
    if (head[1] != static_cast<uint8_t>(ColumnCoding::plain)) sum = values[i];
  }
  at += (values.size() * width + 7) / 8 * 8;
  return at <= block.size();
}

bool decode_columns(ByteView block, std::vector<std::vector<uint64_t>>& columns) {
  uint32_t counts[2];
  if (block.size() < sizeof counts) return false;
  std::memcpy(counts, block.data(), sizeof counts);
  size_t at = 8 + kColumnHead * uint64_t{counts[1]};
  if (at > block.size()) return false;
  columns.clear();
  for (uint32_t c = 0; c < counts[1]; ++c) {
    columns.emplace_back(counts[0]);
    if (!decode_column(block, block.data() + 8 + kColumnHead * c, at, columns.back())) return false;
  }
  return at == block.size();
}

} // namespace unply
